//! The type that a derive stands on.

use syn::{DeriveInput, Path, parse_quote};

use crate::errors::Errors;
use crate::lower::names::plain;
use crate::model::Owner;

/// The type, which has no parameters. `what` is what the derive makes of it.
pub(in crate::lower) fn owner(
    input: &DeriveInput,
    what: &str,
    root: Option<Path>,
    errors: &mut Errors,
) -> Owner {
    let name = plain(&input.ident);
    if !input.generics.params.is_empty() {
        errors.on(
            &input.generics,
            format!("`{name}`: {what} has no parameters; write one type for each meaning, with all its types named"),
        );
    } else if let Some(clause) = &input.generics.where_clause {
        errors.on(
            clause,
            format!("`{name}`: {what} has no parameters and so no bounds; remove them"),
        );
    }
    Owner {
        name: input.ident.clone(),
        visibility: input.vis.clone(),
        root: root.unwrap_or_else(|| parse_quote!(::tollgate)),
        debug: false,
        eq: false,
    }
}
