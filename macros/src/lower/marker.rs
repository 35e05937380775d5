//! The attribute of an argument that says where its value goes, and how it is written there.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Meta};

use super::commas::entries;
use super::header_name;
use super::media_type::content_type;
use super::names::plain;
use super::sheet::{Key, Sheet, once};
use super::style;
use crate::errors::Errors;
use crate::model::{Place, Written};
use crate::syntax::Entry;

/// The attributes that say where a value goes.
pub(super) const MARKERS: [&str; 8] = [
    "json",
    "form",
    "multipart",
    "body",
    "header",
    "cookie",
    "query",
    "path",
];

const RENAME: Key = once("rename", "rename = \"pageSize\"");
const CONTENT_TYPE: Key = once("content_type", "content_type = \"text/plain\"");

const QUERY_KEYS: &[Key] = &[
    RENAME,
    once("flatten", "flatten"),
    style::QUERY_STYLE,
    style::EXPLODE,
    style::ALLOW_RESERVED,
    style::JSON,
];
const PATH_KEYS: &[Key] = &[RENAME, style::PATH_STYLE, style::EXPLODE];
const HEADER_KEYS: &[Key] = &[style::SIMPLE_STYLE, style::EXPLODE];
const COOKIE_KEYS: &[Key] = &[style::EXPLODE];
const FORM_KEYS: &[Key] = &[style::FORM_STYLE];
const BODY_KEYS: &[Key] = &[CONTENT_TYPE];

/// What the marker of an argument says.
pub(super) enum Marker {
    /// Nothing is written: the path if it names it, the query otherwise.
    None,
    /// By the argument's name, or another one.
    Path(Option<LitStr>, Written),
    /// By the argument's name, or another one.
    Query(Option<String>, Written),
    /// Anywhere else.
    At(Place, Written),
}

/// The one marker of an argument, and where it stands. A wrong one has been told and counts as
/// none, so that the argument stays.
pub(super) fn marker(
    endpoint: &str,
    name: &Ident,
    attributes: &[Attribute],
    errors: &mut Errors,
) -> (Span, Marker) {
    let word = |attribute: &Attribute| {
        let word = attribute.path().get_ident().cloned();
        word.filter(|word| MARKERS.contains(&plain(word).as_str()))
    };
    let mut all = attributes
        .iter()
        .filter_map(|attribute| Some((word(attribute)?, attribute)));
    let Some((word, first)) = all.next() else {
        return (name.span(), Marker::None);
    };
    for (again, _) in all {
        errors.on(
            &again,
            format!(
                "endpoint `{endpoint}`: `{}` goes to one place; remove one of its attributes",
                plain(name)
            ),
        );
    }
    let marker = read(&word, first, errors);
    (word.span(), marker.unwrap_or(Marker::None))
}

fn read(word: &Ident, attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    match word.to_string().as_str() {
        "header" => header(attribute, errors),
        "cookie" => cookie(attribute, errors),
        "query" => query(attribute, errors),
        "path" => path(attribute, errors),
        "form" => form(attribute, errors),
        "json" => body("json", Place::Json, attribute, errors),
        "body" => body("body", Place::Body, attribute, errors),
        _ if matches!(attribute.meta, Meta::Path(_)) => {
            Some(Marker::At(Place::Multipart, Written::Plainly))
        }
        text => {
            errors.on(
                &attribute.meta,
                format!("`#[{text}]` takes nothing; write it alone"),
            );
            None
        }
    }
}

/// The keys between the parentheses; `None` where there are none.
fn sheet(
    owner: &str,
    keys: &'static [Key],
    attribute: &Attribute,
    errors: &mut Errors,
) -> Result<Option<Sheet>, ()> {
    match &attribute.meta {
        Meta::Path(_) => Ok(None),
        Meta::List(list) => {
            let written = entries(keys, list.tokens.clone(), errors);
            let sheet = Sheet::new(&format!("`#[{owner}]`"), keys, written, errors);
            Ok(Some(sheet))
        }
        Meta::NameValue(_) => {
            let example = keys[0].example;
            errors.on(
                &attribute.meta,
                format!("what is said of a value stands in parentheses: `#[{owner}({example})]`"),
            );
            Err(())
        }
    }
}

/// The name behind `header` or `cookie`, and the keys behind that.
fn named(
    what: &str,
    (owner, example): (&str, &str),
    keys: &'static [Key],
    attribute: &Attribute,
    errors: &mut Errors,
) -> Option<(LitStr, Sheet)> {
    let mut written = match &attribute.meta {
        Meta::List(list) => entries(keys, list.tokens.clone(), errors),
        Meta::Path(_) | Meta::NameValue(_) => Vec::new(),
    };
    let literal = match written.first() {
        Some(Entry::Bare(tokens)) => syn::parse2::<LitStr>(tokens.clone()).ok(),
        _ => None,
    };
    let Some(literal) = literal else {
        errors.on(
            &attribute.meta,
            format!("{what} is written `#[{owner}(\"{example}\")]`"),
        );
        return None;
    };
    written.remove(0);
    let sheet = Sheet::new(&format!("`#[{owner}]`"), keys, written, errors);
    Some((literal, sheet))
}

/// `#[header("X-Request-Id")]`, `#[header("X-Ids", explode)]`.
fn header(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let shape = ("header", "X-Request-Id");
    let (literal, mut sheet) = named("a header", shape, HEADER_KEYS, attribute, errors)?;
    let written = style::header(&mut sheet, errors);
    if let Some(refusal) = header_name::refusal_of_argument(&literal.value()) {
        errors.on(&literal, refusal);
        return None;
    }
    let place = Place::Header(literal.value());
    Some(Marker::At(place, written.unwrap_or(Written::Plainly)))
}

/// `#[cookie("session")]`, `#[cookie("ids", explode = false)]`.
fn cookie(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let shape = ("cookie", "theme");
    let (literal, mut sheet) = named("a cookie", shape, COOKIE_KEYS, attribute, errors)?;
    let written = style::cookie(&mut sheet, errors);
    let name = literal.value();
    if name.is_empty() || !name.bytes().all(header_name::is_token) {
        errors.on(
            &literal,
            format!(
                "`{}` is no cookie's name; use letters, digits, `-` and `_`",
                name.escape_debug()
            ),
        );
        return None;
    }
    let place = Place::Cookie(name);
    Some(Marker::At(place, written.unwrap_or(Written::Plainly)))
}

/// `#[path]`, `#[path(rename = "owner-name")]`, `#[path(style = matrix, explode)]`.
fn path(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let Some(mut sheet) = sheet("path", PATH_KEYS, attribute, errors).ok()? else {
        return Some(Marker::Path(None, Written::Plainly));
    };
    let rename = renamed(&mut sheet, "a path parameter", errors).ok()?;
    let written = style::path(&mut sheet, errors);
    Some(Marker::Path(rename, written.unwrap_or(Written::Plainly)))
}

/// `#[query]`, `#[query(rename = "pageSize", style = pipe_delimited)]` or `#[query(flatten)]`.
fn query(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let Some(mut sheet) = sheet("query", QUERY_KEYS, attribute, errors).ok()? else {
        return Some(Marker::Query(None, Written::Plainly));
    };
    if let Some(flatten) = sheet.take("flatten") {
        if sheet.take("rename").is_some() {
            errors.at(
                flatten.span(),
                "a flattened value has the names of its fields; remove `rename` or `flatten`",
            );
            return None;
        }
        for key in ["style", "explode", "allow_reserved", "json"] {
            if let Some(filled) = sheet.take(key) {
                errors.at(filled.span(), format!("a flattened value is a parameter for each of its fields, and has no form of its own; remove `{key}` or `flatten`"));
                return None;
            }
        }
        flatten.flag(errors)?;
        return Some(Marker::At(Place::QueryFlat, Written::Plainly));
    }
    let rename = renamed(&mut sheet, "a query parameter", errors).ok()?;
    let rename = rename.map(|literal| literal.value());
    let written = style::query(&mut sheet, errors);
    Some(Marker::Query(rename, written.unwrap_or(Written::Plainly)))
}

/// The name behind `rename =`, which is not empty.
fn renamed(sheet: &mut Sheet, what: &str, errors: &mut Errors) -> Result<Option<LitStr>, ()> {
    let Some(rename) = sheet.take("rename") else {
        return Ok(None);
    };
    let literal = rename.string(errors).ok_or(())?;
    if literal.value().is_empty() {
        errors.on(&literal, format!("{what} has a name; `rename` is empty"));
        return Err(());
    }
    Ok(Some(literal))
}

/// `#[form]` or `#[form(style = deep_object)]`.
fn form(attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let written = match sheet("form", FORM_KEYS, attribute, errors) {
        Ok(Some(mut sheet)) => style::form(&mut sheet, errors),
        Ok(None) | Err(()) => None,
    };
    let written = written.unwrap_or(Written::Plainly);
    Some(Marker::At(Place::Form, written))
}

/// `#[json]`, `#[body]`, `#[body(content_type = "text/plain")]`.
fn body(owner: &str, place: Place, attribute: &Attribute, errors: &mut Errors) -> Option<Marker> {
    let written = match sheet(owner, BODY_KEYS, attribute, errors) {
        Ok(Some(mut sheet)) => {
            let declared = sheet.take("content_type");
            declared.and_then(|filled| content_type(filled, errors))
        }
        Ok(None) | Err(()) => None,
    };
    let written = written.map_or(Written::Plainly, Written::Typed);
    Some(Marker::At(place, written))
}
