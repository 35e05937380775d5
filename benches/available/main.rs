//! What an acquire costs when a permit is there: processor nanoseconds, by one thread and by two
//! on one object, beside the peers and beside the least that any limiter has to do, which is to
//! read a clock and swap one word.

mod floors;
mod measure;
mod peers;
mod subject;
mod tollgate;

use tollgate_benches::{Plan, Reach, Spread, Table, machine, say};

use crate::measure::Figures;
use crate::subject::Subject;

/// What a permit may cost, against the clock and the swap, and against governor by that clock.
const REACH: f64 = 1.3;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    say(format_args!("# Permit available ({})\n", machine()));
    let subjects: Vec<Subject> = floors::all()
        .into_iter()
        .chain(peers::all())
        .chain(tollgate::all())
        .collect();
    let figures = measure::all(&subjects, plan);
    table(&subjects, &figures).print();
    judge(&subjects, &figures);
}

fn table(subjects: &[Subject], figures: &[Figures]) -> Table {
    let floor = &figures[position(subjects, floors::INSTANT)];
    let mut table = Table::new([
        "what",
        "1 thread, ns",
        "against the floor",
        "2 threads, ns",
        "against the floor",
        "allocations",
    ]);
    for (subject, figures) in subjects.iter().zip(figures) {
        table.row([
            subject.name.to_owned(),
            figures.alone.to_string(),
            format!("{:.2}", figures.alone.median / floor.alone.median),
            figures.shared.to_string(),
            format!("{:.2}", figures.shared.median / floor.shared.median),
            figures.allocations.to_string(),
        ]);
    }
    table
}

fn judge(subjects: &[Subject], figures: &[Figures]) {
    let of = |name: &str| -> &Figures { &figures[position(subjects, name)] };
    let ours = of(tollgate::PERMIT);
    let mut reach = Reach::default();
    let mut against = |name: &str| {
        let rounds = ours.rounds.iter().zip(&of(name).rounds);
        let ratio = Spread::of(rounds.map(|(ours, theirs)| ours / theirs).collect());
        reach.at_most(
            &format!("one thread, against {name} ({ratio:.2})"),
            ratio.median,
            REACH,
        );
    };
    against(floors::INSTANT);
    against(peers::GOVERNOR_MONOTONIC);
    for name in [tollgate::PERMIT, tollgate::ASYNC] {
        #[expect(clippy::cast_precision_loss, reason = "a handful")]
        reach.at_most(
            &format!("allocations of {name}"),
            of(name).allocations as f64,
            0.0,
        );
    }
    reach.sum_up();
}

fn position(subjects: &[Subject], name: &str) -> usize {
    let found = subjects.iter().position(|subject| subject.name == name);
    found.expect("every name in a comparison is one of the subjects'")
}
