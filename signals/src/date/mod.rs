//! Dates as servers write them: the three forms of HTTP, and RFC 3339.
//!
//! In: text. Out: a [`Stamp`](crate::stamp::Stamp), or `None` for what is no date. The calendar
//! is `httpdate`'s.

mod calendar;
mod http;
mod rfc3339;

pub(crate) use self::http::http;
pub(crate) use self::rfc3339::rfc3339;
