//! The endpoints of a trait, each with a name of its own.

use syn::{Attribute, ItemTrait, TraitItem};

use super::context::Context;
use super::endpoint::{Lowered, endpoint};
use super::names::{pascal, plain};
use crate::errors::Errors;

/// Reads all endpoints. Two that are there under conditions may share it: whether both are is for
/// the compiler to see.
pub(super) fn endpoints(
    item: &ItemTrait,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Vec<Lowered> {
    let mut endpoints: Vec<Lowered> = Vec::new();
    for item in &item.items {
        let TraitItem::Fn(item) = item else {
            continue;
        };
        let name = plain(&item.sig.ident);
        let conditional = conditional(&item.attrs);
        let twin = |known: &Lowered| {
            pascal(&plain(&known.face.name)) == pascal(&name)
                && !(conditional && self::conditional(&known.face.attributes))
        };
        if endpoints.iter().any(twin) {
            errors.on(
                &item.sig.ident,
                format!("two endpoints are called `{name}`; rename one"),
            );
            continue;
        }
        endpoints.push(endpoint(item, context, errors));
    }
    endpoints
}

fn conditional(attributes: &[Attribute]) -> bool {
    let mut paths = attributes.iter().map(Attribute::path);
    paths.any(|path| path.is_ident("cfg"))
}
