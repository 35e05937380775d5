//! The written return type as the way to read an answer.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Path, PathArguments, PathSegment, ReturnType, Type};

use super::names::plain;
use crate::errors::Errors;
use crate::model::Answer;

/// How the answer of an endpoint is read. A wrong type is told, and the nearest right one used.
pub(super) fn answer(endpoint: &Ident, output: &ReturnType, errors: &mut Errors) -> Answer {
    let ReturnType::Type(_, ty) = output else {
        return Answer::Empty;
    };
    let endpoint = plain(endpoint);
    if let Some(inner) = argument_of(ty, "Result") {
        errors.on(
            ty,
            format!(
                "endpoint `{endpoint}`: write the type of a success alone, `-> {}`; awaiting the call gives a `Result` with `tollgate::Error`",
                inner.map_or_else(|| "T".to_owned(), words)
            ),
        );
        return inner.map_or(Answer::Empty, read);
    }
    if let Some((what, cure)) = refusal(ty) {
        errors.on(ty, format!("endpoint `{endpoint}`: {what}; {cure}"));
        return Answer::Empty;
    }
    read(ty)
}

/// The meaning of a type, by the last name of its path.
pub(super) fn read(ty: &Type) -> Answer {
    if matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty()) {
        return Answer::Empty;
    }
    let Some(segment) = last_segment(ty).filter(|_| !is_own(ty)) else {
        return Answer::Json(ty.clone());
    };
    let inner = only_argument(segment);
    match (segment.ident.to_string().as_str(), inner) {
        ("String", None) => Answer::Text,
        ("Bytes", None) => Answer::Bytes,
        ("ByteStream", None) => Answer::Stream,
        ("Option", Some(inner)) => Answer::Maybe(Box::new(read(inner))),
        ("Response", Some(inner)) => Answer::Whole(Box::new(read(inner))),
        ("Pages", Some(inner)) => Answer::Pages(inner.clone()),
        ("Answers", Some(inner)) => Answer::ByStatus(inner.clone()),
        ("Json", Some(inner)) => Answer::Json(inner.clone()),
        _ => Answer::Json(ty.clone()),
    }
}

/// What cannot be an answer, and the cure.
fn refusal(ty: &Type) -> Option<(&'static str, &'static str)> {
    if mentions(ty, "impl") {
        return Some((
            "an answer has a type with a name",
            "write `ByteStream` for a body that is read while it arrives, or `Pages<T>` with `#[paginate(link)]` for a walk",
        ));
    }
    if borrows(ty) {
        return Some((
            "an answer owns its data",
            "write `String` for text and types without lifetimes for JSON",
        ));
    }
    if mentions(ty, "Self") {
        return Some((
            "`Self` is the client and no answer",
            "name the type that the JSON is read into",
        ));
    }
    None
}

/// The only type argument of a type whose path ends in `name`; `Some(None)` without one. A type
/// of the user's crate is another.
pub(super) fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<Option<&'a Type>> {
    let segment = last_segment(ty).filter(|segment| segment.ident == name && !is_own(ty))?;
    Some(first_argument(segment))
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    path_of(ty)?.segments.last()
}

fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(group) => path_of(&group.elem),
        Type::Paren(paren) => path_of(&paren.elem),
        _ => None,
    }
}

/// A path from the user's own crate names a type of the user's, whatever it ends in.
fn is_own(ty: &Type) -> bool {
    let first = path_of(ty).and_then(|path| path.segments.first());
    first.is_some_and(|first| {
        first.ident == "crate" || first.ident == "self" || first.ident == "super"
    })
}

fn only_argument(segment: &PathSegment) -> Option<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(list) if list.args.len() == 1 => first_argument(segment),
        _ => None,
    }
}

fn first_argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = &segment.arguments else {
        return None;
    };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Whether a word stands anywhere in a type.
pub(super) fn mentions(ty: &Type, word: &str) -> bool {
    any(
        ty.to_token_stream(),
        &|token| matches!(token, TokenTree::Ident(ident) if ident == word),
    )
}

fn borrows(ty: &Type) -> bool {
    let text = ty.to_token_stream().to_string();
    let lifetimes = text.matches('\'').count();
    let is_static = text.matches("'static").count();
    text.contains('&') || lifetimes > is_static
}

fn any(tokens: TokenStream, found: &dyn Fn(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|token| {
        found(&token) || matches!(&token, TokenTree::Group(group) if any(group.stream(), found))
    })
}

/// A type as one would write it.
pub(super) fn words(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    let mut words = String::with_capacity(text.len());
    for (index, part) in text.split(' ').enumerate() {
        let glued = index == 0
            || matches!(part, "<" | ">" | "::" | "," | ")" | "]" | ";")
            || words.ends_with(['<', '&', '(', '['])
            || words.ends_with("::");
        if !glued {
            words.push(' ');
        }
        words.push_str(part);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn described(answer: &Answer) -> String {
        match answer {
            Answer::Empty => "empty".to_owned(),
            Answer::Text => "text".to_owned(),
            Answer::Bytes => "bytes".to_owned(),
            Answer::Stream => "stream".to_owned(),
            Answer::Maybe(inner) => format!("maybe {}", described(inner)),
            Answer::Whole(inner) => format!("whole {}", described(inner)),
            Answer::Json(ty) => format!("json {}", words(ty)),
            Answer::ByStatus(ty) => format!("by status {}", words(ty)),
            Answer::Pages(ty) => format!("pages {}", words(ty)),
        }
    }

    #[test]
    fn the_last_name_of_the_type_decides() {
        let table: [(Type, &str); 15] = [
            (
                parse_quote!(Response<Answers<Created>>),
                "whole by status Created",
            ),
            (parse_quote!(()), "empty"),
            (parse_quote!(String), "text"),
            (parse_quote!(std::string::String), "text"),
            (parse_quote!(tollgate::Bytes), "bytes"),
            (parse_quote!(ByteStream), "stream"),
            (parse_quote!(Option<Book>), "maybe json Book"),
            (parse_quote!(Response<Option<()>>), "whole maybe empty"),
            (parse_quote!(Json<String>), "json String"),
            (parse_quote!(Vec<(u8, [u8; 4])>), "json Vec<(u8, [u8; 4])>"),
            (parse_quote!(my::String<u8>), "json my::String<u8>"),
            (
                parse_quote!(crate::Response<u8>),
                "json crate::Response<u8>",
            ),
            (parse_quote!(Json<Response<u8>>), "json Response<u8>"),
            (parse_quote!(Pages<File>), "pages File"),
            (parse_quote!([Book; 2]), "json [Book; 2]"),
        ];
        for (ty, expected) in table {
            assert_eq!(described(&read(&ty)), expected);
        }
    }

    #[test]
    fn an_own_option_is_no_option() {
        assert!(argument_of(&parse_quote!(std::option::Option<u8>), "Option").is_some());
        for ty in [
            parse_quote!(crate::my::Option<u8>),
            parse_quote!(self::Option<u8>),
            parse_quote!((super::Option<u8>)),
        ] {
            assert!(argument_of(&ty, "Option").is_none());
        }
    }

    #[test]
    fn types_that_are_no_answer_are_refused() {
        let table: [(Type, &str); 5] = [
            (parse_quote!(impl Stream<Item = u8>), "a type with a name"),
            (parse_quote!(&str), "owns its data"),
            (parse_quote!(Cow<'a, str>), "owns its data"),
            (parse_quote!(Vec<Self>), "`Self`"),
            (parse_quote!(Option<&'static str>), "owns its data"),
        ];
        for (ty, expected) in table {
            assert!(refusal(&ty).is_some_and(|(what, _)| what.contains(expected)));
        }
        assert!(refusal(&parse_quote!(Cow<'static, str>)).is_none());
    }
}
