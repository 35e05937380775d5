//! What a type with `#[derive(Model)]` means.

use proc_macro2::Ident;
use syn::{LitStr, Path, Type, Visibility};

/// A type that is read from JSON and written to it.
pub(crate) struct Data {
    pub(crate) owner: Owner,
    pub(crate) shape: DataShape,
}

/// The type that a derive stands on.
#[derive(Clone)]
pub(crate) struct Owner {
    pub(crate) name: Ident,
    pub(crate) visibility: Visibility,
    /// The client crate.
    pub(crate) root: Path,
    /// `Debug` and `PartialEq` by way of what is written, instead of the compiler's.
    pub(crate) debug: bool,
    pub(crate) eq: bool,
}

/// How it is written.
pub(crate) enum DataShape {
    /// As an object.
    Object {
        fields: Vec<Field>,
        /// Whether there is a function `new`.
        new: bool,
    },
    /// As the one value that it holds.
    Newtype(Box<Type>, Presence),
    /// As one of these strings.
    Words(Words<LitStr>),
    /// As one of these numbers.
    Numbers(Words<i64>),
    /// As the value of one of its variants.
    Union(Union),
}

/// A field of a struct.
pub(crate) struct Field {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) part: FieldPart,
}

/// What a field is in the object.
#[derive(Clone)]
pub(crate) enum FieldPart {
    /// The member of this name.
    Member {
        wire: String,
        nullable: bool,
        presence: Presence,
        /// The only text that it is.
        fixed: Option<Fixed>,
    },
    /// All members that are no other field.
    Rest,
}

/// A text that a member always is.
#[derive(Clone)]
pub(crate) struct Fixed {
    pub(crate) text: LitStr,
    /// Whether another one is kept as well.
    pub(crate) open: bool,
}

/// Whether a type has to be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    /// An `Option`.
    Optional,
    /// A type that holds no value of another model for certain: a scalar, a list, a map.
    Plain,
    /// Maybe another model.
    Required,
}

/// An enum whose variants hold nothing.
pub(crate) struct Words<T> {
    pub(crate) known: Vec<(Ident, T)>,
    pub(crate) other: Option<Ident>,
}

/// An enum whose variants hold one value each.
pub(crate) struct Union {
    /// The member that says which variant it is; without one, the best fit is taken.
    pub(crate) tag: Option<LitStr>,
    pub(crate) known: Vec<UnionVariant>,
    pub(crate) other: Option<Ident>,
    /// Which of `known` stands in where there was a fault and no `other`.
    pub(crate) blank: usize,
}

/// A variant that is known.
pub(crate) struct UnionVariant {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) presence: Presence,
    /// What the tag is.
    pub(crate) wire: Vec<String>,
}
