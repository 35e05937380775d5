//! 64 tasks that give up waiting at random: what is lost, and what is minted, by cancelling.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tollgate_benches::{
    Crowd, Limit, Limiter, Plan, Reach, Spread, TASKS, Table, crowd, machine, say,
};

const LIMIT: Limit = Limit {
    rate: 100,
    burst: 5,
};
/// The share of the rate that must be granted in spite of it.
const SHARE: f64 = 0.99;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    let span = plan.pick(Duration::from_secs(10), Duration::from_secs(2));
    say(format_args!(
        "# Cancel storm: {TASKS} tasks, 100/s, burst 5, each gives up after 1 to 1,000 ms, {} × {span:?} ({})\n",
        plan.rounds(),
        machine()
    ));
    let limiters: [fn(Limit) -> Limiter; 5] = [
        Limit::governor,
        Limit::leaky_bucket,
        Limit::async_rate_limiter,
        Limit::tollgate_budget,
        Limit::tollgate_window,
    ];
    let mut runs = limiters.map(|_| Vec::new());
    for _ in 0..plan.rounds() {
        for (limiter, runs) in limiters.iter().zip(&mut runs) {
            runs.push(storm(limiter(LIMIT), span));
        }
    }
    let mut table = Table::new([
        "what",
        "share of the limit",
        "worst 100 ms",
        "grants per task",
        "CPU s",
    ]);
    let mut reach = Reach::default();
    let mut judged = Vec::new();
    for (limiter, runs) in limiters.iter().zip(&runs) {
        let sample = limiter(LIMIT);
        let share = spread(runs, |run| run.share);
        let worst = spread(runs, |run| run.worst);
        table.row([
            sample.name.to_owned(),
            format!("{share:.3}"),
            format!("{worst:.2}"),
            format!(
                "{}–{}",
                runs.iter().map(|run| run.least).min().unwrap_or_default(),
                runs.iter().map(|run| run.most).max().unwrap_or_default()
            ),
            format!("{:.3}", spread(runs, |run| run.cpu)),
        ]);
        if sample.is_ours() {
            judged.push((sample.name, share, worst));
        }
    }
    table.print();
    for (name, share, worst) in judged {
        reach.at_least(&format!("{name}: share"), share.median, SHARE);
        reach.at_most(&format!("{name}: worst 100 ms"), worst.max, 1.0);
    }
    reach.sum_up();
}

fn storm(limiter: Limiter, span: Duration) -> Crowd {
    crowd(LIMIT, limiter, span, |limiter| async move {
        let patience = Duration::from_millis(1 + random() % 1_000);
        tokio::time::timeout(patience, limiter.wait()).await.is_ok()
    })
}

fn spread(runs: &[Crowd], figure: impl Fn(&Crowd) -> f64) -> Spread {
    Spread::of(runs.iter().map(figure).collect())
}

/// The next number of one sequence for all: splitmix64, whose state is a counter.
fn random() -> u64 {
    static STATE: AtomicU64 = AtomicU64::new(0);
    let mut z = STATE.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
