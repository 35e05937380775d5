//! What an operation sends as its body.

use super::media::Media;
use super::{broken, media};
use crate::document::{Dialect, Document, Node};
use crate::report::{Entry, Reason};

/// The body of a request.
#[derive(Clone, Debug)]
pub(crate) struct Body<'d> {
    pub(crate) node: Node<'d>,
    pub(crate) required: bool,
    pub(crate) content: Content<'d>,
}

/// What is in a body.
#[derive(Clone, Debug)]
pub(crate) enum Content<'d> {
    /// One of these, in the order of the document.
    Media(Vec<Media<'d>>),
    /// The fields of a form of Swagger 2.0.
    Fields {
        fields: Vec<Field<'d>>,
        multipart: bool,
    },
}

/// A field of a form.
#[derive(Clone, Debug)]
pub(crate) struct Field<'d> {
    pub(crate) name: String,
    pub(crate) required: bool,
    /// What says which values there are.
    pub(crate) schema: Node<'d>,
    /// The content type of the part, where the document names one.
    pub(crate) content_type: Option<&'d str>,
}

/// Reads the body. `given` are the parameters of Swagger 2.0 that are one.
pub(super) fn body<'d>(
    document: &'d Document,
    operation: &str,
    node: &Node<'d>,
    given: &[Node<'d>],
) -> Result<Option<Body<'d>>, Entry> {
    if document.dialect() == Dialect::Swagger2 {
        return swagger(document, operation, node, given);
    }
    let Some(body) = node.get("requestBody") else {
        return Ok(None);
    };
    let body = body.resolved().map_err(|at| broken(operation, &at))?;
    let content = body.get("content");
    let media = content.as_ref().map(Media::listed).unwrap_or_default();
    // A body without a content type is none that could be sent.
    let content = (!media.is_empty()).then_some(Content::Media(media));
    Ok(content.map(|content| Body {
        required: body.is("required"),
        node: body,
        content,
    }))
}

fn swagger<'d>(
    document: &'d Document,
    operation: &str,
    node: &Node<'d>,
    given: &[Node<'d>],
) -> Result<Option<Body<'d>>, Entry> {
    let Some(first) = given.first() else {
        return Ok(None);
    };
    let consumes = listed(document, node, "consumes");
    let is_whole = |node: &&Node<'_>| node.text("in") == Some("body");
    let whole: Vec<_> = given.iter().filter(is_whole).collect();
    let body = match whole.as_slice() {
        [] => {
            let is_part = |name: &&str| media::essence(name).starts_with("multipart/");
            let is_file = |node: &Node<'_>| node.text("type") == Some("file");
            Body {
                node: first.clone(),
                required: given.iter().any(|node| node.is("required")),
                content: Content::Fields {
                    multipart: consumes.iter().any(is_part) || given.iter().any(is_file),
                    fields: given.iter().map(field).collect(),
                },
            }
        }
        [whole] if given.len() == 1 => {
            let names: &[&str] = if consumes.is_empty() {
                &["application/json"]
            } else {
                &consumes
            };
            Body {
                node: (*whole).clone(),
                required: whole.is("required"),
                content: Content::Media(Media::of_list(names, whole.get("schema").as_ref())),
            }
        }
        _ => {
            return Err(Entry {
                pointer: first.place(),
                operation: operation.to_owned(),
                reason: Reason::UnusableBody,
                detail: "a request has one body, and there is more than one here".to_owned(),
            });
        }
    };
    Ok(Some(body))
}

fn field<'d>(node: &Node<'d>) -> Field<'d> {
    Field {
        name: node.text("name").unwrap_or_default().to_owned(),
        required: node.is("required"),
        schema: node.clone(),
        content_type: None,
    }
}

/// `consumes` or `produces` of an operation, or else of the document.
pub(super) fn listed<'d>(document: &'d Document, node: &Node<'d>, key: &str) -> Vec<&'d str> {
    let list = node.get(key).or_else(|| document.root().get(key));
    let names = list.into_iter().flat_map(|list| list.items());
    names.filter_map(|name| name.value().as_str()).collect()
}
