//! Per acquire, where a permit is there: by one process, and by four at one limit.

use std::path::Path;
use std::time::{Duration, Instant};

use tollgate_benches::{Plan, Reach, Spread, Table, say, thread_cpu};

use crate::Place;
use crate::crew::{Crew, ready};
use crate::stores::{Kind, Store};

pub(crate) const PART: &str = "warm";

/// How many processes there are where there are several.
const SEVERAL: usize = 4;
/// What an acquire may take, in nanoseconds …
const NANOS: f64 = 45.0;
/// … or of the floor, whichever is more.
const FLOORS: f64 = 1.5;

/// One row of the table.
struct Subject<'a> {
    kind: Kind,
    place: &'a Place,
    alone: Figures,
    several: Figures,
}

/// What one way comes to by so many processes, round by round, in nanoseconds.
#[derive(Default)]
struct Figures {
    cpu: Vec<f64>,
    passed: Vec<f64>,
    /// The share that went on without the lock.
    unlocked: Vec<f64>,
}

pub(crate) fn bench(places: &[Place], plan: Plan, reach: &mut Reach) {
    say("## Permit available, nanoseconds per acquire and process\n");
    say("CPU is processor time; what passed includes waiting, also for a processor.\n");
    let mut subjects = subjects(places);
    for _ in 0..plan.rounds() {
        for subject in &mut subjects {
            subject.measure(plan);
        }
    }
    table(&subjects).print();
    let [floor, ours] = [Kind::Word, Kind::Ours].map(|kind| {
        let found = subjects.iter().find(|subject| subject.kind == kind);
        &found.expect("both are memory").alone.cpu
    });
    let ratio = Spread::of(
        ours.iter()
            .zip(floor)
            .map(|(ours, floor)| ours / floor)
            .collect(),
    );
    let [floor, ours] = [floor, ours].map(|rounds| Spread::of(rounds.clone()));
    reach.at_most(
        &format!("one process, ns ({ratio:.2} of the floor)"),
        ours.median,
        NANOS.max(FLOORS * floor.median),
    );
}

fn subjects(places: &[Place]) -> Vec<Subject<'_>> {
    let mut subjects = Vec::new();
    for (index, place) in places.iter().enumerate() {
        for kind in Kind::ALL {
            // What is mapped is memory wherever its file is.
            if index == 0 || !kind.is_memory() {
                subjects.push(Subject {
                    kind,
                    place,
                    alone: Figures::default(),
                    several: Figures::default(),
                });
            }
        }
    }
    subjects
}

fn table(subjects: &[Subject<'_>]) -> Table {
    let mut table = Table::new([
        "what",
        "where",
        "1 process: CPU",
        "against the floor",
        "passed",
        "4 processes: CPU",
        "against the floor",
        "passed",
        "without the lock, %",
    ]);
    // The first one.
    let floor = [&subjects[0].alone, &subjects[0].several].map(|figures| median(&figures.cpu));
    for Subject {
        kind,
        place,
        alone,
        several,
    } in subjects
    {
        table.row([
            kind.name().to_owned(),
            if kind.is_memory() {
                "memory"
            } else {
                place.name
            }
            .to_owned(),
            spread(&alone.cpu),
            format!("{:.2}", median(&alone.cpu) / floor[0]),
            format!("{:.0}", median(&alone.passed)),
            spread(&several.cpu),
            format!("{:.2}", median(&several.cpu) / floor[1]),
            format!("{:.0}", median(&several.passed)),
            format!("{:.2}", 100.0 * median(&several.unlocked)),
        ]);
    }
    table
}

fn spread(rounds: &[f64]) -> String {
    let spread = Spread::of(rounds.to_vec());
    if spread.median < 1_000.0 {
        spread.to_string()
    } else {
        format!("{spread:.0}")
    }
}

fn median(rounds: &[f64]) -> f64 {
    Spread::of(rounds.to_vec()).median
}

impl Subject<'_> {
    fn measure(&mut self, plan: Plan) {
        for (count, figures) in [(1, &mut self.alone), (SEVERAL, &mut self.several)] {
            let dir = self.place.fresh();
            let path = dir
                .to_str()
                .expect("directories of this bench have plain names");
            if self.kind == Kind::Word {
                // Whoever comes second would find it before it has its length.
                drop(Store::open(self.kind, &dir));
            }
            let millis = plan.pick(1_000, 300).to_string();
            let mut crew = Crew::start(count, &[PART, &self.kind.word(), path, &millis]);
            crew.begin("");
            let mut runs = [0.0; 4];
            for report in crew.reports() {
                let numbers = report.split_whitespace().map(str::parse::<f64>);
                for (sum, number) in runs.iter_mut().zip(numbers) {
                    *sum += number.expect("children report numbers");
                }
            }
            let [times, unlocked, cpu, passed] = runs;
            figures.cpu.push(cpu / times);
            figures.passed.push(passed / times);
            figures.unlocked.push(unlocked / times);
        }
    }
}

/// Takes permits for so long; reports how many, how many of them without the lock, and in how
/// many nanoseconds.
pub(crate) fn play(kind: Kind, dir: &Path, millis: u64) {
    let mut store = Store::open(kind, dir);
    let batch: u32 = if kind.is_memory() { 1_000 } else { 1 };
    let mut unlocked = 0_u32;
    for _ in 0..10 * batch {
        store.acquire(); // warm
    }
    ready();
    let (cpu, start) = (thread_cpu(), Instant::now());
    let end = start + Duration::from_millis(millis);
    let mut times = 0_u64;
    while Instant::now() < end {
        for _ in 0..batch {
            unlocked += u32::from(!store.acquire());
        }
        times += u64::from(batch);
    }
    let cpu = (thread_cpu() - cpu).as_nanos();
    let passed = start.elapsed().as_nanos();
    say(format_args!("{times} {unlocked} {cpu} {passed}"));
}
