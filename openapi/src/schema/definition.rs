//! What stands in `types.rs`, as data.

use super::Type;

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// The place that it was made of, or the identity of a sum of answers.
    pub(super) key: String,
    pub(super) docs: Vec<String>,
    pub(super) shape: Shape,
}

/// What is defined.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Its body has not been looked at.
    Open,
    Struct {
        members: Vec<Member>,
        rest: Option<Type>,
    },
    Newtype(Type),
    Texts {
        variants: Vec<Variant<String>>,
        open: bool,
    },
    Integers {
        variants: Vec<Variant<i64>>,
        open: bool,
    },
    Tagged {
        tag: String,
        variants: Vec<(Vec<String>, Type)>,
        open: bool,
    },
    Untagged {
        variants: Vec<Type>,
        open: bool,
    },
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) wire: String,
    pub(super) of: Type,
    pub(super) required: bool,
    /// Only answers hold it, and requests may leave it out.
    pub(super) read_only: bool,
    /// Only requests hold it, and answers leave it out.
    pub(super) write_only: bool,
    /// The only text that it is.
    pub(super) fixed: Option<Fixed>,
    pub(super) docs: Vec<String>,
}

/// A text that a member always is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fixed {
    pub(super) text: String,
    /// Whether another one is kept as well.
    pub(super) open: bool,
}

/// A value of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant<T> {
    pub(super) wire: T,
    /// What the document calls it.
    pub(super) called: Option<String>,
    pub(super) docs: Vec<String>,
}

/// In which directions a definition travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ways {
    pub(super) request: bool,
    pub(super) response: bool,
}

/// How a member stands in its struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// `T`.
    Always,
    /// `Option<T>` with `#[wire(nullable)]`.
    OrNull,
    /// `Option<T>`.
    Maybe,
    /// `Option<Option<T>>`.
    MaybeOrNull,
}

impl Member {
    /// How it stands in a struct that travels in these directions.
    pub(super) fn presence(&self, ways: Ways) -> Presence {
        let left_out = (self.read_only && ways.request) || (self.write_only && ways.response);
        let nullable = matches!(self.of, Type::Nullable(_));
        match (self.required && !left_out, nullable) {
            (true, false) => Presence::Always,
            (true, true) => Presence::OrNull,
            // Left out and null are two things to say.
            (false, true) if ways.request => Presence::MaybeOrNull,
            (false, _) => Presence::Maybe,
        }
    }

    /// Its type without null.
    pub(super) fn bare(&self) -> &Type {
        match &self.of {
            Type::Nullable(of) => of,
            of => of,
        }
    }
}

impl Shape {
    /// The types that it is made of.
    pub(super) fn parts(&self) -> Vec<&Type> {
        match self {
            Self::Open | Self::Texts { .. } | Self::Integers { .. } => Vec::new(),
            Self::Struct { members, rest } => members
                .iter()
                .map(|member| &member.of)
                .chain(rest)
                .collect(),
            Self::Newtype(of) => vec![of],
            Self::Tagged { variants, .. } => variants.iter().map(|(_, of)| of).collect(),
            Self::Untagged { variants, .. } => variants.iter().collect(),
        }
    }

    /// The types that it is made of, to be changed.
    pub(super) fn parts_mut(&mut self) -> Vec<&mut Type> {
        match self {
            Self::Open | Self::Texts { .. } | Self::Integers { .. } => Vec::new(),
            Self::Struct { members, rest } => members
                .iter_mut()
                .map(|member| &mut member.of)
                .chain(rest)
                .collect(),
            Self::Newtype(of) => vec![of],
            Self::Tagged { variants, .. } => variants.iter_mut().map(|(_, of)| of).collect(),
            Self::Untagged { variants, .. } => variants.iter_mut().collect(),
        }
    }
}

impl Type {
    /// May be null as well. Null is anything already.
    pub(super) fn or_null(self, nullable: bool) -> Self {
        match self {
            of @ (Self::Nullable(_) | Self::Any) => of,
            of if nullable => Self::Nullable(Box::new(of)),
            of => of,
        }
    }

    /// The definition that it names, however deep.
    pub(super) fn named(&self) -> Option<usize> {
        match self {
            Self::Named(index) => Some(*index),
            Self::List(of) | Self::Map(of) | Self::Nullable(of) => of.named(),
            _ => None,
        }
    }

    /// The definition that it holds in place, so that its size is part of the size.
    pub(super) fn held(&self) -> Option<usize> {
        match self {
            Self::Named(index) => Some(*index),
            Self::Nullable(of) => of.held(),
            _ => None,
        }
    }

    /// With another definition where one is named.
    pub(super) fn rename(&mut self, to: &dyn Fn(usize) -> usize) {
        match self {
            Self::Named(index) => *index = to(*index),
            Self::List(of) | Self::Map(of) | Self::Nullable(of) => of.rename(to),
            _ => {}
        }
    }
}
