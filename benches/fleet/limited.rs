//! Sixty-four tasks at a limit: how much of it they reach, the most in any 100 ms, and how many trips
//! that takes.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::LocalSet;
use tollgate_benches::{Limit, Plan, Reach, Spread, TASKS, Table, say, worst_window};
use tollgate_limiter::Cost;
use tollgate_storekit::Server;

use crate::peer::Peer;
use crate::raw;

const WINDOW: Duration = Duration::from_millis(100);
/// The share of the limit that must be reached.
const SHARE: f64 = 0.97;

const FAST: Limit = Limit {
    rate: 2_000,
    burst: 10,
};
const SLOW: Limit = Limit { rate: 50, burst: 2 };

#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Peer,
    Leased,
}

/// What one run came to, per second.
struct Run {
    permits: f64,
    worst: f64,
    trips: f64,
}

pub(crate) fn bench(server: &Server, plan: Plan, reach: &mut Reach) {
    let span = plan.pick(Duration::from_secs(5), Duration::from_secs(2));
    say(format_args!(
        "## {TASKS} tasks at a limit, {} × {span:?}\n",
        plan.rounds()
    ));
    let mut table = Table::new([
        "limit",
        "subject",
        "permits/s",
        "most in 100 ms",
        "allowed",
        "trips/s",
        "permits a trip",
    ]);
    let mut verdicts = Vec::new();
    for limit in [FAST, SLOW] {
        for (manner, name) in [
            (Manner::Peer, "a peer: its script, one a trip"),
            (Manner::Leased, "`Bucket::acquire`"),
        ] {
            let runs: Vec<Run> = (0..plan.rounds())
                .map(|round| run(server, &format!("{name}{round}"), manner, limit, span))
                .collect();
            let spread = |figure: fn(&Run) -> f64| Spread::of(runs.iter().map(figure).collect());
            let (permits, worst) = (spread(|run| run.permits), spread(|run| run.worst));
            let trips = spread(|run| run.trips);
            table.row([
                format!("{}/s, burst {}", limit.rate, limit.burst),
                name.to_owned(),
                format!("{permits:.0}"),
                format!("{worst:.0}"),
                format!("{:.0}", limit.allowed(WINDOW)),
                format!("{trips:.0}"),
                format!("{:.1}", permits.median / trips.median),
            ]);
            if manner == Manner::Leased {
                verdicts.push((limit, permits, worst, trips));
            }
        }
    }
    table.print();
    for (limit, permits, worst, trips) in verdicts {
        let rate = f64::from(limit.rate);
        reach.at_least(&format!("{rate}/s: share"), permits.median / rate, SHARE);
        let most = worst.max / limit.allowed(WINDOW);
        reach.at_most(
            &format!("{rate}/s: worst 100 ms, of what is allowed"),
            most,
            1.0,
        );
        if limit.rate < 100 {
            let each = trips.median / permits.median;
            reach.at_most(&format!("{rate}/s: trips for a permit"), each, 1.2);
        } else {
            let each = permits.median / trips.median;
            reach.at_least(&format!("{rate}/s: permits a trip"), each, 10.0);
        }
    }
}

/// Whoever gets a permit.
#[derive(Clone)]
enum Taker {
    Peer(Peer),
    Leased(tollgate_limiter::Bucket),
}

impl Taker {
    async fn wait(&mut self) {
        match self {
            Self::Peer(peer) => peer.wait().await,
            Self::Leased(bucket) => {
                let permit = bucket.acquire(Cost::ONE, None).await;
                drop(permit.expect("in the end").spend());
            }
        }
    }
}

fn run(server: &Server, key: &str, manner: Manner, limit: Limit, span: Duration) -> Run {
    let key = format!("{key} at {}", limit.rate);
    let stamps = Rc::new(RefCell::new(Vec::new()));
    let runtime = raw::runtime();
    let tasks = LocalSet::new();
    tasks.block_on(&runtime, async {
        let taker = match manner {
            Manner::Peer => {
                let connection = raw::connect(&server.url()).await;
                Taker::Peer(Peer::new(connection, &key, limit.rate, limit.burst).await)
            }
            Manner::Leased => {
                Taker::Leased(crate::bucket(&server.url(), &key, limit.rate, limit.burst))
            }
        };
        let start = Instant::now();
        for _ in 0..TASKS {
            let (mut taker, stamps) = (taker.clone(), Rc::clone(&stamps));
            tokio::task::spawn_local(async move {
                loop {
                    taker.wait().await;
                    stamps.borrow_mut().push(start.elapsed());
                    // A client would wait for its answer here.
                    tokio::task::yield_now().await;
                }
            });
        }
        // The burst is over, and everybody waits.
        tokio::time::sleep(Duration::from_millis(300)).await;
        stamps.borrow_mut().clear();
        let before = trips(server);
        tokio::time::sleep(span).await;
        let count = trips(server) - before;
        let stamps = stamps.take();
        let seconds = span.as_secs_f64();
        Run {
            permits: float(stamps.len()) / seconds,
            trips: float(count) / seconds,
            worst: worst_window(stamps, WINDOW),
        }
    })
}

/// How often the store ran a script.
fn trips(server: &Server) -> usize {
    let stats = server.cli(&["INFO", "commandstats"]);
    let line = stats
        .lines()
        .find_map(|line| line.strip_prefix("cmdstat_evalsha:calls="));
    let calls = line.and_then(|line| line.split(',').next()?.parse().ok());
    calls.unwrap_or(0)
}

#[expect(clippy::cast_precision_loss, reason = "millions")]
fn float(count: usize) -> f64 {
    count as f64
}
