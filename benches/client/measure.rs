//! Short stretches, all sides in turn.

use std::fmt;
use std::time::Instant;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tollgate_benches::{Plan, Spread, thread_cpu};

use crate::side::Side;

/// The side that the others are compared with: the second.
const REFERENCE: usize = 1;

/// What is called, and how often at the same time.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) verb: &'static str,
    pub(crate) at_once: u32,
}

impl Setting {
    pub(crate) const ALL: [Self; 4] = [
        Self::new("GET", 1),
        Self::new("GET", 16),
        Self::new("POST", 1),
        Self::new("POST", 16),
    ];

    const fn new(verb: &'static str, at_once: u32) -> Self {
        Self { verb, at_once }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} at once", self.verb, self.at_once)
    }
}

/// What one side came to.
pub(crate) struct Figures {
    /// Calls per second.
    pub(crate) calls: Spread,
    /// Of the reference's in the stretch beside it.
    pub(crate) speed: Spread,
    /// Processor microseconds of the client's thread for one call.
    pub(crate) cpu: Spread,
    /// Of the reference's.
    pub(crate) cost: Spread,
    pub(crate) allocations: f64,
}

/// One stretch of one side.
#[derive(Clone, Copy)]
struct Stretch {
    calls: f64,
    cpu: f64,
}

/// All sides in one setting.
pub(crate) fn all<const N: usize>(sides: &[Side; N], setting: Setting, plan: Plan) -> [Figures; N] {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be started");
    // Many short stretches: what else the machine does then hits all sides alike.
    let calls = 400;
    let mut stretches: [Vec<Stretch>; N] = std::array::from_fn(|_| Vec::new());
    for side in sides {
        repeat(&runtime, side, setting, calls); // connections are made, and caches warm
    }
    for round in 0..plan.pick(201, 31) {
        for turn in 0..N {
            let side = (round + turn) % N; // whoever comes first has no advantage
            stretches[side].push(stretch(&runtime, &sides[side], setting, calls));
        }
    }
    std::array::from_fn(|side| Figures {
        allocations: allocations(&runtime, &sides[side], setting),
        ..compared(&stretches[side], &stretches[REFERENCE])
    })
}

fn compared(own: &[Stretch], reference: &[Stretch]) -> Figures {
    let figure = |of: fn(&Stretch) -> f64| Spread::middle(own.iter().map(of).collect());
    let ratio = |of: fn(&Stretch) -> f64| {
        let pairs = own.iter().zip(reference);
        Spread::middle(pairs.map(|(own, other)| of(own) / of(other)).collect())
    };
    Figures {
        calls: figure(|stretch| stretch.calls),
        speed: ratio(|stretch| stretch.calls),
        cpu: figure(|stretch| stretch.cpu),
        cost: ratio(|stretch| stretch.cpu),
        allocations: 0.0,
    }
}

fn stretch(runtime: &Runtime, side: &Side, setting: Setting, calls: u32) -> Stretch {
    let (start, cpu) = (Instant::now(), thread_cpu());
    repeat(runtime, side, setting, calls);
    let (time, cpu) = (start.elapsed(), thread_cpu() - cpu);
    Stretch {
        calls: f64::from(calls) / time.as_secs_f64(),
        cpu: cpu.as_secs_f64() * 1e6 / f64::from(calls),
    }
}

/// Of a thousand calls; the server's are not counted, it has a thread of its own.
fn allocations(runtime: &Runtime, side: &Side, setting: Setting) -> f64 {
    const CALLS: u32 = 1_000;
    let counted = allocation_counter::measure(|| repeat(runtime, side, setting, CALLS));
    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    let total = counted.count_total as f64;
    total / f64::from(CALLS)
}

fn repeat(runtime: &Runtime, side: &Side, Setting { verb, at_once }: Setting, calls: u32) {
    runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for _ in 0..at_once {
            let side = side.clone();
            tasks.spawn(async move {
                for _ in 0..calls / at_once {
                    let item = match verb {
                        "GET" => side.get().await,
                        _ => side.post().await,
                    };
                    std::hint::black_box(item);
                }
            });
        }
        tasks.join_all().await;
    });
}
