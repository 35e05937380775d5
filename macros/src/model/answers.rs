//! What a type with `#[derive(Answers)]` means.

use proc_macro2::Ident;

use super::{Answer, Owner};

/// An enum of answers.
pub(crate) struct Answers {
    pub(crate) owner: Owner,
    pub(crate) variants: Vec<AnswerVariant>,
}

/// One of them.
pub(crate) struct AnswerVariant {
    pub(crate) name: Ident,
    /// `Empty`, `Text`, `Bytes` or `Json`.
    pub(crate) answer: Answer,
    /// The least and the largest of each range of statuses.
    pub(crate) statuses: Vec<(u16, u16)>,
}
