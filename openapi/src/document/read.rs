//! A text as a tree of JSON.

use serde_json::Value;

use crate::Error;

/// Reads JSON, or YAML 1.2 with its core schema: `no` and `on` are texts, and keys that are written
/// as numbers, as statuses are, become texts.
pub(super) fn tree(name: &str, text: &str) -> Result<Value, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let looks_like_json = text.trim_start().starts_with(['{', '[']);
    let said = match looks_like_json {
        true => match serde_json::from_str(text) {
            Ok(value) => return Ok(value),
            Err(error) => error.to_string(),
        },
        false => String::new(),
    };
    // Flow mappings of YAML begin like JSON.
    yaml(text).map_err(|error| Error::Syntax {
        name: name.to_owned(),
        said: if looks_like_json { said } else { error },
    })
}

fn yaml(text: &str) -> Result<Value, String> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::LastWins,
        with_snippet: false,
        budget: budget(text.len()),
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| error.to_string())
}

/// What a document of this size may hold: anything that it can spell out, and ten times that by
/// way of aliases.
fn budget(length: usize) -> Option<serde_saphyr::Budget> {
    let most = length.saturating_mul(10).max(1 << 20);
    serde_saphyr::budget! {
        max_events: most,
        max_nodes: most,
        max_total_scalar_bytes: most,
        max_aliases: most,
        max_anchors: most,
    }
}
