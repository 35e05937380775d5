//! How the success of an endpoint is read.

use super::draft::{Desk, Site};
use super::local::{self, Local};
use crate::document::Node;
use crate::operation::{Answer, Class, Media, Shape, Status, Verb, is_type, shape};
use crate::report::Reason;
use crate::schema::{Type, Way};

/// The return type of an endpoint.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    One(Payload),
    /// Nothing but status and headers.
    Headers,
    /// One of several, by status: a definition in the file of the group.
    Several(usize),
    /// A walk.
    Pages,
}

/// What one answer holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Payload {
    Empty,
    Json(Type),
    Text,
    Bytes,
    Stream,
}

/// How a success is read, and what it is made of.
pub(super) struct Replied<'d> {
    pub(super) reply: Reply,
    pub(super) accept: Option<String>,
    /// The schema of the JSON, where there is exactly one.
    pub(super) schema: Option<Node<'d>>,
    /// The headers of all successes.
    pub(super) headers: Vec<&'d str>,
}

struct Read<'d> {
    payload: Payload,
    accept: Option<String>,
    schema: Option<Node<'d>>,
}

/// Finds how the success of an operation is read.
pub(super) fn reply<'d>(
    site: &Site<'_, 'd>,
    desk: &mut Desk<'_, 'd>,
    locals: &mut Vec<Local<'d>>,
) -> Replied<'d> {
    let answers = successes(&site.operation.answers);
    let headers: Vec<_> = answers
        .iter()
        .flat_map(|answer| answer.headers.iter().copied())
        .collect();
    let mut replied = Replied {
        reply: Reply::Headers,
        accept: None,
        schema: None,
        headers,
    };
    if site.operation.verb == Verb::Head {
        return replied;
    }
    let read = answers
        .iter()
        .map(|answer| (answer.status, payload(site, answer, answers.len(), desk)));
    let read = distinct(read.collect());
    replied.accept = read.iter().find_map(|(_, read)| read.accept.clone());
    replied.reply = match read.as_slice() {
        [] => Reply::One(without(&site.operation.answers)),
        [(_, only)] => match only.payload {
            Payload::Empty if replied.headers.iter().any(|name| tells(name)) => Reply::Headers,
            _ => {
                replied.schema = only.schema.clone();
                Reply::One(only.payload.clone())
            }
        },
        several => {
            let variants = several
                .iter()
                .map(|(status, read)| (*status, buffered(&read.payload)));
            locals.push(local::answers(variants.collect()));
            Reply::Several(locals.len() - 1)
        }
    };
    replied
}

/// The answers of a success; `default` where there is none of its own.
fn successes<'a, 'd>(answers: &'a [Answer<'d>]) -> Vec<&'a Answer<'d>> {
    let mut found: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status.is_success())
        .collect();
    let redirects = answers
        .iter()
        .any(|answer| answer.status.hundred() == Some(3));
    if found.is_empty() && !redirects {
        found = answers
            .iter()
            .filter(|answer| answer.status == Status::Default)
            .collect();
    }
    found.sort_by_key(|answer| answer.status);
    found
}

/// Where no success is documented: what a redirect leads to, or nothing.
fn without(answers: &[Answer<'_>]) -> Payload {
    let redirects = |answer: &Answer<'_>| match answer.status {
        Status::Exact(status) => (300..400).contains(&status) && status != 304,
        status => status.hundred() == Some(3),
    };
    if answers.iter().any(redirects) {
        Payload::Bytes
    } else {
        Payload::Empty
    }
}

/// Equal answers are one.
fn distinct(read: Vec<(Status, Read<'_>)>) -> Vec<(Status, Read<'_>)> {
    let is_same = |one: &Read<'_>, other: &Read<'_>| {
        let value = |read: &Read<'_>| {
            read.schema
                .as_ref()
                .and_then(|node| node.resolved().ok())
                .map(|node| node.value().clone())
        };
        one.payload == other.payload || (value(one).is_some() && value(one) == value(other))
    };
    let all_same = read
        .iter()
        .skip(1)
        .all(|(_, other)| read.first().is_some_and(|(_, first)| is_same(first, other)));
    let count = if all_same { 1 } else { read.len() };
    read.into_iter().take(count).collect()
}

/// Whether a header says more than what is left of a limit.
fn tells(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    !lower.contains("ratelimit")
        && !lower.contains("rate-limit")
        && !matches!(lower.as_str(), "x-request-id" | "request-id" | "date")
}

/// A choice of answers is read as a whole.
fn buffered(payload: &Payload) -> Payload {
    match payload {
        Payload::Stream => Payload::Bytes,
        payload => payload.clone(),
    }
}

fn payload<'d>(
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
