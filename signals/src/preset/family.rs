//! Header fields that belong together.

use crate::reset::Dialect;

/// Fields that speak of one limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// What the limit is called: `requests`, `tokens`, or as the fields are.
    pub name: &'static str,
    /// Which fields these are.
    pub shape: Shape,
}

/// How the numbers are spread over fields. Names are in lower case; an empty name is a field
/// that the vendor does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A field for each number.
    Fields {
        /// The limit.
        limit: &'static str,
        /// What is left.
        remaining: &'static str,
        /// The resets; the first that can be read counts.
        resets: &'static [(&'static str, Dialect)],
    },
    /// `32/40`: used and limit in one field.
    UsedOfLimit(&'static str),
    /// `total=100; remaining=99; resets=41`: all in one field, the reset in seconds from now.
    Members(&'static str),
}

impl Family {
    /// The names of all fields of the family.
    pub fn field_names(&self) -> impl Iterator<Item = &'static str> {
        let (limit, remaining, resets): (_, _, &[_]) = match self.shape {
            Shape::Fields {
                limit,
                remaining,
                resets,
            } => (limit, remaining, resets),
            Shape::UsedOfLimit(name) | Shape::Members(name) => (name, "", &[]),
        };
        let resets = resets.iter().map(|(name, _)| *name);
        let names = [limit, remaining].into_iter().chain(resets);
        names.filter(|name| !name.is_empty())
    }

    /// A family with a field for each number.
    #[must_use]
    pub const fn fields(
        name: &'static str,
        limit: &'static str,
        remaining: &'static str,
        resets: &'static [(&'static str, Dialect)],
    ) -> Self {
        Self {
            name,
            shape: Shape::Fields {
                limit,
                remaining,
                resets,
            },
        }
    }
}

/// `<prefix>-limit`, `<prefix>-remaining` and `<prefix>-reset`.
macro_rules! triple {
    ($prefix:literal, $dialect:ident) => {
        triple!($prefix, $prefix, $dialect)
    };
    ($name:literal, $prefix:literal, $dialect:ident) => {
        $crate::preset::Family::fields(
            $name,
            concat!($prefix, "-limit"),
            concat!($prefix, "-remaining"),
            &[(
                concat!($prefix, "-reset"),
                $crate::preset::Dialect::$dialect,
            )],
        )
    };
}

pub(super) use triple;
