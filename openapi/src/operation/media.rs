//! Content types: what they are to a client, and which of several is taken.

use crate::document::Node;

/// A content type and what is said about its content.
#[derive(Clone, Debug)]
pub(crate) struct Media<'d> {
    /// As the document spells it, trimmed.
    pub(crate) name: String,
    pub(crate) schema: Option<Node<'d>>,
    /// The `encoding` of its members.
    pub(crate) encoding: Option<Node<'d>>,
}

/// What a client does with a content type. The order is the one of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Json,
    /// Anything, by `*/*`: JSON where the schema is more than a text.
    Anything,
    Form,
    Multipart,
    Text,
    Other,
    /// Lines or events that arrive one by one; mostly where that is asked for.
    Stream,
}

impl<'d> Media<'d> {
    /// What `content` of OpenAPI 3 lists, in its order.
    pub(super) fn listed(content: &Node<'d>) -> Vec<Self> {
        let media = content.members().map(|(name, media)| Self {
            name: name.trim().to_owned(),
            schema: media.get("schema"),
            encoding: media.get("encoding"),
        });
        media.collect()
    }

    /// What Swagger 2.0 lists in `consumes` or `produces`, all with one schema.
    pub(super) fn of_list(names: &[&str], schema: Option<&Node<'d>>) -> Vec<Self> {
        let media = names.iter().map(|name| Self {
            name: name.trim().to_owned(),
            schema: schema.cloned(),
            encoding: None,
        });
        media.collect()
    }

    /// What it is to a client.
    pub(crate) fn class(&self) -> Class {
        class(&self.name)
    }

    /// The place among several: plain JSON first, then what it is and whether it has parameters.
    pub(crate) fn rank(&self) -> (Class, u8) {
        let essence = essence(&self.name);
        let within = match essence.as_str() {
            "application/json" => 0,
            "application/merge-patch+json" => 1,
            _ => 2,
        };
        let parameters = self.name.contains(';') && !self.name.contains("charset");
        (self.class(), within + if parameters { 4 } else { 0 })
    }
}

/// Whether this is a media type that can be named in a header (RFC 9110 section 8.3.1).
pub(crate) fn is_type(name: &str) -> bool {
    let (essence, parameters) = name.split_once(';').unwrap_or((name, ""));
    let is_token = |token: &str| !token.is_empty() && token.bytes().all(is_token);
    let parts = essence.trim_end().split_once('/');
    let is_plain = |letter: char| letter == ' ' || letter.is_ascii_graphic();
    parts.is_some_and(|(kind, name)| is_token(kind) && is_token(name))
        && parameters.chars().all(is_plain)
        && !name.contains(['*', ','])
}

/// A letter of a token (RFC 9110 section 5.6.2).
pub(crate) fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The type without its parameters, in small letters.
pub(super) fn essence(name: &str) -> String {
    let essence = name.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn class(name: &str) -> Class {
    let essence = essence(name);
    let is_stream = name.to_ascii_lowercase().contains("stream=");
    match essence.as_str() {
        _ if is_stream => Class::Stream,
        "text/event-stream"
        | "application/x-ndjson"
        | "application/ndjson"
        | "application/jsonl"
        | "application/x-jsonlines"
        | "application/json-seq"
        | "application/stream+json"
        | "application/vnd.amazon.eventstream" => Class::Stream,
        "*/*" | "*" | "application/*" | "" => Class::Anything,
        "application/json" | "text/json" | "application/x-json" | "json" => Class::Json,
        "application/x-www-form-urlencoded" => Class::Form,
        "application/xml"
        | "application/yaml"
        | "application/x-yaml"
        | "application/javascript"
        | "application/graphql"
        | "application/csv"
        | "application/toml" => Class::Text,
        _ if essence.ends_with("+json") => Class::Json,
        _ if essence.starts_with("multipart/") => Class::Multipart,
        _ if essence.starts_with("text/") => Class::Text,
        _ if essence.ends_with("+xml") || essence.ends_with("+yaml") => Class::Text,
        _ => Class::Other,
    }
}
