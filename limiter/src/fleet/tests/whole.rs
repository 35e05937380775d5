//! Buckets by way of a real store, from the queue to the script and back.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use tollgate_limits::{Budget, Ceiling, Cost, Period, Rate};

use super::server::Server;
use crate::fleet::{Fleet, StoreFault, Without};
use crate::{Account, Clock, Limits, Moment, Plan, RefusedKind, Registry, Scope};

fn window(count: u32, millis: u64) -> Limits {
    let period = Period::from_millis(millis).expect("a period");
    let rate = Rate::per(count, period).expect("a rate");
    Limits::new(vec![Ceiling::Window(rate)], None, Duration::ZERO).expect("limits")
}

/// A machine of its own, with a clock that is so much ahead.
fn machine(ahead: u64) -> Registry {
    Registry::with_clock(Clock::ahead(Duration::from_secs(ahead)))
}

fn account(registry: &Registry, fleet: &Fleet, limits: Limits) -> Account {
    let plan = Plan::new("whole.example", "me").bucket("read", limits);
    let scope = Scope::Fleet(fleet.clone());
    registry.account(&plan, &scope).expect("an account")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn machines_with_other_clocks_keep_one_window() {
    let server = Server::start();
    let fleet = Fleet::new(server.url());
    let registries: Vec<Registry> = [0, 60, 120].map(machine).into();
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for registry in &registries {
        let account = account(registry, &fleet, window(50, 500));
        for _ in 0..4 {
            let bucket = account.bucket("read").expect("declared").clone();
            tasks.push(tokio::spawn(async move {
                let mut departures = Vec::new();
                while begun.elapsed() < Duration::from_secs(3) {
                    let permit = bucket.acquire(Cost::ONE, None).await.expect("no deadline");
                    departures.push(begun.elapsed());
                    drop(permit.spend());
                }
                departures
            }));
        }
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("joined"));
    }
    all.sort_unstable();
    for pair in all.windows(51) {
        let apart = pair[50] - pair[0];
        assert!(apart >= Duration::from_millis(500), "{apart:?}");
    }
    // A server that was just started may have given everything before.
    let lasted = begun.elapsed() - all[0];
    let most = 50.0 * (lasted.as_secs_f64() / 0.5 + 1.0);
    let share = all.len() as f64 / most;
    assert!(share > 0.8, "{} of {most} in {lasted:?}", all.len());
}
