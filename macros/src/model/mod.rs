//! What a description means, as plain data. A value that exists is valid.
//!
//! [`Face`] is the exception by design: it holds what the caller of an endpoint sees, as far as
//! that could be read, so that the names stay usable when something else is wrong.

mod api;
mod bucket;
mod endpoint;

pub(crate) use self::api::{Api, Auth, Client, Described, Group, Sketch};
pub(crate) use self::bucket::{Bucket, Budget, Ceiling, Kind, Number, Pace};
pub(crate) use self::endpoint::{
    Answer, Argument, BucketChoice, Endpoint, Face, Place, Verb, Walk, Wire,
};
