//! What it costs that machines share a limit by way of a store: permits per second at no limit that
//! matters, one a trip and leased, beside the least that a trip costs and a plain script of a peer;
//! and whether leases keep a limit, with how many trips.
//!
//! The store is a server of its own, on a Unix socket; all programs are on one machine, so a trip is
//! as short as it can be.

mod limited;
mod peer;
mod raw;
mod recorder;
mod speed;

use tollgate_benches::{Plan, Reach, machine, say};
use tollgate_storekit::Server;

fn main() {
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    say(format_args!("# A fleet ({})\n", machine()));
    let server = Server::start();
    let mut reach = Reach::default();
    speed::bench(&server, plan, &mut reach);
    limited::bench(&server, plan, &mut reach);
    reach.sum_up();
}

/// A bucket that the store at `url` decides about, with so many per second and so many at once.
fn bucket(url: &str, account: &str, rate: u32, burst: u32) -> tollgate_limiter::Bucket {
    use std::num::NonZeroU32;
    use tollgate_limiter::{Ceiling, Fleet, Limits, Period, Plan, Rate, Registry, Scope};

    let number = |number| NonZeroU32::new(number).expect("not zero");
    let ceiling = Ceiling::TokenBucket {
        rate: Rate::new(number(rate), Period::SECOND),
        burst: number(burst),
    };
    let limits = Limits::new(vec![ceiling], None, std::time::Duration::ZERO);
    let plan = Plan::new("bench.example", account).bucket("read", limits.expect("limits"));
    let account = Registry::process().account(&plan, &Scope::Fleet(Fleet::new(url)));
    let account = account.expect("an account");
    account.bucket("read").expect("declared").clone()
}
