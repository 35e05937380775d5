//! Operations as a plain model: what they ask for and what they answer, in one shape for all dialects.
//!
//! In: a document. Out: [`Operation`]s, each with its node, and an entry for every one that cannot
//! be read. Where Swagger 2.0 and OpenAPI 3 spell a thing differently, the difference ends here.
//! Knows no Rust types and no names.

mod answer;
mod body;
mod count;
mod hints;
mod media;
mod only;
mod parameter;
mod paths;
mod peek;
mod scheme;
mod security;
mod server;
mod verb;

#[cfg(test)]
mod tests;

use crate::document::{Broken, Node};
use crate::pattern::Called;
use crate::report::{Entry, Reason};

pub(crate) use self::answer::{Answer, Status};
pub(crate) use self::body::{Body, Content, Field};
#[cfg(test)]
pub(crate) use self::count::count;
pub(crate) use self::hints::hints;
pub(crate) use self::media::{Class, Media, is_token, is_type};
pub(crate) use self::parameter::{Parameter, Place, Style};
pub(crate) use self::paths::{Read, read};
pub(crate) use self::peek::{Member, Shape, element, members, shape};
pub(crate) use self::scheme::Taken;
pub(crate) use self::security::security;
pub(crate) use self::server::base_url;
pub(crate) use self::verb::Verb;

/// A method and a path, and what goes back and forth.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'d> {
    pub(crate) verb: Verb,
    /// As the document spells it.
    pub(crate) path: String,
    pub(crate) node: Node<'d>,
    pub(crate) id: Option<String>,
    pub(crate) tags: Vec<String>,
    /// In the order of the document, those of the path first.
    pub(crate) parameters: Vec<Parameter<'d>>,
    pub(crate) body: Option<Body<'d>>,
    /// In the order of the document.
    pub(crate) answers: Vec<Answer<'d>>,
    /// Where it is, if that is not where the others are.
    pub(crate) server: Option<String>,
    /// What was left out or taken otherwise than it is written.
    pub(crate) notes: Vec<Entry>,
}

impl Operation<'_> {
    /// What identifies it: `GET /notes`.
    pub(crate) fn key(&self) -> String {
        format!("{} {}", self.verb.word(), self.path)
    }

    /// As patterns see it.
    pub(crate) fn called(&self) -> Called<'_> {
        Called {
            verb: self.verb.word(),
            path: &self.path,
            tags: &self.tags,
            id: self.id.as_deref(),
        }
    }

    /// Something to say about it.
    pub(crate) fn entry(&self, at: &Node<'_>, reason: Reason, detail: impl Into<String>) -> Entry {
        Entry {
            pointer: at.place(),
            operation: self.key(),
            reason,
            detail: detail.into(),
        }
    }
}

/// An entry about a reference that leads nowhere.
pub(crate) fn broken(operation: &str, broken: &Broken) -> Entry {
    Entry {
        pointer: broken.at.clone(),
        operation: operation.to_owned(),
        reason: Reason::BrokenReference,
        detail: broken.to_string(),
    }
}
