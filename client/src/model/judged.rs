//! `Debug` and `PartialEq` of models, by way of what they are written as.
//!
//! The compiler's derives are checked anew for each field of each type, which is a fifth of what a
//! model costs to compile. These are one call a type, and look at the JSON.

use core::fmt;

use serde_json::{Serializer, Value};

use super::Wire;
use super::out::written;
use super::writer::Written;

/// The name and the JSON: the body of `Debug` where a model says `debug`.
#[doc(hidden)]
pub fn debug<T: Wire>(value: &T, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    show(value, name, f)
}

fn show(value: &dyn Written, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = Vec::new();
    let outcome = match f.alternate() {
        true => written(value, &mut Serializer::pretty(&mut text)),
        false => written(value, &mut Serializer::new(&mut text)),
    };
    match outcome {
        Ok(()) => write!(f, "{name} {}", String::from_utf8_lossy(&text)),
        Err(error) => write!(f, "{name} ({error})"),
    }
}

/// Whether both are written alike: the body of `PartialEq` where a model says `eq`. What cannot be
/// written equals nothing.
#[doc(hidden)]
pub fn eq<T: Wire>(one: &T, other: &T) -> bool {
    alike(one, other)
}

fn alike(one: &dyn Written, other: &dyn Written) -> bool {
    let value = |of| written(of, serde_json::value::Serializer).ok();
    let one: Option<Value> = value(one);
    one.is_some() && one == value(other)
}
