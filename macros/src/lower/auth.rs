//! `auth = bearer`: where the credential goes.

use proc_macro2::{Span, TokenStream};
use syn::LitStr;

use super::filled::Filled;
use super::guess;
use super::header_name;
use crate::errors::Errors;
use crate::model::Auth;
use crate::syntax::{Entry, Shape, entries};

const KNOWN: [&str; 6] = ["none", "bearer", "basic", "header", "query", "path"];

const WAYS: &str =
    "`none`, `bearer`, `basic`, `header(\"X-Api-Key\")`, `query(\"key\")`, `path(\"token\")`";

/// The way to authenticate. A wrong one is told, and the way that was meant is used.
pub(super) fn auth(filled: &Filled, errors: &mut Errors) -> Auth {
    let Shape::Value(tokens) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return Auth::Bearer;
    };
    let mut written = entries(tokens.clone());
    match (written.pop(), written.is_empty()) {
        (Some(Entry::Keyed { key, shape }), true) => {
            way(&key.to_string(), key.span(), &shape, errors)
        }
        _ => {
            filled.misshapen(filled.span(), errors);
            Auth::Bearer
        }
    }
}

fn way(word: &str, span: Span, shape: &Shape, errors: &mut Errors) -> Auth {
    match (word, shape) {
        ("none", Shape::Flag) => Auth::None,
        ("bearer", Shape::Flag) => Auth::Bearer,
        ("basic", Shape::Flag) => Auth::Basic,
        ("none" | "bearer" | "basic", _) => {
            errors.at(
                span,
                format!("`auth = {word}` takes nothing; the credential is given to the builder"),
            );
            meant(word)
        }
        ("header" | "query" | "path", Shape::List(group)) => {
            named(word, group.span(), group.stream(), errors)
        }
        ("header" | "query" | "path", _) => {
            errors.at(span, format!("`auth = {word}` {}", name_cure(word)));
            meant(word)
        }
        _ => {
            let near = guess::guess(word, &KNOWN);
            let near = near.map(|near| format!("did you mean `{near}`? "));
            errors.at(
                span,
                format!(
                    "unknown way to authenticate `{word}`; {}known: {WAYS}",
                    near.unwrap_or_default()
                ),
            );
            meant(guess::guess(word, &KNOWN).unwrap_or("bearer"))
        }
    }
}

fn name_cure(word: &str) -> String {
    let example = example(word);
    format!("names its {word}: `auth = {word}(\"{example}\")`")
}

fn example(word: &str) -> &'static str {
    match word {
        "header" => "X-Api-Key",
        "query" => "key",
        _ => "token",
    }
}

fn named(word: &str, span: Span, tokens: TokenStream, errors: &mut Errors) -> Auth {
    let Ok(literal) = syn::parse2::<LitStr>(tokens) else {
        errors.at(span, format!("`auth = {word}` {}", name_cure(word)));
        return meant(word);
    };
    let name = literal.value();
    let wrong = match word {
        "header" => header_name::refusal(&name),
        "path" if syn::parse_str::<syn::Ident>(&name).is_err() => Some(format!(
            "`{name}` is no parameter's name; write `auth = path(\"token\")` and `{{token}}` in the paths"
        )),
        _ if name.is_empty() => Some("the name is empty".to_owned()),
        _ => None,
    };
    if let Some(wrong) = wrong {
        errors.on(&literal, wrong);
    }
    match word {
        "header" => Auth::Header(name),
        "query" => Auth::Query(name),
        _ => Auth::Path(name),
    }
}

/// What to go on with after a mistake, so that the builder has the setter that will be used.
fn meant(word: &str) -> Auth {
    match word {
        "none" => Auth::None,
        "basic" => Auth::Basic,
        "header" => Auth::Header("X-Api-Key".to_owned()),
        "query" => Auth::Query("key".to_owned()),
        "path" => Auth::Path("token".to_owned()),
        _ => Auth::Bearer,
    }
}
