//! Fuzzers' bytes as answers of a server.
//!
//! The format is one that mutations keep valid: lines, of each of which the first byte chooses
//! the field and the rest is its value.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::{HeaderMap, HeaderName, HeaderValue};
use tollgate_signals::preset::{ALL, Family, Preset};

/// The header fields that these bytes are, out of those of these names. Lines that no HTTP
/// library would let through are left out.
pub fn headers(bytes: &[u8], names: &[&'static str]) -> HeaderMap {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter_map(|line| header(line, names)).collect()
}

fn header(line: &[u8], names: &[&'static str]) -> Option<(HeaderName, HeaderValue)> {
    let (choice, value) = line.split_first()?;
    let name = names.get(usize::from(*choice) % names.len())?;
    let value = HeaderValue::from_bytes(value).ok()?;
    Some((HeaderName::from_static(name), value))
}

/// When the answer was received: from 1970 on, in steps of about a year and a half.
pub fn received(byte: u8) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(u64::from(byte) * 48_000_000)
}

/// The preset that a byte stands for.
pub fn preset(byte: u8) -> &'static Preset {
    ALL[usize::from(byte) % ALL.len()]
}

/// The fields that a preset knows, and those of all vendors.
pub fn names(preset: &Preset) -> Vec<&'static str> {
    let own = preset.families.iter().flat_map(Family::field_names);
    let scopes = preset.account_fields.iter().map(|field| field.0);
    let common = ["date", "retry-after", "ratelimit", "ratelimit-policy"];
    common.into_iter().chain(own).chain(scopes).collect()
}
