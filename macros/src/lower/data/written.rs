//! What stands in `#[wire(…)]`: names and numbers, and words with a meaning.

use proc_macro2::TokenStream;
use syn::{Attribute, LitInt, LitStr, Meta};

use crate::errors::Errors;
use crate::lower::commas;
use crate::lower::sheet::{Key, Sheet};
use crate::syntax::{self, Entry};

/// A literal: what is written in JSON, or another name of it.
pub(in crate::lower) enum Word {
    Text(LitStr),
    Number(i64),
}

/// What an attribute says.
pub(in crate::lower) struct Written {
    pub(in crate::lower) sheet: Sheet,
    pub(in crate::lower) words: Vec<(TokenStream, Word)>,
}

/// Everything in the attributes called `attribute`; `place` is theirs, in words.
pub(in crate::lower) fn written(
    attribute: &str,
    place: &str,
    keys: &'static [Key],
    attributes: &[Attribute],
    errors: &mut Errors,
) -> Written {
    let mut words = Vec::new();
    let mut rest = Vec::new();
    let ours = attributes.iter();
    for attribute in ours.filter(|other| other.path().is_ident(attribute)) {
        for entry in entries(attribute, place, keys, errors) {
            match entry {
                Entry::Bare(tokens) => match word(&tokens) {
                    Some(word) => words.push((tokens, word)),
                    None => rest.push(Entry::Bare(tokens)),
                },
                entry => rest.push(entry),
            }
        }
    }
    let sheet = match keys {
        [] => {
            for entry in &rest {
                errors.on(entry, format!("nothing can be said in {place}; remove it"));
            }
            Sheet::new(place, keys, Vec::new(), errors)
        }
        keys => Sheet::new(place, keys, rest, errors),
    };
    Written { sheet, words }
}

fn entries(
    attribute: &Attribute,
    place: &str,
    keys: &'static [Key],
    errors: &mut Errors,
) -> Vec<Entry> {
    let Meta::List(list) = &attribute.meta else {
        errors.on(
            &attribute.meta,
            format!("{place} is written with parentheses, such as `#[wire(\"name\")]`"),
        );
        return Vec::new();
    };
    match keys {
        [] => syntax::entries(list.tokens.clone()),
        keys => commas::entries(keys, list.tokens.clone(), errors),
    }
}

/// `"name"`, `3` or `-3`.
fn word(tokens: &TokenStream) -> Option<Word> {
    if let Ok(text) = syn::parse2::<LitStr>(tokens.clone()) {
        return Some(Word::Text(text));
    }
    let number = |tokens: &TokenStream| {
        let number: LitInt = syn::parse2(tokens.clone()).ok()?;
        let plain = number.suffix().is_empty().then_some(number)?;
        plain.base10_parse::<i64>().ok()
    };
    number(tokens)
        .or_else(|| {
            // `-3` is two tokens, and `-9223372036854775808` no positive number.
            let text = tokens.to_string();
            let digits = text.strip_prefix('-')?.trim_start().to_owned();
            format!("-{digits}").parse().ok()
        })
        .map(Word::Number)
}
