//! Parameters of a member, by the types that the draft asks for.
//!
//! `Ok(None)` is an absent parameter; `Err(Unusable)` is one of the wrong type or out of its
//! range, which costs the member: half of what it says might mean the opposite.

use std::time::Duration;

use sfv::{BareItem, Parameters, StringRef, TokenRef};

use crate::stamp::bounded;

/// A parameter that is not what the draft says.
#[derive(Debug)]
pub(super) struct Unusable;

/// The unsigned value of an Integer.
pub(super) fn unsigned(item: &BareItem) -> Option<u64> {
    u64::try_from(i64::from(item.as_integer()?)).ok()
}

pub(super) fn count(parameters: &Parameters, key: &str) -> Result<Option<u64>, Unusable> {
    let Some(item) = parameters.get(key) else {
        return Ok(None);
    };
    unsigned(item).map(Some).ok_or(Unusable)
}

/// Whole seconds, bounded.
pub(super) fn seconds(parameters: &Parameters, key: &str) -> Result<Option<Duration>, Unusable> {
    let seconds = count(parameters, key)?;
    Ok(seconds.map(|seconds| bounded(Duration::from_secs(seconds))))
}

pub(super) fn string<'a>(
    parameters: &'a Parameters,
    key: &str,
) -> Result<Option<&'a str>, Unusable> {
    let Some(item) = parameters.get(key) else {
        return Ok(None);
    };
    let text = item.as_string().ok_or(Unusable)?;
    Ok(Some(text.as_str()))
}

pub(super) fn bytes(parameters: &Parameters, key: &str) -> Result<Option<Vec<u8>>, Unusable> {
    let Some(item) = parameters.get(key) else {
        return Ok(None);
    };
    let bytes = item.as_byte_sequence().ok_or(Unusable)?;
    Ok(Some(bytes.to_vec()))
}

/// A policy's name: a String, or the Token that draft-08 allowed.
pub(super) fn name(item: &BareItem) -> Option<String> {
    let string = item.as_string().map(StringRef::as_str);
    let name = string.or_else(|| item.as_token().map(TokenRef::as_str))?;
    Some(name.to_owned())
}
