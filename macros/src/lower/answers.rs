//! `#[derive(Answers)]`: which variant of an enum belongs to which status.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Fields, Variant};

use super::answer::{read, words};
use super::data::{Word, Written, owner, written};
use super::names::plain;
use crate::errors::Errors;
use crate::model::{Answer, AnswerVariant, Answers, Owner};

/// The statuses of a success, which alone come as answers.
const SUCCESS: std::ops::RangeInclusive<i64> = 200..=299;

/// A valid enum, or who it is and what is wrong with it.
pub(crate) fn answers(input: &DeriveInput) -> Result<Answers, Box<(Owner, Errors)>> {
    let mut errors = Errors::default();
    let owner = owner(input, "an enum of answers", None, &mut errors);
    let name = plain(&input.ident);
    let syn::Data::Enum(data) = &input.data else {
        errors.on(
            &input.ident,
            format!("`{name}`: answers by status are an enum with a variant for each; a type alone needs no `Answers`"),
        );
        return Err(Box::new((owner, errors)));
    };
    if data.variants.is_empty() {
        errors.on(
            &input.ident,
            format!("`{name}` has no variant; write one for each status, such as `#[status(200)] Found(Thing)`"),
        );
    }
    let mut variants = Vec::new();
    let mut taken = Vec::new();
    for variant in &data.variants {
        let statuses = statuses(variant, &mut taken, &mut errors);
        variants.push(AnswerVariant {
            name: variant.ident.clone(),
            answer: answer(variant, &mut errors),
            statuses,
        });
    }
    match errors.is_empty() {
        true => Ok(Answers { owner, variants }),
        false => Err(Box::new((owner, errors))),
    }
}

/// What a variant holds.
fn answer(variant: &Variant, errors: &mut Errors) -> Answer {
    let name = plain(&variant.ident);
    let ty = match &variant.fields {
        Fields::Unit => return Answer::Empty,
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| &field.ty)
        }
        _ => None,
    };
    let Some(ty) = ty else {
        errors.on(
            &variant.ident,
            format!("variant `{name}` holds what the body is read into: `{name}(Thing)`, `{name}(String)`, `{name}(Bytes)`, or nothing"),
        );
        return Answer::Empty;
    };
    let answer = read(ty);
    if !matches!(
        answer,
        Answer::Text | Answer::Bytes | Answer::Json(_) | Answer::Empty
    ) {
        let found = words(ty);
        errors.on(
            ty,
            format!("variant `{name}`: `{found}` is no body of one status; hold a type that is read from JSON, `String`, `Bytes`, or nothing, and write `Option` and `Response` around `Answers<…>` in the description"),
        );
    }
    answer
}

/// The statuses of a variant; `taken` are those of the ones before.
fn statuses(
    variant: &Variant,
    taken: &mut Vec<(u16, u16, String)>,
    errors: &mut Errors,
) -> Vec<(u16, u16)> {
    let name = plain(&variant.ident);
    let place = format!("`#[status]` of variant `{name}`");
    let Written { words, .. } = written("status", &place, &[], &variant.attrs, errors);
    let is_marked = variant
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident("status"));
    if words.is_empty() && errors.is_empty() || !is_marked {
        errors.on(
            &variant.ident,
            format!("variant `{name}` is for no status; say which: `#[status(200)]`, `#[status(202, 204)]` or `#[status(\"2XX\")]`"),
        );
    }
    let mut all = Vec::new();
    for (tokens, word) in &words {
        let Some((least, most)) = range(tokens, word, errors) else {
            continue;
        };
        match taken
            .iter()
            .find(|(first, last, _)| (*first, *last) == (least, most))
        {
            Some((.., first)) => errors.on(
                tokens,
                format!("variant `{first}` is for this status already; remove it here or there"),
            ),
            None => taken.push((least, most, name.clone())),
        }
        all.push((least, most));
    }
    all
}

fn range(tokens: &TokenStream, word: &Word, errors: &mut Errors) -> Option<(u16, u16)> {
    let span: Span = tokens.span();
    match word {
        Word::Number(number) if SUCCESS.contains(number) => {
            u16::try_from(*number).ok().map(|status| (status, status))
        }
        Word::Text(text) if text.value().eq_ignore_ascii_case("2XX") => Some((200, 299)),
        Word::Number(number) if (100..=599).contains(number) => {
            errors.at(span, format!("{number} is no success, and comes as an error; its body is read into the type that `error = …` names"));
            None
        }
        Word::Number(_) | Word::Text(_) => {
            errors.at(
                span,
                "a status is a number from 200 to 299, or `\"2XX\"` for all of them that no other variant names",
            );
            None
        }
    }
}
