//! A value as the parts of a form.

use core::fmt::Display;

use serde::{Serialize, Serializer};

use super::Wire;
use super::out::Part;
use super::writer::{Scalar, Sink, Written};

/// What becomes one part.
pub(crate) enum Piece {
    /// A scalar.
    Text(String),
    /// An object, or why it cannot be written.
    Json(Result<Vec<u8>, serde_json::Error>),
}

/// Gives `value`, or each of its items, to `found`. `null` is nothing.
pub(crate) fn pieces<T: Wire>(value: &T, found: &mut dyn FnMut(Piece)) {
    value.write_to(&mut Pieces {
        whole: value,
        found,
        is_object: false,
    });
}

/// A value that serde can write.
pub(crate) struct JsonOf<'a, T>(pub(crate) &'a T);

impl<T: Wire> Serialize for JsonOf<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::serialize(self.0, serializer)
    }
}

struct Pieces<'a> {
    whole: &'a dyn Written,
    found: &'a mut dyn FnMut(Piece),
    is_object: bool,
}

impl Sink for Pieces<'_> {
    fn scalar(&mut self, scalar: Scalar<'_>) {
        let text = match scalar {
            Scalar::Null | Scalar::Unit => return,
            Scalar::Bool(is) => is.to_string(),
            Scalar::Signed(number) => number.to_string(),
            Scalar::Unsigned(number) => number.to_string(),
            Scalar::Single(number) => number.to_string(),
            Scalar::Double(number) => number.to_string(),
            Scalar::Number(number) => number.to_string(),
            Scalar::Text(text) => text.to_owned(),
        };
        (self.found)(Piece::Text(text));
    }

    /// Written as a whole, once.
    fn object(&mut self) {
        if !std::mem::replace(&mut self.is_object, true) {
            (self.found)(Piece::Json(serde_json::to_vec(&Part(self.whole))));
        }
    }

    fn entry(&mut self, _: &str, _: &dyn Written) {
        self.object();
    }

    fn list(&mut self, _: usize) {}

    fn item(&mut self, item: &dyn Written) {
        item.write_to(&mut Pieces {
            whole: item,
            found: &mut *self.found,
            is_object: false,
        });
    }

    fn fail(&mut self, _: &dyn Display) {
        // Whatever cannot be written is told by the attempt to write it.
        self.object();
    }
}
