//! `#[api(…)]` and the trait under it.

use proc_macro2::{Ident, TokenStream};
use syn::ItemTrait;

use super::auth::auth;
use super::bucket::{Declared, bucket};
use super::client::client;
use super::commas::entries;
use super::context::{Context, Default, Scope, find};
use super::endpoint::Lowered;
use super::endpoints::endpoints;
use super::exchange::exchange;
use super::filled::{self, Filled, choice};
use super::names::{Case, plain};
use super::number::length;
use super::sheet::{Key, Sheet, many, once};
use super::url::{Use, url};
use super::{Outcome, header_name, repeat, setters, settings};
use crate::errors::Errors;
use crate::model::{Api, Auth, Bucket, Client, Described, Length, Settings, Sharing, Sketch};

const KEYS: &[Key] = &[
    once("base_url", "base_url = \"https://api.example.com/v1\""),
    once("id", "id = \"example\""),
    once("auth", "auth = bearer"),
    once("error", "error = MyError"),
    many(
        "bucket",
        "bucket(read, ceiling(60 per minute, source = \"https://…\"))",
    ),
    once("default_bucket", "default_bucket = read"),
    once("bucket_header", "bucket_header = \"X-RateLimit-Bucket\""),
    once("limits_from", "limits_from = github"),
    once("classify", "classify = path::to::function"),
    many(
        "host",
        "host(\"https://uploads.example.com\", bucket = uploads)",
    ),
    once(
        "token",
        "token(url = \"https://accounts.example.com/token\", bucket = tokens)",
    ),
    once("breaker", "breaker(failures = 5, open = 10 s)"),
    // Both, so that nobody who means one is led to the other.
    once("scope", "scope = machine` or `scope = process"),
    once("report_every", "report_every = 60 s"),
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

/// Reads an API.
pub(crate) fn api(attribute: TokenStream, item: &ItemTrait) -> Outcome<Api> {
    let mut errors = Errors::default();
    let written = entries(KEYS, attribute, &mut errors);
    let mut sheet = Sheet::new("`#[api]`", KEYS, written, &mut errors);
    let client = client(item, &mut sheet, &mut errors);
    let base_url = base_url(&item.ident, &mut sheet, &mut errors);
    let id = sheet.take("id").map(|filled| identity(filled, &mut errors));
    let auth = sheet.take("auth").map(|filled| auth(&filled, &mut errors));
    let auth = auth.unwrap_or_else(|| {
        errors.on(&item.ident, format!("`{}` does not say how it authenticates; add `auth = bearer`, or `auth = none` for a public API", item.ident));
        Auth::Bearer
    });
    let error = sheet
        .take("error")
        .and_then(|filled| filled.ty(&mut errors));
    let written = sheet.take_all("bucket");
    let declared = declared(&item.ident, &written, &mut errors);
    let default = default_bucket(&mut sheet, &declared, &mut errors);
    let bucket_header = sheet
        .take("bucket_header")
        .and_then(|filled| header(filled, &mut errors));
    let sharing = sheet
        .take("scope")
        .and_then(|filled| sharing(filled, &mut errors));
    let report_every = sheet
        .take("report_every")
        .and_then(|filled| report_every(filled, &mut errors));
    let exchange = exchange(&mut sheet, &auth, &declared, default, &mut errors);
    let key_header = key_header(&mut sheet, Some(&auth), &mut errors);
    let case = case(&mut sheet, &mut errors);
    let context = Context {
        scope: Scope::Api {
            declared: &declared,
            default,
        },
        auth: Some(&auth),
        case,
        key_header: Some(key_header.as_deref().unwrap_or(repeat::HEADER)),
        // The client inherits what the API sets, the endpoints need not repeat it.
        settings: Settings::default(),
    };
    let mut endpoints = endpoints(item, &context, &mut errors);
    setters::reserved(&mut endpoints, &mut errors);
    if !errors.is_empty() {
        let buckets = declared.into_iter().map(|declared| declared.name).collect();
        let of = Described::Api { auth, buckets };
        return broken(client, of, error, endpoints, errors);
    }
    let default_bucket = match default {
        Default::Bucket(index) => Some(index),
        Default::Missing | Default::Broken => None,
    };
    let buckets: Vec<Bucket> = declared
        .into_iter()
        .filter_map(|declared| declared.bucket)
        .collect();
    Outcome::Valid(Api {
        client,
        base_url: base_url.unwrap_or_default(),
        id: id.flatten(),
        auth,
        error,
        buckets,
        default_bucket,
        bucket_header,
        key_header,
        sharing,
        report_every,
        exchange,
        endpoints: endpoints.into_iter().filter_map(Lowered::valid).collect(),
    })
}

/// The outcome of a description with mistakes.
pub(super) fn broken<T>(
    client: Client,
    of: Described,
    error: Option<syn::Type>,
    endpoints: Vec<Lowered>,
    errors: Errors,
) -> Outcome<T> {
    let faces = endpoints
        .into_iter()
        .map(|endpoint| endpoint.face)
        .collect();
    let sketch = Sketch {
        client,
        of,
        error,
        faces,
    };
    Outcome::Broken(Box::new(sketch), errors)
}

fn base_url(name: &Ident, sheet: &mut Sheet, errors: &mut Errors) -> Option<String> {
    let Some(filled) = sheet.take("base_url") else {
        errors.on(
            name,
            format!(
                "`{name}` has no base URL; add `base_url = \"https://api.example.com\"` to `#[api]`"
            ),
        );
        return None;
    };
    let literal = filled.string(errors)?;
    url(Use::Base, &literal, errors)
}

fn identity(filled: Filled, errors: &mut Errors) -> Option<String> {
    let literal = filled.string(errors)?;
    let text = literal.value();
    if text.trim().is_empty() {
        errors.on(
            &literal,
            "the API's identity is empty; leave `id` out to use the host",
        );
        return None;
    }
    Some(text)
}

/// The name of a header that answers have.
fn header(filled: Filled, errors: &mut Errors) -> Option<String> {
    let literal = filled.string(errors)?;
    if let Some(refusal) = header_name::refusal(&literal.value()) {
        errors.on(&literal, refusal);
        return None;
    }
    Some(literal.value())
}

/// Who shares the state.
fn sharing(filled: Filled, errors: &mut Errors) -> Option<Sharing> {
    // With a URL behind it or without.
    if let Some(word) = filled.first_word().filter(|word| word == "fleet") {
        errors.on(&word, "a fleet is named where a client is built, since the URL of its store differs from place to place and may hold a password: leave `scope` out, and call `.fleet(url)` on the builder");
        return None;
    }
    let known = [("process", Sharing::Process), ("machine", Sharing::Machine)];
    choice(&known, filled, errors)
}

fn report_every(filled: Filled, errors: &mut Errors) -> Option<Length> {
    length("leave it out for no reports", filled, errors)
}

fn declared(api: &Ident, written: &[Filled], errors: &mut Errors) -> Vec<Declared> {
    if written.is_empty() {
        errors.on(api, format!("`{api}` has no bucket, so nothing could be sent; add `bucket(all, ceiling(60 per minute, source = \"https://…\"))` and `default_bucket = all` to `#[api]`"));
    }
    let mut all: Vec<Declared> = Vec::new();
    for filled in written {
        let Some(declared) = bucket(filled, errors) else {
            continue;
        };
        if all.iter().any(|known| known.name == declared.name) {
            let name = plain(&declared.name);
            errors.on(&declared.name, format!("bucket `{name}` is declared twice; write all its ceilings into one `bucket({name}, …)`"));
            continue;
        }
        all.push(declared);
    }
    all
}

fn default_bucket(sheet: &mut Sheet, declared: &[Declared], errors: &mut Errors) -> Default {
    let Some(filled) = sheet.take("default_bucket") else {
        return match declared {
            // That there is none has been told.
            [] => Default::Broken,
            _ => Default::Missing,
        };
    };
    let name = filled.ident(errors);
    let found = match declared {
        [] => None,
        _ => name.and_then(|name| find(declared, &name, errors)),
    };
    found.map_or(Default::Broken, Default::Bucket)
}

/// The header of idempotency keys, where it is named; the usual one where that is wrong.
pub(super) fn key_header(
    sheet: &mut Sheet,
    auth: Option<&Auth>,
    errors: &mut Errors,
) -> Option<String> {
    let name = repeat::header(sheet.take("idempotency_header")?, auth, errors);
    Some(name.unwrap_or_else(|| repeat::HEADER.to_owned()))
}

/// How query parameters are spelled.
pub(super) fn case(sheet: &mut Sheet, errors: &mut Errors) -> Option<Case> {
    let literal = sheet.take("query_case")?.string(errors)?;
    let word = literal.value();
    let found = Case::ALL.iter().find(|(name, _)| *name == word);
    if found.is_none() {
        let known = Case::ALL.map(|(name, _)| name);
        filled::unknown(errors, literal.span(), "unknown case", &word, &known);
    }
    found.map(|(_, case)| *case)
}
