//! The only rooms that know the HTTP library: the sealed client, the one door, connections.
//!
//! In: a permit and a finished request. Out: status, headers and a body of our own. What this
//! module must never do is let any type of the HTTP library out of the crate.

mod body;
mod connect;
mod door;
mod lane;
#[cfg_attr(not(all(feature = "coverage", unix)), path = "unmarked.rs")]
mod mark;
mod sealed;
mod watch;

pub(crate) use self::body::AnswerBody;
pub(crate) use self::connect::{Connects, Way};
pub(crate) use self::door::{Answer, SendError, send};
pub(crate) use self::sealed::{Outgoing, Sealed, seal};
