//! Where requests carry what turns the page, and where answers give it.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr};

use super::super::commas::entries;
use super::super::context::Context;
use super::super::filled::Filled;
use super::super::header_name;
use super::super::names::plain;
use super::super::sheet::{Key, Sheet, once};
use super::field::{Fields, in_request};
use crate::errors::Errors;
use crate::model::{CursorPlace, CursorSource};
use crate::syntax::Shape;

const PLACE_KEYS: &[Key] = &[
    once("header", "header = \"X-Cursor\""),
    once("body", "body = \"cursor\""),
    // Not a spelling of its own, but one that suggests itself.
    once("query", "query = \"page_token\""),
];

const SOURCE_KEYS: &[Key] = &[once("header", "header = \"X-Next-Cursor\"")];

/// `cursor = page_token`, `cursor(header = "…")` or `cursor(body = "…")`.
pub(super) fn place(
    way: Filled,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<CursorPlace> {
    let Shape::List(group) = &way.shape else {
        return parameter(way, context, errors).map(CursorPlace::Query);
    };
    let written = entries(PLACE_KEYS, group.stream(), errors);
    let mut sheet = Sheet::new("`cursor`", PLACE_KEYS, written, errors);
    if let Some(query) = sheet.take("query") {
        errors.at(
            query.span(),
            "a query parameter needs no parentheses; write `cursor = \"page_token\"`",
        );
        return None;
    }
    match (sheet.take("header"), sheet.take("body")) {
        (Some(header), None) => {
            let literal = header.string(errors)?;
            let refusal = header_name::refusal_of_marker(&literal.value());
            named(&literal, refusal, errors).map(CursorPlace::Header)
        }
        (None, Some(body)) => {
            let literal = body.string(errors)?;
            in_request(&literal, errors).map(CursorPlace::Body)
        }
        (Some(_), Some(body)) => {
            errors.at(
                body.span(),
                "a request carries its cursor in one place; remove `header` or `body`",
            );
            None
        }
        (None, None) if group.stream().is_empty() => {
            way.misshapen(way.span(), errors);
            None
        }
        // What stands there instead has been told.
        (None, None) => None,
    }
}

/// `next = "nextPageToken"` or `next(header = "…")`.
pub(super) fn source(
    filled: Filled,
    fields: &mut Fields,
    errors: &mut Errors,
) -> Option<CursorSource> {
    let Shape::List(group) = &filled.shape else {
        let literal = filled.string(errors)?;
        return fields.add("next", literal, errors).map(CursorSource::Field);
    };
    let written = entries(SOURCE_KEYS, group.stream(), errors);
    let mut sheet = Sheet::new("`next`", SOURCE_KEYS, written, errors);
    let Some(header) = sheet.take("header") else {
        if group.stream().is_empty() {
            filled.misshapen(filled.span(), errors);
        }
        return None;
    };
    let literal = header.string(errors)?;
    let refusal = header_name::refusal(&literal.value());
    named(&literal, refusal, errors).map(CursorSource::Header)
}

fn named(literal: &LitStr, refusal: Option<String>, errors: &mut Errors) -> Option<String> {
    match refusal {
        Some(refusal) => {
            errors.on(literal, refusal);
            None
        }
        None => Some(literal.value()),
    }
}

/// A query parameter: a string is its name, a word is spelled like an argument.
pub(super) fn parameter(way: Filled, context: &Context<'_>, errors: &mut Errors) -> Option<String> {
    let key = way.key.name;
    let parser = |input: ParseStream<'_>| match input.peek(LitStr) {
        true => input.parse().map(Name::Text),
        false => Ident::parse_any(input).map(Name::Word),
    };
    match way.shaped(parser, errors)? {
        Name::Word(word) => Some(context.query(&plain(&word))),
        Name::Text(literal) if literal.value().is_empty() => {
            errors.on(
                &literal,
                format!("a query parameter has a name; `{key}` is empty"),
            );
            None
        }
        Name::Text(literal) => Some(literal.value()),
    }
}

enum Name {
    Word(Ident),
    Text(LitStr),
}

/// The number of the first page.
pub(super) fn first(filled: Filled, errors: &mut Errors) -> Option<u64> {
    let literal = filled.shaped(<LitInt as Parse>::parse, errors)?;
    match literal.base10_parse() {
        Ok(first) if literal.suffix().is_empty() => Some(first),
        _ => {
            errors.on(
                &literal,
                "`first` is the number of the first page, such as `first = 0`",
            );
            None
        }
    }
}
