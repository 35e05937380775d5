//! What the last name of a type says.

use proc_macro2::Ident;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::lower::names::plain;
use crate::model::Presence;

/// Types that hold no model in every value of theirs.
const PLAIN: [&str; 15] = [
    "String", "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "Vec",
    "BTreeMap", "HashMap",
];

fn segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        Type::Group(group) => segment(&group.elem),
        Type::Paren(paren) => segment(&paren.elem),
        _ => None,
    }
}

/// The last name of a type.
pub(in crate::lower) fn last(ty: &Type) -> Option<&Ident> {
    segment(ty).map(|segment| &segment.ident)
}

/// Whether the last name of a type is one of these.
pub(in crate::lower) fn is_last(ty: &Type, names: &[&str]) -> bool {
    last(ty).is_some_and(|last| names.contains(&plain(last).as_str()))
}

/// The first argument of a type with this last name.
pub(in crate::lower) fn argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let segment = segment(ty).filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(list) = &segment.arguments else {
        return None;
    };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

pub(super) fn presence(ty: &Type) -> Presence {
    if argument(ty, "Option").is_some() {
        Presence::Optional
    } else if is_last(ty, &PLAIN) {
        Presence::Plain
    } else {
        Presence::Required
    }
}
