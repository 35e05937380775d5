//! What was declared for a bucket.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::seconds;

/// One declaration; a bucket holds to all of those that were made for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// What the clients allow themselves.
    pub budget: Option<Budget>,
    /// What the vendor allows.
    pub ceilings: Vec<Ceiling>,
    /// By how much the ways of two requests to the vendor may differ in length.
    #[serde(rename = "skew_seconds", with = "seconds")]
    pub skew: Duration,
}

/// So many units in so long a time, some of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Units in each period.
    pub units: u32,
    /// The period.
    #[serde(rename = "period_seconds", with = "seconds")]
    pub period: Duration,
    /// Units at once after a pause.
    pub burst: u32,
}

/// A limit that the vendor publishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ceiling {
    /// No stretch of time of this length holds more than so many units.
    Window {
        /// Units in each period.
        units: u32,
        /// The period.
        #[serde(rename = "period_seconds", with = "seconds")]
        period: Duration,
    },
    /// A token bucket.
    TokenBucket {
        /// Units in each period.
        units: u32,
        /// The period.
        #[serde(rename = "period_seconds", with = "seconds")]
        period: Duration,
        /// What it holds when it is full.
        burst: u32,
    },
    /// At most so many requests open at one time.
    InFlight {
        /// So many.
        slots: u32,
    },
}
