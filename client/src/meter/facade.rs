//! The bridge to the facade of the crate `metrics`.
//!
//! It tells what this process did, and nothing that it reads from what processes share: a scraper
//! adds processes up. Labels are the API's identity, names of buckets and endpoints; who pays is
//! not among them. Without a recorder the facade does nothing.

use core::time::Duration;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use metrics::{Unit, counter, gauge, histogram};
use tollgate_limiter::{Bucket, Key};

use super::names::{CALLS, EXHAUSTED, PERMITS, REFUSED, REQUESTS, RETRIES, RETURNED, UNSENT};
use crate::shared::Paid;

const WAIT: &str = "tollgate_wait_seconds";
const BLOCKS: &str = "tollgate_blocks_total";
const IN_FLIGHT: &str = "tollgate_in_flight";
/// These three in the scope of a fleet only.
const TRIPS: &str = "tollgate_trips_total";
const LEASES: &str = "tollgate_leases_total";
const LEASE_LOSSES: &str = "tollgate_lease_losses_total";
const WAITING: &str = "tollgate_waiting";
const PAID_SHARE: &str = "tollgate_paid_share";

/// What a number is labelled with.
#[derive(Clone)]
pub(super) struct Labels(Arc<Names>);

struct Names {
    api: String,
    bucket: &'static str,
    endpoint: &'static str,
}

impl Labels {
    pub(super) fn new(paid: &Paid, endpoint: &'static str) -> Self {
        Self(Arc::new(Names {
            api: api(&paid.bucket),
            bucket: paid.name,
            endpoint,
        }))
    }

    pub(super) fn count(&self, name: &'static str) {
        let Names {
            api,
            bucket,
            endpoint,
        } = &*self.0;
        counter!(name, "api" => api.clone(), "bucket" => *bucket, "endpoint" => *endpoint)
            .increment(1);
    }

    /// A permit was waited for, also in vain.
    pub(super) fn waited(&self, wait: Duration) {
        let Names {
            api,
            bucket,
            endpoint,
        } = &*self.0;
        histogram!(WAIT, "api" => api.clone(), "bucket" => *bucket, "endpoint" => *endpoint)
            .record(wait);
    }

    pub(super) fn waits(&self) {
        self.gauge(WAITING).increment(1);
    }

    pub(super) fn waits_no_more(&self) {
        self.gauge(WAITING).decrement(1);
    }

    pub(super) fn departs(&self) {
        self.gauge(IN_FLIGHT).increment(1);
    }

    pub(super) fn lands(&self) {
        self.gauge(IN_FLIGHT).decrement(1);
    }

    fn gauge(&self, name: &'static str) -> metrics::Gauge {
        gauge!(name, "api" => self.0.api.clone(), "bucket" => self.0.bucket)
    }
}

/// An answer to this process blocks a bucket.
pub(crate) fn blocked(paid: &Paid) {
    counter!(BLOCKS, "api" => api(&paid.bucket), "bucket" => paid.name).increment(1);
}

/// What a store has given to this process, as far as it was not told yet.
pub(super) fn leased(paid: &Paid) {
    /// Once for all clients of an account.
    static TOLD: LazyLock<Mutex<HashMap<Key, [u64; 3]>>> = LazyLock::new(Mutex::default);

    if !paid.bucket.is_leased() {
        return;
    }
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    let before = told.entry(paid.bucket.key().clone()).or_default();
    let meter = paid.bucket.meter();
    let now = [meter.trips, meter.leases, meter.lease_losses];
    // A bucket that was forgotten and made anew begins at zero.
    let is_new = now.iter().zip(&*before).any(|(now, before)| now < before);
    let before = std::mem::replace(before, now);
    let before = if is_new { [0; 3] } else { before };
    drop(told);
    for (index, name) in [TRIPS, LEASES, LEASE_LOSSES].into_iter().enumerate() {
        if now[index] > before[index] {
            counter!(name, "api" => api(&paid.bucket), "bucket" => paid.name)
                .increment(now[index] - before[index]);
        }
    }
}

/// What part of a bucket's units was paid for here, as of the vendor's latest report.
pub(super) fn share(paid: &Paid, share: f64) {
    gauge!(PAID_SHARE, "api" => api(&paid.bucket), "bucket" => paid.name).set(share);
}

fn api(bucket: &Bucket) -> String {
    bucket.key().api().to_owned()
}

/// Tells a recorder what the numbers mean.
pub(crate) fn describe() {
    let counters = [
        (CALLS, "calls made"),
        (REQUESTS, "requests put on the wire"),
        (UNSENT, "requests of these that provably were not sent"),
        (PERMITS, "permits granted"),
        (RETURNED, "permits of these that were given back"),
        (RETRIES, "requests that were retries"),
        (EXHAUSTED, "how often no permit was there at once"),
        (REFUSED, "requests that a breaker refused"),
        (BLOCKS, "pauses that answers asked for"),
        (TRIPS, "trips to the store of a fleet"),
        (LEASES, "units that the store of a fleet has given"),
        (LEASE_LOSSES, "units of these that were not used in time"),
    ];
    for (name, meaning) in counters {
        metrics::describe_counter!(name, Unit::Count, meaning);
    }
    metrics::describe_histogram!(WAIT, Unit::Seconds, "waits for permits, also in vain");
    metrics::describe_gauge!(IN_FLIGHT, Unit::Count, "exchanges that are open");
    metrics::describe_gauge!(WAITING, Unit::Count, "requests that wait for a permit");
    let meaning = "the part of what the vendor counted that was paid for here, from 0 to 1";
    metrics::describe_gauge!(PAID_SHARE, meaning);
}
