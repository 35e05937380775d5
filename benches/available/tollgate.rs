//! Tollgate: a window, a budget, the block check and the meter, and the permit as a value.

use std::future::Future;
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tollgate_limiter::{
    Account, Bucket, Budget, Ceiling, Clock, Cost, Event, Flight, Key, Limits, Period, Permit,
    Plan, Rate, Registry, Scope, Tally,
};

use crate::subject::Subject;

/// The row that is judged: what the peers do, and the permit made a request on the wire. Its end
/// is left out, which the peers do not have.
pub(crate) const PERMIT: &str = "tollgate `try_acquire`, spend";
/// The same in machine scope.
pub(crate) const SHARED: &str = "tollgate, machine scope, `try_acquire`, spend";
/// What the client does: it can wait, but need not.
pub(crate) const ASYNC: &str = "tollgate `acquire().await`, spend";

pub(crate) fn all() -> Vec<Subject> {
    let small = || bucket("small", 1_000);
    let [taken, awaited, ended, metered, returned] = std::array::from_fn(|_| small());
    let large = bucket("large", 1_000_000);
    let [shared, shared_ended] = [in_file("shared"), in_file("shared to the end")];
    vec![
        Subject::new(PERMIT, move || sent(&taken).map(std::mem::forget).is_some()),
        Subject::new(ASYNC, move || {
            acquired(&awaited).map(std::mem::forget).is_some()
        }),
        Subject::new("tollgate, a window of a million units", move || {
            sent(&large).map(std::mem::forget).is_some()
        }),
        Subject::new("tollgate, with the end of the exchange", move || {
            sent(&ended).is_some()
        }),
        Subject::new("tollgate, a call and a request counted too", move || {
            metered.count(Event::Call);
            let flight = sent(&metered);
            metered.count(Event::Request);
            flight.is_some()
        }),
        Subject::new(SHARED, move || {
            sent(&shared).map(std::mem::forget).is_some()
        }),
        Subject::new(
            "tollgate, machine scope, with the end of the exchange",
            move || sent(&shared_ended).is_some(),
        ),
        Subject::new("tollgate, machine scope, an endpoint counted", {
            let tally = endpoint("one", 1);
            move || tally.count(Event::Call)
        }),
        Subject::new("tollgate, machine scope, one of 1,200 endpoints counted", {
            let tally = endpoint("many", 1_200);
            move || tally.count(Event::Call)
        }),
        Subject::new("tollgate, given back unspent", move || {
            returned.try_acquire(Cost::ONE).is_ok()
        }),
    ]
}

/// The same bucket in a file that other processes may share, which nobody else uses.
fn in_file(name: &str) -> Bucket {
    let plan = Plan::new("bench", "nobody").bucket(name, limits(1_000));
    account(name, &plan).bucket(name).expect("declared").clone()
}

/// The last of so many endpoints in such a file.
fn endpoint(name: &str, count: usize) -> Tally {
    let plan = (0..count).fold(Plan::new("bench", "nobody"), |plan, index| {
        plan.endpoint(format!("endpoint {index}"))
    });
    let last = format!("endpoint {}", count - 1);
    let account = account(name, &plan);
    account.endpoint(&last).expect("declared").clone()
}

/// What `plan` declares, in a directory of its own.
fn account(name: &str, plan: &Plan) -> Account {
    static DIR: LazyLock<tempfile::TempDir> =
        LazyLock::new(|| tempfile::tempdir().expect("a directory"));
    let scope = Scope::Machine(Some(DIR.path().join(name)));
    let account = Registry::with_clock(Clock::monotonic()).account(plan, &scope);
    account.expect("a file")
}

fn sent(bucket: &Bucket) -> Option<Flight> {
    bucket.try_acquire(Cost::ONE).ok().map(Permit::spend)
}

/// A bucket whose window of `units` frees them faster than they can be taken.
fn bucket(name: &str, units: u32) -> Bucket {
    Registry::process().bucket(Key::new("bench", name, "nobody"), limits(units))
}

fn limits(units: u32) -> Limits {
    let period = Period::from_nanos(u64::from(units)).expect("at least one");
    let ceiling = Ceiling::Window(Rate::per(units, period).expect("at least one"));
    let rate = Rate::per(1_000_000_000, Period::SECOND).expect("more than zero");
    let budget = Budget::new(rate, units);
    Limits::new(vec![ceiling], budget, Duration::ZERO).expect("the budget fits")
}

/// Polls once: where a permit is there, that is all it takes.
fn acquired(bucket: &Bucket) -> Option<Flight> {
    let mut context = Context::from_waker(Waker::noop());
    let permit = pin!(bucket.acquire(Cost::ONE, None));
    match permit.poll(&mut context) {
        Poll::Ready(permit) => permit.ok().map(Permit::spend),
        Poll::Pending => None,
    }
}
