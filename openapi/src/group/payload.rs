//! What one answer holds, by its content type.

use super::draft::{Desk, Site};
use crate::document::Node;
use crate::operation::{Answer, Class, Media, Shape, Status, is_type, shape};
use crate::report::Reason;
use crate::schema::{Type, Way};

/// What one answer holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Payload {
    Empty,
    Json(Type),
    Text,
    Bytes,
    Stream,
}

/// An answer, read.
pub(super) struct Read<'d> {
    pub(super) payload: Payload,
    /// Its content type, where it has one that can be named.
    pub(super) media: Option<String>,
    /// What is asked for by `Accept`, if anything.
    pub(super) accept: Option<String>,
    /// The schema, where it is JSON.
    pub(super) schema: Option<Node<'d>>,
}

/// Reads an answer, one of so many successes.
pub(super) fn payload<'d>(
    site: &Site<'_, 'd>,
    answer: &Answer<'d>,
    answers: usize,
    desk: &mut Desk<'_, 'd>,
) -> Read<'d> {
    let bodiless = matches!(answer.status, Status::Exact(204 | 205));
    let media = answer
        .media
        .iter()
        .filter(|_| !bodiless)
        .min_by_key(|media| media.rank());
    let Some(media) = media else {
        return Read {
            payload: Payload::Empty,
            media: None,
            accept: None,
            schema: None,
        };
    };
    if answer.media.len() > 1 {
        let others = answer.media.iter().filter(|other| other.name != media.name);
        let others: Vec<_> = others.map(|other| format!("`{}`", other.name)).collect();
        let detail = format!(
            "the answer is read as `{}`, and could be {}",
            media.name,
            others.join(", ")
        );
        desk.notes.push(
            site.operation
                .entry(&answer.node, Reason::ContentType, detail),
        );
    }
    let status = match answers {
        1 => String::new(),
        _ => answer.status.word(),
    };
    let payload = content(site, media, &status, desk);
    let one_kind = answer
        .media
        .iter()
        .all(|other| other.class() == media.class());
    Read {
        schema: media
            .schema
            .clone()
            .filter(|_| matches!(payload, Payload::Json(_))),
        media: is_type(&media.name).then(|| media.name.clone()),
        accept: accept(media, &payload, one_kind && answer.media.len() > 1),
        payload,
    }
}

fn content<'d>(
    site: &Site<'_, 'd>,
    media: &Media<'d>,
    status: &str,
    desk: &mut Desk<'_, 'd>,
) -> Payload {
    let mut json = |schema: Option<&Node<'d>>| {
        let hint = site.hint(&format!("answer {status}"), &format!("{status}Answer"));
        match schema.map(|schema| desk.types.of(schema, &hint, Way::Response)) {
            None => Payload::Json(Type::Any),
            Some(Type::Binary) => Payload::Bytes,
            Some(of) => Payload::Json(of),
        }
    };
    match (media.class(), media.schema.as_ref()) {
        (Class::Json, schema) => json(schema),
        (Class::Anything, Some(schema)) => match shape(schema) {
            Shape::List | Shape::Object | Shape::Union => json(Some(schema)),
            Shape::Text => Payload::Text,
            _ => Payload::Bytes,
        },
        (Class::Text | Class::Form, _) => Payload::Text,
        (Class::Stream, _) => Payload::Stream,
        (Class::Anything | Class::Multipart | Class::Other, _) => Payload::Bytes,
    }
}

/// What has to be asked for by name. `several` of one kind are left to the vendor.
fn accept(media: &Media<'_>, payload: &Payload, several: bool) -> Option<String> {
    let needless = match payload {
        Payload::Json(_) => matches!(media.name.split(';').next(), Some("application/json")),
        Payload::Empty => true,
        _ => several || media.name == "application/octet-stream",
    };
    (!needless && is_type(&media.name)).then(|| media.name.clone())
}
