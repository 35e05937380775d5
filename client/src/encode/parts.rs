//! A form of parts from a struct: the other half of `#[derive(Parts)]`.

use core::fmt::Display;

use super::{Multipart, Part};
use crate::model::{JsonOf, Piece, Wire, pieces};

/// The form that is being made.
#[doc(hidden)]
#[derive(Debug, Default)]
#[must_use = "a form that no call takes is never sent"]
pub struct Form(Multipart);

/// A field that holds parts as they are.
#[doc(hidden)]
pub trait AsParts {
    /// Its parts.
    fn parts(self) -> impl Iterator<Item = Part>;
}

impl AsParts for Part {
    fn parts(self) -> impl Iterator<Item = Part> {
        core::iter::once(self)
    }
}

impl<T: AsParts> AsParts for Option<T> {
    fn parts(self) -> impl Iterator<Item = Part> {
        self.into_iter().flat_map(T::parts)
    }
}

impl<T: AsParts> AsParts for Vec<T> {
    fn parts(self) -> impl Iterator<Item = Part> {
        self.into_iter().flat_map(T::parts)
    }
}

impl Form {
    /// A form without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the parts that a field holds.
    pub fn parts<T: AsParts>(mut self, name: &str, parts: T) -> Self {
        for part in parts.parts() {
            self.0 = self.0.part(name, part);
        }
        self
    }

    /// Adds a scalar as text, each item of a list as a part of its own, an object as JSON; nothing
    /// for `None`.
    pub fn value<T: Wire>(mut self, name: &str, value: &T) -> Self {
        let mut found = Vec::new();
        pieces(value, &mut |piece| found.push(piece));
        for piece in found {
            self = match piece {
                Piece::Text(text) => Self(self.0.text(name, text)),
                Piece::Json(json) => self.with(name, json),
            };
        }
        self
    }

    /// Adds the value as JSON; nothing for `None`.
    pub fn json<T: Wire>(self, name: &str, value: &T) -> Self {
        match value.is_absent() {
            true => self,
            false => self.with(name, serde_json::to_vec(&JsonOf(value))),
        }
    }

    /// RFC 7578 section 4.4: a part says its type where it is not text.
    fn with<E: Display>(mut self, name: &str, json: Result<Vec<u8>, E>) -> Self {
        match json {
            Ok(json) => Self(
                self.0
                    .part(name, Part::new(json).content_type("application/json")),
            ),
            Err(error) => {
                let fault = format!("the form's part `{name}` cannot be written as JSON: {error}");
                self.0.fault.get_or_insert(fault);
                self
            }
        }
    }

    /// The form.
    pub fn form(self) -> Multipart {
        self.0
    }
}
