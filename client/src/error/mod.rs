//! What can end a call, and what is known about it.

mod build;
mod display;
mod failure;
mod kind;

pub use self::build::{BuildError, BuildErrorKind};
pub use self::failure::Error;
pub(crate) use self::failure::{Failure, Place};
pub use self::kind::{ErrorKind, RedirectRefusal};

/// An error of a caller's stream.
pub type BoxError = Box<dyn core::error::Error + Send + Sync>;
