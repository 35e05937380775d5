//! What is counted beside the buckets, and how it is told.
//!
//! In: what becomes of the requests of an endpoint. Out: its counters, a line for each cycle of
//! reports, and, with the feature `metrics`, the numbers of this process for whoever records them.
//! Nothing here decides anything, and nothing here sees a path, a query or a credential.

mod counters;
mod endpoints;
#[cfg_attr(not(feature = "metrics"), path = "silent.rs")]
mod facade;
mod names;
mod report;
mod share;
mod toll;

pub(crate) use self::counters::Counters;
pub(crate) use self::endpoints::{Endpoints, OTHER, RAW, TOKEN};
pub(crate) use self::facade::{blocked, describe};
pub(crate) use self::report::Report;
pub(crate) use self::share::{Percent, heard};
pub(crate) use self::toll::{Granted, Open};
