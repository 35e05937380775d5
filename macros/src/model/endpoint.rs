//! An endpoint: what its caller sees, and what goes on the wire.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Type};

use super::{Number, Repeat, Settings, Walk, Written};

/// An endpoint.
pub(crate) struct Endpoint {
    pub(crate) face: Face,
    pub(crate) wire: Wire,
}

/// The method as its caller sees it.
pub(crate) struct Face {
    pub(crate) name: Ident,
    /// The user's documentation, `cfg`s and lint levels.
    pub(crate) attributes: Vec<Attribute>,
    /// The generics of the method: lifetimes only.
    pub(crate) lifetimes: syn::Generics,
    pub(crate) positional: Vec<Argument>,
    /// The `Option` arguments, by their inner types.
    pub(crate) setters: Vec<Argument>,
    pub(crate) answer: Answer,
    /// The endpoint's own error type.
    pub(crate) error: Option<Type>,
}

/// An argument and where its value goes.
pub(crate) struct Argument {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) place: Place,
    pub(crate) written: Written,
}

/// Where the value of an argument goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Path(String),
    Query(String),
    /// The fields of a struct or the entries of a map, as query parameters.
    QueryFlat,
    Header(String),
    Cookie(String),
    Json,
    Form,
    Multipart,
    Body,
}

impl Place {
    /// Whether a value here would be in the way of one there. Headers have no case.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Header(one), Self::Header(other)) => one.eq_ignore_ascii_case(other),
            _ => self == other,
        }
    }

    pub(crate) fn is_body(&self) -> bool {
        matches!(self, Self::Json | Self::Form | Self::Multipart | Self::Body)
    }
}

/// How an answer is read.
pub(crate) enum Answer {
    Empty,
    Text,
    Bytes,
    Stream,
    /// 404 is `None`.
    Maybe(Box<Answer>),
    /// With status, headers and ledger.
    Whole(Box<Answer>),
    Json(Type),
    /// By status, as an enum says.
    ByStatus(Type),
    /// A walk over pages of items.
    Pages(Type),
}

/// What goes on the wire.
pub(crate) struct Wire {
    pub(crate) verb: Verb,
    /// As it goes on the wire, but for its parameters.
    pub(crate) template: LitStr,
    pub(crate) bucket: BucketChoice,
    pub(crate) cost: Option<Number>,
    pub(crate) repeat: Repeat,
    pub(crate) accept: Option<String>,
    pub(crate) settings: Settings,
    pub(crate) walk: Option<Walk>,
}

/// The bucket that an endpoint pays from.
pub(crate) enum BucketChoice {
    /// A bucket of the same description.
    Index(usize),
    /// A bucket of the client that a group belongs to; the compiler looks for it.
    Named(Ident),
    /// The default bucket of the client that a group belongs to, for the endpoint at the span.
    ClientDefault(Span),
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Put,
    Post,
    Patch,
    Delete,
    Head,
    Options,
}

impl Verb {
    pub(crate) const ALL: [Self; 7] = [
        Self::Get,
        Self::Put,
        Self::Post,
        Self::Patch,
        Self::Delete,
        Self::Head,
        Self::Options,
    ];

    /// The attribute's name.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Put => "put",
            Self::Post => "post",
            Self::Patch => "patch",
            Self::Delete => "delete",
            Self::Head => "head",
            Self::Options => "options",
        }
    }

    /// The name of the variant in the client's descriptor.
    pub(crate) fn variant(self) -> &'static str {
        match self {
            Self::Get => "Get",
            Self::Put => "Put",
            Self::Post => "Post",
            Self::Patch => "Patch",
            Self::Delete => "Delete",
            Self::Head => "Head",
            Self::Options => "Options",
        }
    }

    /// Whether a repeated request means the same: RFC 9110 section 9.2.2.
    pub(crate) fn is_idempotent(self) -> bool {
        !matches!(self, Self::Post | Self::Patch)
    }

    /// Whether a request body has a meaning: RFC 9110 sections 9.3.1 and 9.3.2 give one in GET
    /// and HEAD none, and proxies and servers drop or refuse it.
    pub(crate) fn takes_body(self) -> bool {
        !matches!(self, Self::Get | Self::Head)
    }
}
