//! Attributes beside ours: which are handed on, and which are a slip of the pen.

use proc_macro2::Ident;
use syn::Attribute;

use super::guess;
use super::names::plain;
use crate::errors::Errors;
use crate::model::Verb;

/// What the compiler and its tools read; handed on to the generated items.
const KEPT: [&str; 9] = [
    "doc",
    "cfg",
    "cfg_attr",
    "allow",
    "expect",
    "warn",
    "deny",
    "forbid",
    "deprecated",
];

/// What carries the attribute.
pub(super) enum Owner<'a> {
    Trait(&'a Ident),
    Endpoint(&'a Ident),
    Argument(&'a Ident),
}

impl Owner<'_> {
    fn known(&self) -> Vec<&'static str> {
        match self {
            Self::Trait(_) => Vec::new(),
            Self::Endpoint(_) => {
                let verbs = Verb::ALL.iter().map(|verb| verb.attribute());
                verbs.chain(["paginate"]).collect()
            }
            Self::Argument(_) => super::marker::MARKERS.to_vec(),
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Trait(name) => format!("trait `{}`", plain(name)),
            Self::Endpoint(name) => format!("endpoint `{}`", plain(name)),
            Self::Argument(name) => format!("argument `{}`", plain(name)),
        }
    }

    fn keeps(&self, word: &str) -> bool {
        match self {
            Self::Argument(_) => word == "doc",
            Self::Trait(_) | Self::Endpoint(_) => KEPT.contains(&word),
        }
    }
}

/// The attributes to hand on. One that is neither kept nor ours is a mistake.
pub(super) fn kept(all: &[Attribute], owner: &Owner<'_>, errors: &mut Errors) -> Vec<Attribute> {
    let known = owner.known();
    let mut kept = Vec::new();
    for attribute in all {
        let path = attribute.path();
        let word = path.get_ident().map(plain).unwrap_or_default();
        let tool = path.segments.first().is_some_and(|first| {
            path.segments.len() > 1
                && matches!(
                    first.ident.to_string().as_str(),
                    "clippy" | "rustfmt" | "diagnostic"
                )
        });
        if owner.keeps(&word) || tool {
            kept.push(attribute.clone());
        } else if !known.contains(&word.as_str()) {
            errors.on(path, unknown(attribute, owner, &known));
        }
    }
    kept
}

fn unknown(attribute: &Attribute, owner: &Owner<'_>, known: &[&str]) -> String {
    let word = attribute
        .path()
        .segments
        .last()
        .map(|last| plain(&last.ident))
        .unwrap_or_default();
    let owner = owner.words();
    if known.is_empty() {
        return format!(
            "{owner}: the trait becomes a struct, so `#[{word}]` would not mean what it says; remove it"
        );
    }
    let meant = guess::guess(&word, known);
    let meant = meant.map(|known| format!("; did you mean `#[{known}]`?"));
    let marked: Vec<_> = known.iter().map(|known| format!("`#[{known}]`")).collect();
    let tail = match meant {
        Some(meant) => format!("{meant} known: "),
        None => "; known: ".to_owned(),
    };
    format!(
        "{owner}: unknown attribute `#[{word}]`{tail}{}",
        marked.join(", ")
    )
}
