//! Eight processes that always want permits of one ceiling: how much of it they reach together,
//! and whether any window holds more than it allows.

use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tollgate_benches::{Limit, Plan, Reach, Spread, Table, process_cpu, say, worst_window};
use tollgate_limiter::{Bucket, Ceiling, Cost, Limits, Moment, Period, Rate};
use tollgate_mapped::boottime;

use crate::Place;
use crate::crew::{Crew, ready};
use crate::stores::{BUCKET, account};

pub(crate) const PART: &str = "ceiling";

const PROCESSES: usize = 8;
/// Tasks in each process.
const TASKS: usize = 8;
/// The share of the ceiling that must be reached.
const SHARE: f64 = 0.99;
const WINDOW: Duration = Duration::from_millis(100);

const CEILINGS: [Limit; 2] = [
    Limit {
        rate: 1_000,
        burst: 20,
    },
    Limit {
        rate: 100,
        burst: 20,
    },
];

/// What one run came to.
struct Run {
    share: f64,
    /// The most in 100 ms, of what is allowed: by the moments of the grants …
    granted: f64,
    /// … and by those at which a request would have left.
    left: f64,
    /// Grants of a process, the fewest and the most.
    least: usize,
    most: usize,
    cpu: f64,
}

pub(crate) fn bench(place: &Place, plan: Plan, reach: &mut Reach) {
    let span = plan.pick(Duration::from_secs(5), Duration::from_secs(1));
    say(format_args!(
        "## {PROCESSES} processes of {TASKS} tasks under one ceiling, {} × {span:?}\n",
        plan.rounds()
    ));
    let mut table = Table::new([
        "ceiling",
        "share",
        "worst 100 ms, granted",
        "worst 100 ms, left",
        "grants per process",
        "CPU s, all",
    ]);
    let mut verdicts = Vec::new();
    for limit in CEILINGS {
        let runs: Vec<Run> = (0..plan.rounds())
            .map(|_| together(place, limit, span))
            .collect();
        let spread = |figure: fn(&Run) -> f64| Spread::of(runs.iter().map(figure).collect());
        let (share, granted) = (spread(|run| run.share), spread(|run| run.granted));
        let least = runs.iter().map(|run| run.least).min().unwrap_or_default();
        let most = runs.iter().map(|run| run.most).max().unwrap_or_default();
        let name = format!("{}/s, burst {}", limit.rate, limit.burst);
        table.row([
            name.clone(),
            format!("{share:.3}"),
            format!("{granted:.3}"),
            format!("{:.3}", spread(|run| run.left)),
            format!("{least}–{most}"),
            format!("{:.2}", spread(|run| run.cpu)),
        ]);
        verdicts.push((name, share, granted));
    }
    table.print();
    for (name, share, granted) in verdicts {
        reach.at_least(&format!("{name}: share"), share.median, SHARE);
        reach.at_most(&format!("{name}: worst 100 ms"), granted.max, 1.0);
    }
}

fn together(place: &Place, limit: Limit, span: Duration) -> Run {
    let dir = place.fresh();
    let path = dir
        .to_str()
        .expect("directories of this bench have plain names");
    let [rate, burst] = [limit.rate, limit.burst].map(|number| number.to_string());
    let mut crew = Crew::start(PROCESSES, &[PART, path, &rate, &burst]);
    // The burst goes to none of them: all are to wait.
    let account = account(&dir, limits(limit.rate, limit.burst));
    let bucket = account.bucket(BUCKET).expect("declared");
    let start = boottime();
    let mut stamps = Vec::new();
    for _ in 0..limit.burst {
        let permit = bucket.try_acquire(Cost::ONE).expect("the burst is there");
        stamps.push([permit.granted().as_nanos(), boottime()].map(Duration::from_nanos));
        drop(permit.spend());
    }
    // Between two slots, so that it holds the same number of them however late the last is.
    let half_unit = Duration::from_secs(1) / (2 * limit.rate);
    let end = start + nanos(span + half_unit);
    crew.begin(end);
    let reports: Vec<Report> = crew.reports().iter().map(|text| read(text, end)).collect();
    summed_up(stamps, &reports, limit, span)
}

/// What one process has to say: when its permits were granted and when it had them, and the
/// seconds of processor time that it used.
struct Report {
    stamps: Vec<[Duration; 2]>,
    cpu: f64,
}

fn read(text: &str, end: u64) -> Report {
    let mut numbers = text.split_whitespace().map(|text| {
        let number = text.parse::<u64>();
        number.expect("children report numbers")
    });
    let cpu = numbers.next().map_or(Duration::ZERO, Duration::from_nanos);
    let mut stamps = Vec::new();
    while let (Some(granted), Some(left)) = (numbers.next(), numbers.next()) {
        if granted < end {
            stamps.push([granted, left].map(Duration::from_nanos));
        }
    }
    let cpu = cpu.as_secs_f64();
    Report { stamps, cpu }
}

fn summed_up(burst: Vec<[Duration; 2]>, reports: &[Report], limit: Limit, span: Duration) -> Run {
    let counts = || reports.iter().map(|report| report.stamps.len());
    let mut all = burst;
    all.extend(reports.iter().flat_map(|report| &report.stamps));
    let worst = |index: usize| {
        let stamps = all.iter().map(|stamps| stamps[index]).collect();
        worst_window(stamps, WINDOW) / limit.allowed(WINDOW)
    };
    Run {
        share: float(all.len()) / limit.allowed(span),
        granted: worst(0),
        left: worst(1),
        least: counts().min().unwrap_or_default(),
        most: counts().max().unwrap_or_default(),
        cpu: reports.iter().map(|report| report.cpu).sum(),
    }
}

/// Takes permits until the moment that it is told; reports when.
pub(crate) fn play(dir: &Path, rate: u32, burst: u32) {
    let account = account(dir, limits(rate, burst));
    let bucket = account.bucket(BUCKET).expect("declared");
    let runtime = Builder::new_current_thread().enable_time().build();
    let runtime = runtime.expect("a runtime can be started");
    let end: u64 = ready().parse().expect("a moment");
    let before = process_cpu();
    let stamps = runtime.block_on(crowd(bucket, end));
    say((process_cpu() - before).as_nanos());
    for [granted, left] in stamps {
        say(format_args!("{granted} {left}"));
    }
}

async fn crowd(bucket: &Bucket, end: u64) -> Vec<[u64; 2]> {
    let mut tasks = JoinSet::new();
    for _ in 0..TASKS {
        tasks.spawn(one(bucket.clone(), end));
    }
    tasks.join_all().await.concat()
}

/// Waits for permits as long as they come before `end`.
async fn one(bucket: Bucket, end: u64) -> Vec<[u64; 2]> {
    let mut stamps = Vec::new();
    while let Ok(permit) = bucket.acquire(Cost::ONE, Moment::from_nanos(end)).await {
        stamps.push([permit.granted().as_nanos(), boottime()]);
        drop(permit.spend());
        // A client would wait for its answer here.
        tokio::task::yield_now().await;
    }
    stamps
}

/// A vendor's token bucket whose requests arrive as they leave.
fn limits(rate: u32, burst: u32) -> Limits {
    let rate = Rate::per(rate, Period::SECOND).expect("more than zero");
    let burst = NonZeroU32::new(burst).expect("more than zero");
    let ceiling = Ceiling::TokenBucket { rate, burst };
    Limits::new(vec![ceiling], None, Duration::ZERO).expect("one ceiling")
}

fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}
