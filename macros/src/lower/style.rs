//! `style`, `explode`, `allow_reserved`: how a value is written at its place.

use syn::LitBool;
use syn::parse::Parse as _;

use super::filled::{Filled, choice};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Explode, Letters, PathStyle, QueryStyle, Written};
use crate::syntax::Shape;

pub(super) const QUERY_STYLE: Key = once("style", "style = form");
pub(super) const PATH_STYLE: Key = once("style", "style = label");
pub(super) const SIMPLE_STYLE: Key = once("style", "style = simple");
pub(super) const FORM_STYLE: Key = once("style", "style = deep_object");
pub(super) const EXPLODE: Key = once("explode", "explode = false");
pub(super) const ALLOW_RESERVED: Key = once("allow_reserved", "allow_reserved");
pub(super) const JSON: Key = once("json", "json");

const QUERY_STYLES: &[(&str, QueryStyle)] = &[
    ("form", QueryStyle::Form),
    ("space_delimited", QueryStyle::Space),
    ("pipe_delimited", QueryStyle::Pipe),
    ("tab_delimited", QueryStyle::Tab),
    ("deep_object", QueryStyle::DeepObject),
];

const PATH_STYLES: &[(&str, PathStyle)] = &[
    ("simple", PathStyle::Simple),
    ("label", PathStyle::Label),
    ("matrix", PathStyle::Matrix),
];

/// What Swagger 2.0 calls a `collectionFormat`, and how it is said here.
const COLLECTION_FORMATS: [(&str, &str); 5] = [
    ("csv", "explode = false"),
    ("multi", "style = form"),
    ("ssv", "style = space_delimited"),
    ("tsv", "style = tab_delimited"),
    ("pipes", "style = pipe_delimited"),
];

/// How a query parameter is written. A mistake has been told, and the argument stays.
pub(super) fn query(sheet: &mut Sheet, errors: &mut Errors) -> Option<Written> {
    let reserved = sheet.take("allow_reserved");
    let letters = match reserved.map(|filled| filled.flag(errors)) {
        None => Letters::Encoded,
        Some(flag) => flag.map(|()| Letters::ReservedKept)?,
    };
    let (style, explode) = (sheet.take("style"), sheet.take("explode"));
    if let Some(json) = sheet.take("json") {
        if let Some(other) = style.or(explode) {
            let key = other.key.name;
            errors.at(
                other.span(),
                format!("`json` sends the value as one text of JSON, for which `{key}` means nothing; remove `{key}` or `json`"),
            );
            return None;
        }
        return json.flag(errors).map(|()| Written::QueryJson(letters));
    }
    if style.is_none() && explode.is_none() && letters == Letters::Encoded {
        return Some(Written::Plainly);
    }
    let style = match style {
        None => QueryStyle::Form,
        Some(style) => {
            swagger(&style, errors)?;
            choice(QUERY_STYLES, style, errors)?
        }
    };
    let explode = explode.map(|filled| (filled.span(), boolean(filled, errors)));
    let style = match (style, explode) {
        (QueryStyle::Form, Some((_, explode))) => match explode? {
            Explode::Yes => QueryStyle::Form,
            Explode::No => QueryStyle::Comma,
        },
        (style, None) => style,
        (style, Some((span, _))) => {
            let kept = match style {
                QueryStyle::DeepObject => "has a parameter for each field anyway",
                _ => "is one parameter anyway",
            };
            errors.at(
                span,
                format!(
                    "`explode` belongs to `style = form`; what is `{}` {kept}; remove `explode`",
                    word(style)
                ),
            );
            return None;
        }
    };
    Some(Written::Query(style, letters))
}

/// Refuses a word of Swagger 2.0 by what it is called here.
fn swagger(style: &Filled, errors: &mut Errors) -> Option<()> {
    let Some(word) = style.first_word() else {
        return Some(());
    };
    match COLLECTION_FORMATS.iter().find(|(known, _)| word == known) {
        None => Some(()),
        Some((known, cure)) => {
            errors.on(
                &word,
                format!("`{known}` is a `collectionFormat` of Swagger 2.0; write `{cure}`"),
            );
            None
        }
    }
}

fn word(style: QueryStyle) -> &'static str {
    let known = QUERY_STYLES.iter().find(|(_, known)| *known == style);
    known.map_or("form", |(word, _)| word)
}

/// How a value of the path is written.
pub(super) fn path(sheet: &mut Sheet, errors: &mut Errors) -> Option<Written> {
    let style = sheet.take("style");
    let explode = sheet.take("explode");
    if style.is_none() && explode.is_none() {
        return Some(Written::Plainly);
    }
    let style = match style {
        None => PathStyle::Simple,
        Some(style) => choice(PATH_STYLES, style, errors)?,
    };
    let explode = explode.map(|filled| boolean(filled, errors));
    Some(Written::Path(style, explode.unwrap_or(Some(Explode::No))?))
}

/// How a header is written.
pub(super) fn header(sheet: &mut Sheet, errors: &mut Errors) -> Option<Written> {
    let style = sheet.take("style");
    let explode = sheet.take("explode");
    if style.is_none() && explode.is_none() {
        return Some(Written::Plainly);
    }
    if let Some(style) = style {
        choice(&[("simple", ())], style, errors)?;
    }
    let explode = explode.map(|filled| boolean(filled, errors));
    Some(Written::Listed(explode.unwrap_or(Some(Explode::No))?))
}

/// How a cookie is written: a list repeats it, unless it says otherwise.
pub(super) fn cookie(sheet: &mut Sheet, errors: &mut Errors) -> Option<Written> {
    let explode = sheet.take("explode");
    let explode = explode.map(|filled| boolean(filled, errors));
    Some(Written::Listed(explode.unwrap_or(Some(Explode::Yes))?))
}

/// How a form is written.
pub(super) fn form(sheet: &mut Sheet, errors: &mut Errors) -> Option<Written> {
    match sheet.take("style") {
        None => Some(Written::Plainly),
        Some(style) => match choice(&[("form", false), ("deep_object", true)], style, errors)? {
            true => Some(Written::Deeply),
            false => Some(Written::Plainly),
        },
    }
}

/// `explode`, `explode = true` or `explode = false`.
fn boolean(filled: Filled, errors: &mut Errors) -> Option<Explode> {
    if matches!(filled.shape, Shape::Flag) {
        return Some(Explode::Yes);
    }
    let literal = filled.shaped(LitBool::parse, errors)?;
    Some(match literal.value {
        true => Explode::Yes,
        false => Explode::No,
    })
}
