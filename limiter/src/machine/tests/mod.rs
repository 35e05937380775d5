//! What is promised of files that processes share, with several desks in one process standing for
//! several processes.

mod accounts;
mod damage;
mod helpers;
mod hostile;
mod other_boot;
mod replaced;
mod rules;
mod surveys;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tollgate_mapped::World;

use crate::{
    Account, Ceiling, Clock, Cost, Limits, ManualClock, Period, Plan, Rate, StoreError, machine,
};

/// One of several processes.
struct Process {
    desk: Arc<machine::desk::Desk>,
}

impl Process {
    fn new(dir: &Path, clock: Clock) -> Self {
        let desk = machine::desk(&Plan::new("api.example", "me"), dir, clock);
        Self {
            desk: Arc::new(desk.expect("a directory")),
        }
    }

    /// One of another boot of the machine, or of a container.
    fn of_world(world: World, dir: &Path, clock: Clock) -> Self {
        let desk = machine::desk_in(world, &Plan::new("api.example", "me"), dir, clock);
        Self {
            desk: Arc::new(desk.expect("a directory")),
        }
    }

    fn open(&self, plan: &Plan) -> Account {
        self.try_open(plan).expect("a file")
    }

    fn try_open(&self, plan: &Plan) -> Result<Account, StoreError> {
        machine::open(plan, &self.desk)
    }
}

fn window(count: u32, period: Duration) -> Limits {
    let period =
        Period::from_nanos(u64::try_from(period.as_nanos()).expect("short")).expect("some");
    let rate = Rate::per(count, period).expect("a rate");
    Limits::new(vec![Ceiling::Window(rate)], None, Duration::ZERO).expect("limits")
}

fn plan(limits: &Limits) -> Plan {
    Plan::new("api.example", "me").bucket("read", limits.clone())
}

/// A clock that starts when the machine has run for a while, and its hands.
fn hands() -> ManualClock {
    let hands = ManualClock::new();
    hands.advance(Duration::from_secs(3_600));
    hands
}

/// Takes up to `times` permits and spends them; how many there were.
fn take(account: &Account, times: usize) -> usize {
    let bucket = account.bucket("read").expect("declared");
    (0..times)
        .filter(|_| {
            let permit = bucket.try_acquire(Cost::ONE);
            permit.map(|permit| drop(permit.spend())).is_ok()
        })
        .count()
}
