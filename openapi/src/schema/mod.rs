//! Schemas as Rust types: what a schema is, and the definitions that it needs.
//!
//! In: nodes that are schemas, in the dialect of their document. Out: a [`Type`] for each, and the
//! text of `types.rs` at the end. Knows nothing of operations and of the wire.

use crate::document::{Document, Node};
use crate::names::Names;
use crate::options::Options;
use crate::report::Entry;

/// A type as it stands in a field, an argument or an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Type {
    Bool,
    I32,
    I64,
    U64,
    F32,
    F64,
    String,
    /// `date-time` and `date`, where the options ask for them; texts otherwise.
    Timestamp,
    Date,
    /// `format: binary` (or the 3.1 way to say it): bytes, outside of JSON.
    Binary,
    /// Anything: `tollgate::model::Value`.
    Any,
    List(Box<Type>),
    Map(Box<Type>),
    /// May be null.
    Nullable(Box<Type>),
    /// A definition in `types.rs`.
    Named(usize),
}

/// What a type is to somebody who puts it into a URL, a header or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One text: numbers, texts, enums of texts and of numbers.
    Scalar,
    /// A list of scalars.
    List,
    /// An object or a map of scalars.
    Object,
    /// Anything deeper, or anything at all.
    Nested,
}

/// In which direction a type travels. One that goes both ways has been asked for twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Request,
    Response,
}

/// What a schema without a name of its own is called: `identity` is its fixed place among all names
/// (`GET /notes answer`), `name` the Rust name that is wanted (`NotesListAnswer`).
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) identity: String,
    pub(crate) name: String,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// As it is written on the wire.
    pub(crate) wire: String,
    /// In Rust; empty before [`Types::settle`].
    pub(crate) name: String,
    /// Its type, without the `Option` of a field that may be absent.
    pub(crate) of: Type,
    /// Whether it is always there.
    pub(crate) required: bool,
}

/// All types of an import.
pub(crate) struct Types<'d> {
    document: &'d Document,
    options: &'d Options,
}

impl<'d> Types<'d> {
    pub(crate) fn new(document: &'d Document, options: &'d Options, names: &mut Names) -> Self {
        let _ = names;
        Self { document, options }
    }

    /// The type of a schema. What cannot be said in Rust is a wider type and a note; a reference
    /// that leads nowhere is anything, and a note.
    pub(crate) fn of(&mut self, schema: &Node<'d>, hint: &Hint, way: Way) -> Type {
        let _ = (schema, hint, way, self.document, self.options);
        Type::Any
    }

    /// A sum of several answers of one meaning (typed errors): the type itself where there is one.
    pub(crate) fn either(&mut self, types: Vec<Type>, hint: &Hint) -> Type {
        let _ = (types, hint);
        Type::Any
    }

    /// The text of a type, as it is written outside of `types.rs`: `Vec<types::Issue>`.
    pub(crate) fn text(&self, of: &Type) -> String {
        let _ = of;
        "tollgate::model::Value".to_owned()
    }

    /// What it is in a URL.
    pub(crate) fn kind(&self, of: &Type) -> Kind {
        let _ = of;
        Kind::Nested
    }

    /// Gives every definition its name, and lets equal ones become one. Once, after the last `of` and
    /// `either`, and before the first `text`, `fields` and `write`: only when all are known do names
    /// not depend on the order of the document.
    pub(crate) fn settle(&mut self, names: &mut Names) {
        let _ = names;
    }

    /// The members of an object, of an alternative of objects those that all have; none of others.
    pub(crate) fn fields(&self, of: &Type) -> Vec<Field> {
        let _ = of;
        Vec::new()
    }

    /// What is to be looked at.
    pub(crate) fn notes(&self) -> Vec<Entry> {
        Vec::new()
    }

    /// The text of `types.rs`: all definitions that were asked for, in the order of their names.
    pub(crate) fn write(&self) -> String {
        String::new()
    }
}
