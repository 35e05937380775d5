//! The endpoints of a trait, each with a name of its own.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
    // Names as the types of calls have them, and whether all that have one are conditional.
    let mut known: HashMap<String, bool> = HashMap::new();
    for item in &item.items {
        let TraitItem::Fn(item) = item else {
            continue;
        };
        let name = plain(&item.sig.ident);
        let conditional = conditional(&item.attrs);
        // A twin of an unconditional one, or an unconditional twin, is one too many.
        let is_twin = match known.entry(pascal(&name)) {
            Entry::Vacant(entry) => {
                entry.insert(conditional);
                false
            }
            Entry::Occupied(mut entry) => {
                let is_twin = !(conditional && *entry.get());
                *entry.get_mut() &= conditional;
                is_twin
            }
        };
        if is_twin {
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
