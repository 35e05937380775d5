//! The bridge to serde: a model to any of its formats, and from them.

use core::cell::Cell;
use core::fmt::Display;

use serde::de::{Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::node::Node;
use super::state::{Fault, State};
use super::writer::{Scalar, Sink, Written};
use super::{Reader, Wire};

/// Reads a model by way of serde: the body of its `Deserialize`.
#[doc(hidden)]
pub fn deserialize<'de, D: Deserializer<'de>, T: Wire>(deserializer: D) -> Result<T, D::Error> {
    let (node, count) = Node::read(deserializer)?;
    let state = State::new(count);
    let value = Reader::new(&node, &state).value();
    match state.into_fault() {
        None => Ok(value),
        Some(fault) => {
            let error = D::Error::custom(&fault);
            LAST.set(Some(fault));
            Err(error)
        }
    }
}

thread_local! {
    static LAST: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// The fault of the model that was read last in this thread, if nobody has asked for it: serde's
/// errors are text and nothing else.
pub(crate) fn last_fault() -> Option<Fault> {
    LAST.take()
}
/// Writes a model by way of serde: the body of its `Serialize`.
#[doc(hidden)]
pub fn serialize<T: Wire, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    written(value, serializer)
}

pub(super) fn written<S: Serializer>(
    value: &dyn Written,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut out = Out::Begin(serializer);
    value.write_to(&mut out);
    out.end()
}

/// A serializer in the middle of a value.
enum Out<S: Serializer> {
    Begin(S),
    Object(S::SerializeMap),
    List(S::SerializeSeq),
    Done(S::Ok),
    Failed(S::Error),
    Taken,
}

/// A part of a value, for serde.
pub(super) struct Part<'a>(pub(super) &'a dyn Written);

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        written(self.0, serializer)
    }
}

impl<S: Serializer> Out<S> {
    fn end(self) -> Result<S::Ok, S::Error> {
        match self {
            Self::Begin(serializer) => serializer.serialize_none(),
            Self::Object(map) => map.end(),
            Self::List(list) => list.end(),
            Self::Done(done) => Ok(done),
            Self::Failed(error) => Err(error),
            Self::Taken => Err(S::Error::custom("the value was written twice")),
        }
    }

    /// The serializer, if nothing is written yet.
    fn begin(&mut self) -> Option<S> {
        match std::mem::replace(self, Self::Taken) {
            Self::Begin(serializer) => Some(serializer),
            other => {
                *self = other;
                None
            }
        }
    }

    fn become_one(&mut self, next: Result<Self, S::Error>) {
        *self = next.unwrap_or_else(Self::Failed);
    }
}

impl<S: Serializer> Sink for Out<S> {
    fn scalar(&mut self, scalar: Scalar<'_>) {
        let Some(serializer) = self.begin() else {
            return self.fail(&"a scalar was written behind another value");
        };
        let done = match scalar {
            Scalar::Null => serializer.serialize_none(),
            Scalar::Unit => serializer.serialize_unit(),
            Scalar::Bool(is) => serializer.serialize_bool(is),
            Scalar::Signed(number) => serializer.serialize_i64(number),
            Scalar::Unsigned(number) => serializer.serialize_u64(number),
            Scalar::Single(number) => serializer.serialize_f32(number),
            Scalar::Double(number) => serializer.serialize_f64(number),
            Scalar::Number(number) => number.serialize(serializer),
            Scalar::Text(text) => serializer.serialize_str(text),
        };
        self.become_one(done.map(Self::Done));
    }

    fn object(&mut self) {
        if let Some(serializer) = self.begin() {
            self.become_one(serializer.serialize_map(None).map(Self::Object));
        }
    }

    fn entry(&mut self, name: &str, value: &dyn Written) {
        self.object();
        match self {
            Self::Object(map) => {
                if let Err(error) = map.serialize_entry(name, &Part(value)) {
                    *self = Self::Failed(error);
                }
            }
            _ => self.fail(&"a member was written behind another value"),
        }
    }

    fn list(&mut self, length: usize) {
        if let Some(serializer) = self.begin() {
            self.become_one(serializer.serialize_seq(Some(length)).map(Self::List));
        }
    }

    fn item(&mut self, value: &dyn Written) {
        match self {
            Self::List(list) => {
                if let Err(error) = list.serialize_element(&Part(value)) {
                    *self = Self::Failed(error);
                }
            }
            _ => self.fail(&"an item was written outside of a list"),
        }
    }

    fn fail(&mut self, message: &dyn Display) {
        if !matches!(self, Self::Failed(_)) {
            *self = Self::Failed(S::Error::custom(message));
        }
    }
}
