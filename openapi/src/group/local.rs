//! Definitions that stand in the file of a group, since they are about requests and answers rather
//! than about schemas: forms, parts, and answers by status.

use super::draft::Draft;
use super::payload::Payload;
use super::split::Part;
use crate::document::Node;
use crate::names::{Names, Scope, Style, Want};
use crate::operation::Status;
use crate::schema::Type;

/// A definition.
pub(super) struct Local<'d> {
    /// Empty before [`name`].
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Of a form or of parts.
    pub(super) fields: Vec<Field<'d>>,
    /// Of answers.
    pub(super) variants: Vec<(Status, Payload)>,
}

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Form,
    Parts,
    Answers,
}

/// A field of a form or of parts.
pub(super) struct Field<'d> {
    pub(super) wire: String,
    /// Empty before [`name`].
    pub(super) name: String,
    pub(super) of: Of,
    pub(super) required: bool,
    /// Sent as JSON.
    pub(super) json: bool,
    /// How its text is written, where the caller does it.
    pub(super) said: &'static str,
    /// What documents it.
    pub(super) schema: Node<'d>,
}

/// What a field holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Of {
    Type(Type),
    File,
    Files,
}

pub(super) fn fields(kind: Kind, fields: Vec<Field<'_>>) -> Local<'_> {
    Local {
        name: String::new(),
        kind,
        fields,
        variants: Vec::new(),
    }
}

pub(super) fn answers<'d>(variants: Vec<(Status, Payload)>) -> Local<'d> {
    Local {
        name: String::new(),
        kind: Kind::Answers,
        fields: Vec::new(),
        variants,
    }
}

/// Names the definitions of a group, and their fields.
pub(super) fn name(part: &Part<'_, '_>, drafts: &mut [Draft<'_, '_>], names: &mut Names) {
    let mut scope = Scope::new(Style::Type);
    scope.reserve(&part.name);
    let mut wants = Vec::new();
    for draft in drafts.iter() {
        for local in &draft.locals {
            let word = match local.kind {
                Kind::Form => "Form",
                Kind::Parts => "Parts",
                Kind::Answers => "Answer",
            };
            wants.push(Want {
                identity: format!("{} {}", draft.operation.key(), word.to_lowercase()),
                wire: format!("{}{word}", draft.stem),
            });
        }
    }
    let mut given = names.give(&mut scope, &wants).into_iter();
    for draft in drafts {
        for local in &mut draft.locals {
            local.name = given.next().unwrap_or_default();
            let mut scope = Scope::new(Style::Value);
            let wants = local.fields.iter().map(|field| Want {
                identity: format!("{} field {}", draft.operation.key(), field.wire),
                wire: field.wire.clone(),
            });
            let wants: Vec<_> = wants.collect();
            let given = names.give(&mut scope, &wants);
            for (field, name) in local.fields.iter_mut().zip(given) {
                field.name = name;
            }
        }
    }
}
