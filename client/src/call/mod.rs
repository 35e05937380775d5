//! A call from its arguments to its answer, as a value that changes its type.
//!
//! ```text
//! Draft ──checked──► Ready ──admit──► Admitted ──exchange──► Reply
//!   ▲  arguments, owes nothing   │ waits for the permit   │ spends it, the one door
//!   └──────────────────────── next page ──────────────────┘
//! ```
//!
//! Going round again (the next page) means a new [`Draft`], and so a new permit. Only
//! [`Admitted`] holds a permit, only [`Ready::admit`] makes one, and the exchange takes it by
//! value.

mod admitted;
mod draft;
mod engine;
mod heed;
mod options;
mod public;
mod ready;
mod task;

pub(crate) use self::admitted::{Content, Reply};
pub(crate) use self::draft::{Draft, Seed};
pub(crate) use self::engine::{finish, run};
pub(crate) use self::options::Options;
pub(crate) use self::public::typed;
pub use self::public::{Call, CallFuture};
pub(crate) use self::task::Task;
