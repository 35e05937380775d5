//! `idempotent` and `idempotency_key`: whether a request may be repeated that may have been
//! received.

use proc_macro2::{Ident, Span};

use super::context::{Context, paid_at};
use super::filled::Filled;
use super::header_name;
use super::names::plain;
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Auth, Place, Repeat, Settings, Verb};
use crate::syntax::Shape;

pub(super) const IDEMPOTENT: Key = once("idempotent", "idempotent");
pub(super) const KEY: Key = once(
    "idempotency_key",
    "idempotency_key` or `idempotency_key = \"X-Key\"",
);

/// The header of keys where nothing else is said (draft-ietf-httpapi-idempotency-key-header).
pub(super) const HEADER: &str = "Idempotency-Key";

/// What the attribute with the verb says; `None` when it is wrong, which has been told.
pub(super) fn repeat(
    name: &Ident,
    verb: Verb,
    sheet: &mut Sheet,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Repeat> {
    let endpoint = plain(name);
    match (sheet.take("idempotent"), sheet.take("idempotency_key")) {
        (None, None) => Some(Repeat::ByMethod),
        (Some(flag), Some(_)) => {
            errors.at(flag.span(), format!("endpoint `{endpoint}`: an idempotent request needs no key, and one with a key is repeated anyway; remove `idempotent` or `idempotency_key`"));
            None
        }
        (Some(flag), None) => idempotent(&endpoint, verb, &flag, errors),
        (None, Some(filled)) => key(&endpoint, filled, context, errors),
    }
}

fn idempotent(endpoint: &str, verb: Verb, flag: &Filled, errors: &mut Errors) -> Option<Repeat> {
    flag.flag(errors)?;
    if verb.is_idempotent() {
        let verb = verb.attribute().to_uppercase();
        errors.at(flag.span(), format!("endpoint `{endpoint}`: {verb} is idempotent by itself (RFC 9110 section 9.2.2); remove `idempotent`"));
        return None;
    }
    Some(Repeat::Idempotent)
}

fn key(
    endpoint: &str,
    filled: Filled,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Repeat> {
    if matches!(filled.shape, Shape::Flag) {
        // A key in another header than the API's would be no key, and nobody would notice.
        if context.key_header.is_none() {
            errors.at(filled.span(), format!("endpoint `{endpoint}`: a group does not see in which header its client sends keys; add `idempotency_header = \"{HEADER}\"` to `#[group]`, or the header of the API"));
        }
        let header = context.key_header?.to_owned();
        let place = Place::Header(header.clone());
        if let Some(auth) = context.auth.and_then(|auth| paid_at(auth, &place)) {
            errors.at(filled.span(), format!("endpoint `{endpoint}`: `auth = {auth}` puts the credential into the header `{header}`, so no key can stand there; name another with `idempotency_key = \"X-Key\"`"));
            return None;
        }
        return Some(Repeat::Key(header));
    }
    header(filled, context.auth, errors).map(Repeat::Key)
}

/// The name of a header for keys.
pub(super) fn header(filled: Filled, auth: Option<&Auth>, errors: &mut Errors) -> Option<String> {
    let literal = filled.string(errors)?;
    let name = literal.value();
    let refusal = header_name::refusal_of_marker(&name).or_else(|| {
        let auth = paid_at(auth?, &Place::Header(name.clone()))?;
        Some(format!(
            "`auth = {auth}` puts the credential there; name another header, such as `{HEADER}`"
        ))
    });
    if let Some(refusal) = refusal {
        errors.on(&literal, refusal);
        return None;
    }
    Some(name)
}

/// Refuses attempts that would repeat a write which the vendor may have received.
pub(super) fn repeatable(
    name: &Ident,
    verb: Verb,
    repeat: Option<&Repeat>,
    (settings, retry): (&Settings, Option<Span>),
    errors: &mut Errors,
) {
    let (Some(Repeat::ByMethod), Some(span)) = (repeat, retry) else {
        return;
    };
    let tries = settings.retry.as_ref().is_some_and(|retry| !retry.is_off());
    if tries && !verb.is_idempotent() {
        let endpoint = plain(name);
        let verb = verb.attribute().to_uppercase();
        errors.at(
            span,
            format!("endpoint `{endpoint}`: a {verb} that failed may have been received, and `retry` would do it twice; add `idempotency_key` (the vendor knows a repetition by it) or `idempotent` (twice is the same as once), or remove `retry`: what the vendor refused, by 429 or by 503 with Retry-After, is repeated anyway"),
        );
    }
}
