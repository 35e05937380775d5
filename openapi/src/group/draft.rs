//! An operation as an endpoint, before its types have names.

use super::argument::{Argument, arguments};
use super::body::body;
use super::fault::{Fault, fault};
use super::local::Local;
use super::names::stem;
use super::pages::{Walk, walk};
use super::path::{Piece, path};
use super::reply::{Reply, reply};
use super::split::{Called, Part};
use crate::limits::Limits;
use crate::names::Names;
use crate::operation::{Operation, Taken};
use crate::report::{Entry, Reason};
use crate::schema::{Hint, Types};

/// What all operations share while they are drafted.
pub(super) struct Desk<'t, 'd> {
    pub(super) types: &'t mut Types<'d>,
    /// Where the credential goes.
    pub(super) taken: Option<Taken>,
    pub(super) limits: Option<&'t Limits>,
    pub(super) notes: Vec<Entry>,
}

/// An endpoint.
pub(super) struct Draft<'o, 'd> {
    pub(super) operation: &'o Operation<'d>,
    pub(super) name: String,
    /// What its types are called, in front: `IssuesList`.
    pub(super) stem: String,
    pub(super) path: Vec<Piece>,
    pub(super) arguments: Vec<Argument<'d>>,
    pub(super) reply: Reply,
    /// What is asked for by `Accept`, where the way to read says something else.
    pub(super) accept: Option<String>,
    pub(super) walk: Option<Walk>,
    pub(super) fault: Option<Fault>,
    /// The header of idempotency keys.
    pub(super) key: Option<String>,
    pub(super) bucket: Option<String>,
    pub(super) cost: Option<u32>,
    /// Definitions that stand in the file of the group.
    pub(super) locals: Vec<Local<'d>>,
}

/// An operation and how its types are called.
#[derive(Clone, Copy)]
pub(super) struct Site<'s, 'd> {
    pub(super) operation: &'s Operation<'d>,
    pub(super) group: &'s str,
    pub(super) stem: &'s str,
}

impl Site<'_, '_> {
    /// The name of a type: `GET /notes query tags`, `NotesListTags`.
    pub(super) fn hint(&self, part: &str, word: &str) -> Hint {
        Hint {
            identity: format!("{} {part}", self.operation.key()),
            name: format!("{}{word}", self.stem),
        }
    }
}

/// Drafts an endpoint.
///
/// # Errors
///
/// Why no description can say it.
pub(super) fn draft<'o, 'd>(
    part: &Part<'o, 'd>,
    called: &Called<'o, 'd>,
    desk: &mut Desk<'_, 'd>,
    names: &mut Names,
) -> Result<Draft<'o, 'd>, Entry> {
    let operation = called.operation;
    let stem = stem(&part.name, &called.name);
    let site = Site {
        operation,
        group: &part.name,
        stem: &stem,
    };
    let pieces = path(operation)
        .map_err(|detail| operation.entry(&operation.node, Reason::UnusablePath, detail))?;
    let mut locals = Vec::new();
    let mut sent = arguments(&site, &pieces, desk)?;
    if let Some(body) = body(&site, desk, &mut locals)? {
        sent.arguments.push(body);
    }
    let replied = reply(&site, desk, &mut locals);
    let walk = walk(&site, desk, &replied, &mut sent.arguments);
    let fault = fault(&site, desk);
    let reply = match walk {
        Some(_) => Reply::Pages,
        None => replied.reply,
    };
    let mut arguments = sent.arguments;
    let path = super::naming::arguments(&site, &mut arguments, pieces, names);
    let called_by = operation.called();
    Ok(Draft {
        name: called.name.clone(),
        accept: replied.accept,
        key: sent.key,
        bucket: desk
            .limits
            .and_then(|limits| limits.bucket_of(called_by))
            .map(str::to_owned),
        cost: desk.limits.and_then(|limits| limits.cost_of(called_by)),
        operation,
        path,
        arguments,
        reply,
        walk,
        fault,
        locals,
        stem: stem.clone(),
    })
}
