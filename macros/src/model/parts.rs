//! What a type with `#[derive(Parts)]` means.

use proc_macro2::Ident;
use syn::Type;

use super::Owner;

/// A struct that is sent as a form of parts.
pub(crate) struct Parts {
    pub(crate) owner: Owner,
    pub(crate) fields: Vec<PartField>,
}

/// A field of it.
pub(crate) struct PartField {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) wire: String,
    pub(crate) kind: PartKind,
}

/// How a field becomes parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// It is a `Part`, or several.
    Part,
    /// A scalar is text, anything else JSON.
    Value,
    /// JSON in any case.
    Json,
}
