//! Texts that a schema allows.

use crate::document::Node;

/// A text of the format and the length; none where a pattern stands without an example.
pub(super) fn text(schema: &Node<'_>) -> Option<String> {
    let example = || {
        let listed = || schema.get("examples")?.items().next();
        let example = schema.get("example").or_else(listed)?;
        example.value().as_str().map(str::to_owned)
    };
    if let Some(text) = schema.text("format").and_then(of_format) {
        return Some(text.to_owned());
    }
    if schema.get("pattern").is_some() {
        return example();
    }
    let bound = |key: &str| {
        let bound = schema.get(key).and_then(|bound| bound.value().as_u64());
        bound.and_then(|bound| usize::try_from(bound).ok())
    };
    let least = bound("minLength").unwrap_or(1).max(1);
    let most = bound("maxLength").unwrap_or(usize::MAX);
    let fits = |text: &String| (least..=most).contains(&text.chars().count());
    example()
        .filter(fits)
        .or_else(|| (least <= 4096).then(|| "x".repeat(least)))
}

fn of_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-01-01T00:00:00Z",
        "date" => "2026-01-01",
        "time" => "12:00:00Z",
        "duration" => "PT1H",
        "uuid" | "guid" => "6f9619ff-8b86-4011-b42d-00cf4fc964ff",
        "email" | "idn-email" => "someone@example.com",
        "uri" | "url" | "iri" | "uri-reference" => "https://example.com/x",
        "hostname" | "idn-hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "byte" => "eA==",
        "uri-template" => "https://example.com/{x}",
        "json-pointer" => "/x",
        "regex" => "x",
        _ => return None,
    })
}
