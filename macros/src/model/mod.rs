//! What a description means, as plain data. A value that exists is valid.
//!
//! [`Face`] is the exception by design: it holds what the caller of an endpoint sees, as far as
//! that could be read, so that the names stay usable when something else is wrong.

mod answers;
mod api;
mod bucket;
mod data;
mod endpoint;
mod exchange;
mod parts;
mod settings;
mod walk;
mod written;

pub(crate) use self::answers::{AnswerVariant, Answers};
pub(crate) use self::api::{Api, Auth, Client, Described, Group, Sharing, Sketch};
pub(crate) use self::bucket::{Bucket, Budget, Ceiling, Kind, Number, Pace};
pub(crate) use self::data::{
    Data, DataShape, Field, FieldPart, Fixed, Owner, Presence, Union, UnionVariant, Words,
};
pub(crate) use self::endpoint::{
    Answer, Argument, BucketChoice, Endpoint, Face, Place, Verb, Wire,
};
pub(crate) use self::exchange::{Breaker, Exchange, Host, Token};
pub(crate) use self::parts::{PartField, PartKind, Parts};
pub(crate) use self::settings::{Length, Redirects, Repeat, Retry, Settings};
pub(crate) use self::walk::{Cursor, CursorPlace, CursorSource, Turn, Walk};
pub(crate) use self::written::{Explode, Letters, PathStyle, QueryStyle, Written};
