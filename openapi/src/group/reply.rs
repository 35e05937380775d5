//! How the success of an endpoint is read.

use super::draft::{Desk, Site};
use super::local::{self, Local};
use super::payload::{Payload, Read, payload};
use crate::document::Node;
use crate::operation::{Answer, Status, Verb};

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

/// How a success is read, and what it is made of.
pub(super) struct Replied<'d> {
    pub(super) reply: Reply,
    pub(super) accept: Option<String>,
    /// The schema of the JSON, where there is exactly one.
    pub(super) schema: Option<Node<'d>>,
    /// The headers of all successes.
    pub(super) headers: Vec<&'d str>,
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
    replied.accept = accept(&read);
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

/// What has to be asked for: if one of several answers needs it, all of them are named.
fn accept(read: &[(Status, Read<'_>)]) -> Option<String> {
    let needed = read.iter().find_map(|(_, read)| read.accept.clone())?;
    let mut all: Vec<&str> = Vec::new();
    for name in read.iter().filter_map(|(_, read)| read.media.as_deref()) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    match all.as_slice() {
        [] | [_] => Some(needed),
        several => Some(several.join(", ")),
    }
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
