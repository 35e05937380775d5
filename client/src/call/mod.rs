//! A call from its arguments to its answer, as a value that changes its type.
//!
//! ```text
//! Draft ──checked──► Ready ──admit──► Admitted ──exchange──► Spent + outcome ──► Reply
//!  arguments,         ▲ waits for      │ spends it,             │
//!  owes nothing       │ the permit     │ the one door           │
//!                     └───────── retry, redirect, new token, next page
//! ```
//!
//! Going round again means going back to [`Ready`], and so a new permit. Only [`Admitted`] holds
//! a permit, only [`Ready::admit`] makes one, and the exchange takes it by value. What spans the
//! requests of one call (its clock, its ledger, what was tried) is its [`Course`].
//!
//! [`Admitted`]: admitted::Admitted
//! [`Course`]: course::Course
//! [`Ready`]: ready::Ready
//! [`Ready::admit`]: ready::Ready::admit

mod admitted;
mod again;
mod aim;
mod broken;
mod course;
mod draft;
mod engine;
mod health;
mod heed;
mod options;
mod payee;
mod public;
mod reading;
mod ready;
mod seed;
mod signed;
mod spent;
mod styled;
mod target;
mod task;

pub(crate) use self::admitted::{Content, Reply};
pub(crate) use self::draft::Draft;
pub(crate) use self::engine::{finish, run};
pub(crate) use self::options::Options;
pub(crate) use self::public::typed;
pub use self::public::{Call, CallFuture};
pub(crate) use self::ready::Ready;
pub(crate) use self::seed::Seed;
pub(crate) use self::styled::styled;
pub(crate) use self::task::Task;
