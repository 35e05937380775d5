//! Which requests were paid, by the mark that only the client's door can make.
//!
//! In: requests as they arrive, with the ends of their connections. Out: what each of them was, and
//! who sent it where that can be told. What this must not know is limits: a mark says that a permit
//! was spent, not that it was right to grant it.

mod book;
mod caller;
mod claim;
#[cfg_attr(not(unix), path = "no_desk.rs")]
mod desk;
#[cfg_attr(not(target_os = "linux"), path = "no_peer.rs")]
mod peer;
mod report;

pub(crate) use self::book::Book;
pub use self::caller::{Caller, Process};
pub use self::claim::assert_all_paid;
pub(crate) use self::desk::Desk;
pub(crate) use self::peer::process_of;
pub use self::report::{Marks, Payment, Unpaid};
