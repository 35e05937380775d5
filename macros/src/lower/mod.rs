//! Meaning: from what is written to what it says. Every mistake is found here.
//!
//! In go an attribute and the trait under it; out comes a valid model, or the mistakes together
//! with a sketch of what could be read. This stage writes no code.

mod agreement;
mod answer;
mod answers;
mod api;
mod argument;
mod attributes;
mod auth;
mod breaker;
mod bucket;
mod client;
mod commas;
mod context;
mod data;
mod endpoint;
mod endpoints;
mod exchange;
mod filled;
mod fit;
mod group;
mod guess;
mod header_name;
mod host;
mod limit;
mod marker;
mod media_type;
mod names;
mod number;
mod paginate;
mod parts;
mod preset;
mod repeat;
mod route;
mod setters;
mod settings;
mod sheet;
mod signature;
mod style;
mod template;
mod url;

pub(crate) use self::answers::answers;
pub(crate) use self::api::api;
pub(crate) use self::data::data;
pub(crate) use self::group::group;
pub(crate) use self::names::pascal;
pub(crate) use self::parts::parts;
use crate::errors::Errors;
use crate::model::Sketch;

/// A valid model, or what is left of it and why.
pub(crate) enum Outcome<T> {
    /// Nothing is wrong.
    Valid(T),
    /// Something is.
    Broken(Box<Sketch>, Errors),
}
