//! How long a large description takes to check beyond an empty one, dependencies aside, and how
//! much memory the compiler takes for it.
//!
//! The descriptions are written into packages of their own, under the target directory, and
//! checked by cargo as a user would, without incremental compilation. Both hold the same types,
//! so that the difference is the description.

mod check;
mod describe;

use tollgate_benches::{Checked, Plan, Reach, Spread, Table, machine, say};

use crate::check::Project;

/// Endpoints of the description that is judged.
const ENDPOINTS: usize = 300;
/// Seconds that it may take beyond the empty one.
const SECONDS: f64 = 4.0;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    say(format_args!(
        "# Checking a large description ({})\n",
        machine()
    ));
    let sizes = [0, ENDPOINTS, 4 * ENDPOINTS];
    let project = Project::write(&sizes);
    let mut rounds: [Vec<Checked>; 3] = Default::default();
    for _ in 0..plan.pick(5, 3) {
        for (&size, rounds) in sizes.iter().zip(&mut rounds) {
            rounds.push(project.check(size));
        }
    }
    let [empty, judged, _] = &rounds;
    let mut table = Table::new([
        "endpoints",
        "seconds",
        "beyond the empty one",
        "peak memory, MB",
    ]);
    for (size, checks) in sizes.iter().zip(&rounds) {
        table.row([
            size.to_string(),
            format!("{:.2}", spread(checks.iter().map(|check| check.seconds))),
            format!("{:.2}", beyond(empty, checks)),
            format!("{:.0}", spread(checks.iter().map(|check| check.megabytes))),
        ]);
    }
    table.print();
    let mut reach = Reach::default();
    let seconds = beyond(empty, judged).median;
    let what = format!("seconds for {ENDPOINTS} endpoints beyond an empty description");
    reach.at_most(&what, seconds, SECONDS);
    reach.sum_up();
}

/// Round by round: both were checked within seconds of each other.
fn beyond(empty: &[Checked], checks: &[Checked]) -> Spread {
    let pairs = checks.iter().zip(empty);
    spread(pairs.map(|(check, empty)| check.seconds - empty.seconds))
}

fn spread(figures: impl Iterator<Item = f64>) -> Spread {
    Spread::of(figures.collect())
}
