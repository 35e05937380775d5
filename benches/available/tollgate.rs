//! Tollgate: a window, a budget, the block check and the meter, and the permit as a value.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tollgate_limiter::{Bucket, Budget, Ceiling, Cost, Event, Key, Limits, Period, Rate, Registry};

use crate::subject::Subject;

/// The row that is judged.
pub(crate) const PERMIT: &str = "tollgate `try_acquire`, spend, end";
/// What the client does: it can wait, but need not.
pub(crate) const ASYNC: &str = "tollgate `acquire().await`, spend, end";

pub(crate) fn all() -> Vec<Subject> {
    let small = bucket("small", 1_000);
    let awaited = small.clone();
    let metered = small.clone();
    let given_back = small.clone();
    let large = bucket("large", 1_000_000);
    vec![
        Subject::new(PERMIT, move || {
            small
                .try_acquire(Cost::ONE)
                .map(|permit| drop(permit.spend()))
                .is_ok()
        }),
        Subject::new(ASYNC, move || acquire(&awaited)),
        Subject::new("tollgate, a call and a request counted too", move || {
            metered.count(Event::Call);
            let permit = metered.try_acquire(Cost::ONE);
            metered.count(Event::Request);
            permit.map(|permit| drop(permit.spend())).is_ok()
        }),
        Subject::new("tollgate, given back unspent", move || {
            given_back.try_acquire(Cost::ONE).is_ok()
        }),
        Subject::new("tollgate, a window of a million units", move || {
            large
                .try_acquire(Cost::ONE)
                .map(|permit| drop(permit.spend()))
                .is_ok()
        }),
    ]
}

/// A bucket whose window of `units` frees them faster than they can be taken.
fn bucket(name: &str, units: u32) -> Bucket {
    let period = Period::from_nanos(u64::from(units)).expect("at least one");
    let ceiling = Ceiling::Window(Rate::per(units, period).expect("at least one"));
    let rate = Rate::per(1_000_000_000, Period::SECOND).expect("more than zero");
    let budget = Budget::new(rate, units);
    let limits = Limits::new(vec![ceiling], budget, Duration::ZERO).expect("the budget fits");
    Registry::process().bucket(Key::new("bench", name, "nobody"), limits)
}

/// Polls once: where a permit is there, that is all it takes.
fn acquire(bucket: &Bucket) -> bool {
    let mut context = Context::from_waker(Waker::noop());
    let permit = pin!(bucket.acquire(Cost::ONE, None));
    match permit.poll(&mut context) {
        Poll::Ready(permit) => permit.map(|permit| drop(permit.spend())).is_ok(),
        Poll::Pending => false,
    }
}
