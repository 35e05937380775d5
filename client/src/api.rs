//! The trait by which a builder knows the API it builds for.

use core::fmt::Debug;

use serde::de::DeserializeOwned;

use crate::describe::Description;
use crate::shared::Core;

/// An API that was described with the attribute macro.
///
/// The macro implements it. An implementation by hand describes another API and grants nothing:
/// the only value of a [`Core`] comes from a builder, and everything it can do pays.
pub trait Api: Sized {
    /// The marker of the way to authenticate.
    type Auth;
    /// The typed body of an error answer.
    type Error: DeserializeOwned + Debug + 'static;
    /// What the trait says.
    const DESCRIPTION: &'static Description;
    /// The client around its shared part.
    fn from_core(core: Core) -> Self;
    /// The shared part of the client.
    fn core(&self) -> &Core;
}
