//! Names that an endpoint or a setter cannot have, since the client or the call has them.

use super::endpoint::Lowered;
use super::names::plain;
use crate::errors::Errors;
use crate::model::{Answer, Face};

/// Methods of every client.
const CLIENT: [&str; 8] = [
    "builder",
    "raw",
    "raw_in",
    "meter",
    "bucket_meters",
    "endpoint_meters",
    "from_core",
    "core",
];

/// Options of every call.
pub(super) const CALL: [&str; 8] = [
    "deadline",
    "attempt_timeout",
    "max_body",
    "retry",
    "redirects",
    "idempotency_key",
    "header",
    "into_future",
];

/// What a walk has beside the options of a call.
const WALK: [&str; 5] = ["max_requests", "prefetch", "resume", "pages", "items"];

/// Refuses endpoints with the name of a method that the client has anyway.
pub(super) fn reserved(endpoints: &mut Vec<Lowered>, errors: &mut Errors) {
    endpoints.retain(|Lowered { face, .. }| {
        let name = plain(&face.name);
        let taken = CLIENT.contains(&name.as_str());
        if taken {
            errors.on(
                &face.name,
                format!("`{name}` is a method of every client; give the endpoint another name, such as `get_{name}`"),
            );
        }
        !taken
    });
}

/// Refuses setters with the name of an option of the call.
pub(super) fn options(face: &mut Face, errors: &mut Errors) {
    let walks = matches!(face.answer, Answer::Pages(_));
    face.setters.retain(|setter| {
        let name = plain(&setter.name);
        let of_walk = walks && WALK.contains(&name.as_str());
        let taken = of_walk || CALL.contains(&name.as_str());
        if taken {
            let every = if of_walk { "walk" } else { "call" };
            errors.on(
                &setter.name,
                format!("`{name}` is an option of every {every}, so its setter needs another name; write `#[query(rename = \"{name}\")] {name}_value: …`"),
            );
        }
        !taken
    });
}
