//! `RateLimit` and `RateLimit-Policy`, draft-ietf-httpapi-ratelimit-headers, as structured
//! fields (RFC 9651), with the spellings of the drafts before.
//!
//! In: header fields. Out: the members that the draft's grammar allows, and how many it does
//! not. Members are dropped one by one; a field that is no structured field is dropped whole.

mod limit;
mod parameter;
mod policy;

pub use self::limit::{RateLimit, ServiceLimit, rate_limit};
pub use self::policy::{Policies, Policy, Unit, rate_limit_policy};

/// More members than this of one field are not kept; they count as dropped.
const MOST: usize = 64;
