//! `host("https://…", bucket = uploads)` and `token(url = "https://…", bucket = tokens)`: addresses
//! beside the base URL, and which bucket pays for requests to them.

use std::collections::HashSet;

use proc_macro2::{Group, Ident, Span};
use syn::LitStr;

use super::bucket::Declared;
use super::commas::entries;
use super::context::{Default, find};
use super::filled::{Filled, transposed};
use super::sheet::{Key, Sheet, once};
use super::url::{Use, comparable, url};
use crate::errors::Errors;
use crate::model::{Auth, Host, Token};
use crate::syntax::{Entry, Shape};

const HOST_KEYS: &[Key] = &[once("bucket", "bucket = uploads")];

const TOKEN_KEYS: &[Key] = &[
    once("url", "url = \"https://accounts.example.com/token\""),
    once("bucket", "bucket = tokens"),
];

/// All hosts; each address has one bucket.
pub(super) fn hosts(written: Vec<Filled>, declared: &[Declared], errors: &mut Errors) -> Vec<Host> {
    let mut known = HashSet::new();
    let mut hosts = Vec::new();
    for filled in written {
        let Some((literal, host)) = host(&filled, declared, errors) else {
            continue;
        };
        if !known.insert(comparable(&host.url)) {
            errors.on(
                &literal,
                "another `host` has this URL already; remove one, since one bucket pays",
            );
        }
        hosts.push(host);
    }
    hosts
}

fn host(filled: &Filled, declared: &[Declared], errors: &mut Errors) -> Option<(LitStr, Host)> {
    let Shape::List(group) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return None;
    };
    let mut written = entries(HOST_KEYS, group.stream(), errors);
    let literal = match written.first() {
        Some(Entry::Bare(tokens)) => syn::parse2::<LitStr>(tokens.clone()).ok(),
        _ => None,
    };
    let Some(literal) = literal else {
        let span = written.first().map_or(filled.span(), Entry::span);
        filled.misshapen(span, errors);
        return None;
    };
    written.remove(0);
    let url = url(Use::Host, &literal, errors);
    let mut sheet = Sheet::new("`host`", HOST_KEYS, written, errors);
    let Some(bucket) = sheet.take("bucket") else {
        errors.on(
            &literal,
            "which bucket pays for requests to this host? add `bucket = …`",
        );
        return None;
    };
    let bucket = found(bucket, declared, errors);
    let host = Host {
        url: url?,
        bucket: bucket?,
    };
    Some((literal, host))
}

/// The bucket behind `bucket =`.
fn found(filled: Filled, declared: &[Declared], errors: &mut Errors) -> Option<usize> {
    let name: Ident = filled.ident(errors)?;
    find(declared, &name, errors)
}

/// `token(url = "…", bucket = tokens)`, where at least one of them stands.
pub(super) fn token(
    filled: &Filled,
    auth: &Auth,
    (declared, default): (&[Declared], Default),
    errors: &mut Errors,
) -> Option<Token> {
    let span = filled.span();
    if let Some(way) = not_bearer(auth) {
        errors.at(span, format!("`token` says where bearer tokens are had, and `auth = {way}` has none; write `auth = bearer`, or remove `token`"));
    }
    let group: &Group = match &filled.shape {
        Shape::List(group) if !group.stream().is_empty() => group,
        _ => {
            filled.misshapen(span, errors);
            return None;
        }
    };
    let written = entries(TOKEN_KEYS, group.stream(), errors);
    let mut sheet = Sheet::new("`token`", TOKEN_KEYS, written, errors);
    let address = sheet.take("url").map(|filled| {
        let literal = filled.string(errors)?;
        url(Use::Token, &literal, errors)
    });
    let bucket = match sheet.take("bucket") {
        Some(bucket) => found(bucket, declared, errors),
        None => by_default(span, declared, default, errors),
    };
    Some(Token {
        url: transposed(address)?,
        bucket: bucket?,
    })
}

fn not_bearer(auth: &Auth) -> Option<&'static str> {
    match auth {
        Auth::Bearer => None,
        Auth::None => Some("none"),
        Auth::Basic => Some("basic"),
        Auth::Header(_) => Some("header(…)"),
        Auth::Query(_) => Some("query(…)"),
        Auth::Path(_) => Some("path(…)"),
    }
}

fn by_default(
    token: Span,
    declared: &[Declared],
    default: Default,
    errors: &mut Errors,
) -> Option<usize> {
    match (default, declared.first()) {
        (Default::Bucket(index), _) => Some(index),
        (Default::Missing, Some(Declared { name, .. })) => {
            errors.at(token, format!("which bucket pays for tokens? add `bucket = {name}` here, or `default_bucket = {name}` to `#[api]`"));
            None
        }
        // That there is none has been told.
        (Default::Missing | Default::Broken, _) => None,
    }
}
