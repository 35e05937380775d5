//! What becomes of an answer that is a redirect, decided from arguments. Knows no limiter and
//! sends nothing.
//!
//! Rules: RFC 9110 section 15.4 (methods), section 10.2.2 (`Location`); what goes to another
//! origin is a list of what may, not of what may not, since no list of secrets is complete.

mod judge;
mod origin;
mod survive;

pub(crate) use self::judge::{Asked, Hop, is_redirect, judge};
pub(crate) use self::origin::{is_below, same_origin};
pub(crate) use self::survive::{survive, survive_elsewhere};
