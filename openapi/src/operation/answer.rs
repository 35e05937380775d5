//! What an operation answers, by status.

use super::body::listed;
use super::broken;
use super::media::Media;
use crate::document::{Dialect, Document, Node};
use crate::report::{Entry, Reason};

/// An answer of one status, or of several.
#[derive(Clone, Debug)]
pub(crate) struct Answer<'d> {
    pub(crate) status: Status,
    pub(crate) node: Node<'d>,
    /// Empty where the answer has no body.
    pub(crate) media: Vec<Media<'d>>,
    /// Names of the documented headers.
    pub(crate) headers: Vec<&'d str>,
}

/// Which statuses an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    Exact(u16),
    /// `4XX`: the hundred.
    Range(u16),
    Default,
}

impl Status {
    /// `200`, `2XX`, `default`.
    fn of(key: &str) -> Option<Self> {
        if key.eq_ignore_ascii_case("default") {
            return Some(Self::Default);
        }
        let hundred = key.get(1..).filter(|rest| rest.eq_ignore_ascii_case("xx"));
        let number: u16 = match hundred {
            Some(_) => key.get(..1)?.parse().ok()?,
            None => key.parse().ok()?,
        };
        match hundred {
            Some(_) => (1..=5).contains(&number).then_some(Self::Range(number)),
            None => (100..=599).contains(&number).then_some(Self::Exact(number)),
        }
    }

    /// The first digit; none for `default`.
    pub(crate) fn hundred(self) -> Option<u16> {
        match self {
            Self::Exact(status) => Some(status / 100),
            Self::Range(hundred) => Some(hundred),
            Self::Default => None,
        }
    }

    pub(crate) fn is_success(self) -> bool {
        self.hundred() == Some(2)
    }

    /// As the document writes it.
    pub(crate) fn word(self) -> String {
        match self {
            Self::Exact(status) => status.to_string(),
            Self::Range(hundred) => format!("{hundred}XX"),
            Self::Default => "default".to_owned(),
        }
    }
}

/// Reads the answers. One that cannot be read is a note: the request can be sent all the same.
pub(super) fn answers<'d>(
    document: &'d Document,
    operation: &str,
    node: &Node<'d>,
    notes: &mut Vec<Entry>,
) -> Vec<Answer<'d>> {
    let responses = node.get("responses");
    let mut answers = Vec::new();
    for (key, written) in responses.iter().flat_map(Node::members) {
        if key.starts_with("x-") {
            continue;
        }
        let Some(status) = Status::of(key.trim()) else {
            notes.push(Entry {
                pointer: written.place(),
                operation: operation.to_owned(),
                reason: Reason::Malformed,
                detail: format!("`{key}` is no status; the answer is left out"),
            });
            continue;
        };
        match written.resolved() {
            Ok(answer) => answers.push(read(document, node, answer, status)),
            Err(error) => notes.push(broken(operation, &error)),
        }
    }
    answers
}

fn read<'d>(
    document: &'d Document,
    operation: &Node<'d>,
    node: Node<'d>,
    status: Status,
) -> Answer<'d> {
    let media = match document.dialect() {
        Dialect::Swagger2 => produced(document, operation, &node),
        _ => node
            .get("content")
            .as_ref()
            .map(Media::listed)
            .unwrap_or_default(),
    };
    let headers = node.get("headers");
    let headers = headers.iter().flat_map(Node::members).map(|(name, _)| name);
    Answer {
        status,
        headers: headers.collect(),
        media,
        node,
    }
}

/// Swagger 2.0: the schema of the answer, in each content type that the operation produces.
fn produced<'d>(document: &'d Document, operation: &Node<'d>, answer: &Node<'d>) -> Vec<Media<'d>> {
    let Some(schema) = answer.get("schema") else {
        return Vec::new();
    };
    if schema.text("type") == Some("file") {
        return Media::of_list(&["application/octet-stream"], None);
    }
    let produces = listed(document, operation, "produces");
    let names: &[&str] = if produces.is_empty() {
        &["application/json"]
    } else {
        &produces
    };
    Media::of_list(names, Some(&schema))
}
