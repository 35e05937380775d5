//! 64 tasks that always want a permit: how much of the limit is used, whether any window holds
//! more than is allowed, how evenly the tasks are served, and what the waiting costs.

use std::time::Duration;

use tollgate_benches::{
    Crowd, Limit, Limiter, Plan, Reach, Spread, TASKS, Table, crowd, machine, say,
};

/// The share of the rate that must be used where the burst covers the timer's lateness.
const SHARE: f64 = 0.99;
/// How far off the mean a task's grants may be.
const UNEVEN: f64 = 0.25;
/// So many grants a task have to be there for that to mean anything.
const EVEN_FROM: f64 = 4.0;
/// The processor seconds of the prototype per second of a run, at each rate.
const PROTOTYPE: [(u32, f64); 4] = [
    (10, 0.02 / 3.0),
    (100, 0.02 / 3.0),
    (1_000, 0.06 / 3.0),
    (50_000, 0.18 / 3.0),
];

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    let span = plan.pick(Duration::from_secs(3), Duration::from_secs(1));
    say(format_args!(
        "# Saturation: {TASKS} tasks, {} × {span:?} ({})\n",
        plan.rounds(),
        machine()
    ));
    let mut table = Table::new([
        "limit",
        "what",
        "share of the limit",
        "worst 100 ms",
        "grants per task",
        "CPU s",
    ]);
    let mut reach = Reach::default();
    let mut verdicts = Vec::new();
    for (rate, prototype) in PROTOTYPE {
        for burst in [1, (rate / 50).max(2)] {
            let limit = Limit { rate, burst };
            for figures in measured(limit, span, plan) {
                table.row(figures.cells(limit));
                if figures.ours {
                    verdicts.push((limit, prototype * span.as_secs_f64(), figures));
                }
            }
        }
    }
    table.print();
    for (limit, prototype, figures) in verdicts {
        figures.judge(limit, prototype, &mut reach);
    }
    reach.sum_up();
}

/// What one limiter came to in all rounds.
struct Figures {
    name: &'static str,
    ours: bool,
    rounds: Vec<Crowd>,
}

/// All limiters, round by round.
fn measured(limit: Limit, span: Duration, plan: Plan) -> Vec<Figures> {
    let limiters = [
        Limit::governor,
        Limit::leaky_bucket,
        Limit::ratelimit,
        Limit::tollgate_budget,
        Limit::tollgate_window,
    ];
    let mut all = limiters.map(|limiter: fn(Limit) -> Limiter| {
        let sample = limiter(limit);
        Figures {
            name: sample.name,
            ours: sample.is_ours(),
            rounds: Vec::new(),
        }
    });
    for _ in 0..plan.rounds() {
        for (figures, limiter) in all.iter_mut().zip(limiters) {
            let run = crowd(limit, limiter(limit), span, |limiter| async move {
                limiter.wait().await;
                true
            });
            figures.rounds.push(run);
        }
    }
    all.into()
}

impl Figures {
    fn spread(&self, figure: impl Fn(&Crowd) -> f64) -> Spread {
        Spread::of(self.rounds.iter().map(figure).collect())
    }

    fn least(&self) -> usize {
        self.rounds
            .iter()
            .map(|run| run.least)
            .min()
            .unwrap_or_default()
    }

    fn most(&self) -> usize {
        self.rounds
            .iter()
            .map(|run| run.most)
            .max()
            .unwrap_or_default()
    }

    fn cells(&self, Limit { rate, burst }: Limit) -> [String; 6] {
        [
            format!("{rate}/s, burst {burst}"),
            self.name.to_owned(),
            format!("{:.3}", self.spread(|run| run.share)),
            format!("{:.2}", self.spread(|run| run.worst).max),
            format!("{}–{}", self.least(), self.most()),
            format!("{:.3}", self.spread(|run| run.cpu)),
        ]
    }

    fn judge(&self, limit: Limit, prototype: f64, reach: &mut Reach) {
        let Limit { rate, burst } = limit;
        let what = |figure| format!("{rate}/s, burst {burst}, {}: {figure}", self.name);
        let worst = self.spread(|run| run.worst).max;
        reach.at_most(&what("worst 100 ms"), worst, 1.0);
        if burst == 1 {
            return;
        }
        let share = self.spread(|run| run.share).median;
        reach.at_least(&what("share"), share, SHARE);
        let cpu = self.spread(|run| run.cpu).median;
        reach.at_most(&what("CPU s"), cpu, prototype);
        if self.rounds.iter().any(|run| run.mean < EVEN_FROM) {
            return;
        }
        let uneven = self.rounds.iter().map(unevenness).fold(0.0, f64::max);
        reach.at_most(&what("grants per task off the mean"), uneven, UNEVEN);
    }
}

/// By how much of the mean a task was off it, beyond the one grant that any task is off when the
/// grants cannot be shared out evenly.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn unevenness(run: &Crowd) -> f64 {
    let mean = run.mean;
    let off = (run.most as f64 - mean).max(mean - run.least as f64);
    (off - 1.0).max(0.0) / mean
}
