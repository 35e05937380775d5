//! `#[group(…)]`: endpoints that share the client of an API.

use proc_macro2::{Ident, TokenStream};
use syn::ItemTrait;

use super::Outcome;
use super::api::{broken, case, key_header};
use super::auth::auth;
use super::client::client;
use super::commas::entries;
use super::context::{Context, Scope};
use super::endpoint::Lowered;
use super::endpoints::endpoints;
use super::names::{plain, snake};
use super::settings::{self, settings};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Auth, Described, Group};

const KEYS: &[Key] = &[
    once("client", "client = GitHub"),
    once("accessor", "accessor = issues"),
    once("error", "error = MyError"),
    once("default_bucket", "default_bucket = read"),
    once("auth", "auth = path(\"token\")"),
    settings::RETRY,
    settings::REDIRECTS,
    settings::DEADLINE,
    settings::ATTEMPT_TIMEOUT,
    once(
        "idempotency_header",
        "idempotency_header = \"Idempotency-Key\"",
    ),
    once("query_case", "query_case = \"camelCase\""),
    once("crate", "crate = my_tollgate"),
];

/// Reads a group.
pub(crate) fn group(attribute: TokenStream, item: &ItemTrait) -> Outcome<Group> {
    let mut errors = Errors::default();
    let written = entries(KEYS, attribute, &mut errors);
    let mut sheet = Sheet::new("`#[group]`", KEYS, written, &mut errors);
    let client = client(item, &mut sheet, &mut errors);
    let of = match sheet.take("client") {
        Some(filled) => filled.path(&mut errors),
        None => {
            errors.on(&item.ident, format!("`{}` does not say whose group it is; add `client = …` with the name of the `#[api]` trait", item.ident));
            None
        }
    };
    let accessor = sheet
        .take("accessor")
        .and_then(|filled| filled.ident(&mut errors))
        .unwrap_or_else(|| accessor(&item.ident));
    let error = sheet
        .take("error")
        .and_then(|filled| filled.ty(&mut errors));
    let default = sheet
        .take("default_bucket")
        .and_then(|filled| filled.ident(&mut errors));
    let auth = path_key(&mut sheet, &mut errors);
    let settings = settings(&mut sheet, &mut errors);
    let key_header = key_header(&mut sheet, auth.as_ref(), &mut errors);
    let case = case(&mut sheet, &mut errors);
    let context = Context {
        scope: Scope::Group {
            default: default.as_ref(),
        },
        auth: auth.as_ref(),
        case,
        key_header: key_header.as_deref(),
        settings,
    };
    let endpoints = endpoints(item, &context, &mut errors);
    match of {
        Some(of) if errors.is_empty() => Outcome::Valid(Group {
            client,
            of,
            accessor,
            error,
            endpoints: endpoints.into_iter().filter_map(Lowered::valid).collect(),
        }),
        of => broken(
            client,
            Described::Group { of, accessor },
            error,
            endpoints,
            errors,
        ),
    }
}

/// The client authenticates; only a key that stands in the paths has to be known here too.
fn path_key(sheet: &mut Sheet, errors: &mut Errors) -> Option<Auth> {
    let filled = sheet.take("auth")?;
    let span = filled.span();
    let auth = auth(&filled, errors);
    if !matches!(auth, Auth::Path(_)) {
        errors.at(
            span,
            "a group has its client's credential; only `auth = path(\"token\")` is repeated, since its place is in the paths",
        );
        return None;
    }
    Some(auth)
}

fn accessor(name: &Ident) -> Ident {
    let snake = snake(&plain(name));
    // A keyword is a name all the same, written raw.
    syn::parse_str(&snake).unwrap_or_else(|_| Ident::new_raw(&snake, name.span()))
}
