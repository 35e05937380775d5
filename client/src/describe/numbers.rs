//! Limits from plain numbers, in constants: a number that cannot be is a compile error.

use core::num::NonZeroU32;

use tollgate_limiter::{Budget, Ceiling, Cost, Period, Rate, Text, check_budget, check_cost};

use super::{BucketDescription, Description};

/// The skew of a bucket that declares none: 50 ms.
///
/// Requests of one client take different times to the vendor. On a kept connection the
/// difference is the jitter of the network, some tens of milliseconds between continents.
pub const DEFAULT_SKEW_NANOS: u64 = 50_000_000;

/// The ceiling of `count` units in any window of `per_nanos`.
#[must_use]
#[track_caller]
pub const fn window(count: u32, per_nanos: u64) -> Ceiling {
    Ceiling::Window(rate(count, per_nanos))
}

/// The ceiling of a token bucket: `count` units per `per_nanos`, `burst` at once.
#[must_use]
#[track_caller]
pub const fn token_bucket(count: u32, per_nanos: u64, burst: u32) -> Ceiling {
    let rate = rate(count, per_nanos);
    let burst = NonZeroU32::new(burst).expect("a token bucket's burst is at least 1");
    Ceiling::TokenBucket { rate, burst }
}

/// The ceiling of `slots` open exchanges.
#[must_use]
#[track_caller]
pub const fn in_flight(slots: u32) -> Ceiling {
    Ceiling::InFlight(NonZeroU32::new(slots).expect("`in_flight` is at least 1"))
}

/// The budget of `count` units per `per_nanos`, `burst` at once.
#[must_use]
#[track_caller]
pub const fn budget(count: u32, per_nanos: u64, burst: u32) -> Budget {
    Budget::new(rate(count, per_nanos), burst).expect("a budget's burst is at least 1")
}

/// The cost of `units`.
#[must_use]
#[track_caller]
pub const fn cost(units: u32) -> Cost {
    Cost::new(units).expect("a cost is at least 1")
}

#[track_caller]
const fn rate(count: u32, per_nanos: u64) -> Rate {
    let period = Period::from_nanos(per_nanos).expect("a rate's time is more than zero");
    Rate::per(count, period).expect("a rate allows at least 1: a limit of 0 lets nothing through")
}

/// Stops the build when the bucket's budget exceeds one of its ceilings.
///
/// # Panics
///
/// In a constant, with the two numbers and the largest budget that fits, after `place`.
#[track_caller]
pub const fn assert_budget(place: &str, bucket: &BucketDescription) {
    if let Some(budget) = bucket.budget
        && let Err(misfit) = check_budget(budget, bucket.ceilings)
    {
        refuse(place, misfit.message());
    }
}

/// Stops the build when a request of `cost` could never be paid from the bucket.
///
/// # Panics
///
/// In a constant, with the cost and the largest that fits, after `place`.
#[track_caller]
pub const fn assert_cost(place: &str, bucket: &BucketDescription, cost: Cost) {
    if let Err(misfit) = check_cost(cost, bucket.budget, bucket.ceilings) {
        refuse(place, misfit.message());
    }
}

#[track_caller]
const fn refuse(place: &str, message: Text) -> ! {
    let text = Text::new(place).str(": ").str(message.as_str());
    panic!("{}", text.as_str())
}

/// The index of the bucket called `name`.
///
/// # Panics
///
/// In a constant, with `complaint`, when the API declares no such bucket.
#[must_use]
#[track_caller]
pub const fn bucket_index(api: &Description, name: &str, complaint: &str) -> usize {
    let mut index = 0;
    while index < api.buckets.len() {
        if same(api.buckets[index].name, name) {
            return index;
        }
        index += 1;
    }
    panic!("{}", complaint)
}

/// The index of the API's default bucket.
///
/// # Panics
///
/// In a constant, with `complaint`, when the API declares none.
#[must_use]
#[track_caller]
pub const fn default_bucket_index(api: &Description, complaint: &str) -> usize {
    match api.default_bucket {
        Some(index) => index,
        None => panic!("{}", complaint),
    }
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut index = 0;
    while index < left.len() {
        if left[index] != right[index] {
            return false;
        }
        index += 1;
    }
    true
}
