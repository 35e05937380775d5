//! What the generated client costs above the bare HTTP library doing the same: calls per second
//! on the loopback with keep-alive, processor time of the client's thread, and allocations.
//!
//! Both take turns in short stretches, so that they see the same machine; a ratio is the median
//! over the pairs of neighbouring stretches, and the range is the middle half of them.

mod bare;
mod item;
mod measure;
mod server;
mod shop;
mod side;

use tollgate_benches::{Plan, Reach, Table, machine, say};

use crate::measure::{Figures, Setting};
use crate::side::Side;

/// The share of the bare library's calls per second that must be reached.
const SPEED: f64 = 0.97;
/// The allocations that a call may cost above it.
const ALLOCATIONS: f64 = 6.0;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    say(format_args!(
        "# The client beside bare reqwest ({})\n",
        machine()
    ));
    let base = server::start();
    let sides = [
        Side::tollgate(&base),
        Side::bare(&base, true),
        Side::bare(&base, false),
    ];
    let mut table = Table::new([
        "call",
        "at once",
        "what",
        "calls/s",
        "of reqwest's",
        "CPU µs per call",
        "of reqwest's",
        "allocations per call",
    ]);
    let mut reach = Reach::default();
    let mut judged = Vec::new();
    for setting in Setting::ALL {
        let figures = measure::all(&sides, setting, plan);
        for (side, figures) in sides.iter().zip(&figures) {
            table.row(cells(setting, side, figures));
        }
        let [ours, bare, _] = figures;
        judged.push((setting, ours, bare));
    }
    table.print();
    for (setting, ours, bare) in judged {
        let what = |figure| format!("{setting}: {figure}");
        reach.at_least(
            &what("calls per second of reqwest's"),
            ours.speed.median,
            SPEED,
        );
        let above = ours.allocations - bare.allocations;
        reach.at_most(&what("allocations above reqwest's"), above, ALLOCATIONS);
    }
    reach.sum_up();
}

fn cells(setting: Setting, side: &Side, figures: &Figures) -> [String; 8] {
    [
        setting.verb.to_owned(),
        setting.at_once.to_string(),
        side.name.to_owned(),
        format!("{:.0}", figures.calls),
        format!("{:.3}", figures.speed),
        format!("{:.1}", figures.cpu),
        format!("{:.3}", figures.cost),
        format!("{:.1}", figures.allocations),
    ]
}
