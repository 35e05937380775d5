//! What a type is to somebody who puts it into a URL.

use super::definition::{Definition, Shape};
use super::{Kind, Type};

/// Definitions in definitions.
const DEPTH: usize = 16;

/// What a type is in a URL.
pub(super) fn of(definitions: &[Definition], of: &Type) -> Kind {
    within(definitions, of, 0)
}

fn within(definitions: &[Definition], of: &Type, depth: usize) -> Kind {
    let inner = |of: &Type| match depth < DEPTH {
        true => within(definitions, of, depth + 1),
        false => Kind::Nested,
    };
    match of {
        Type::Any => Kind::Nested,
        Type::Nullable(of) => inner(of),
        Type::List(of) => only_if(inner(of) == Kind::Scalar, Kind::List),
        Type::Map(of) => only_if(inner(of) == Kind::Scalar, Kind::Object),
        Type::Named(index) => match definitions.get(*index).map(|definition| &definition.shape) {
            None | Some(Shape::Open | Shape::Tagged { .. }) => Kind::Nested,
            Some(Shape::Texts { .. } | Shape::Integers { .. }) => Kind::Scalar,
            Some(Shape::Newtype(of)) => inner(of),
            Some(Shape::Struct { members, rest }) => {
                let parts = members.iter().map(|member| &member.of).chain(rest);
                only_if(
                    parts.map(inner).all(|kind| kind == Kind::Scalar),
                    Kind::Object,
                )
            }
            Some(Shape::Untagged { variants, .. }) => {
                let kinds = variants.iter().map(inner).collect::<Vec<_>>();
                match kinds.as_slice() {
                    kinds if kinds.iter().all(|kind| *kind == Kind::Scalar) => Kind::Scalar,
                    kinds => only_if(
                        kinds
                            .iter()
                            .all(|kind| matches!(kind, Kind::Scalar | Kind::List)),
                        Kind::List,
                    ),
                }
            }
        },
        _ => Kind::Scalar,
    }
}

fn only_if(holds: bool, kind: Kind) -> Kind {
    if holds { kind } else { Kind::Nested }
}
