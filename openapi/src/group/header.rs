//! Which parameters of a document may be headers of a call.

use crate::operation::{Operation, Parameter, Place, Shape, Verb, is_token, shape};

/// What OpenAPI says to be ignored (the media types say it), and what the client sets itself: RFC 9112
/// sections 6 and 9, RFC 9110 sections 7.6.1 and 7.8.
const LEFT_OUT: [&str; 15] = [
    "accept",
    "content-type",
    "authorization",
    "connection",
    "content-length",
    "expect",
    "host",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "trailers",
    "transfer-encoding",
    "upgrade",
    "accept-encoding",
];

/// Whether a header is an argument; one that something else sends is none.
///
/// # Errors
///
/// If this is no name of a header.
pub(super) fn header(name: &str) -> Result<bool, String> {
    let lower = name.to_ascii_lowercase();
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err(format!("`{}` is no name of a header", name.escape_debug()));
    }
    Ok(!LEFT_OUT.contains(&lower.as_str()) && !lower.starts_with("proxy-"))
}

/// Whether a header carries the key by which the vendor knows a repetition. The client makes such
/// keys, so it is no argument.
pub(super) fn is_key(operation: &Operation<'_>, parameter: &Parameter<'_>) -> bool {
    let name = parameter.name.to_ascii_lowercase();
    let is_text = parameter
        .schema
        .as_ref()
        .is_none_or(|schema| shape(schema) == Shape::Text);
    parameter.place == Place::Header
        && matches!(operation.verb, Verb::Post | Verb::Patch)
        && matches!(name.as_str(), "idempotency-key" | "x-idempotency-key")
        && is_text
}
