//! JSON with the path to the field that is wrong.

use core::fmt;
use core::marker::PhantomData;

use bytes::Bytes;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor,
};

use crate::call::Reply;
use crate::error::{ErrorKind, Failure};

/// The body as a `T`.
pub(crate) fn json<T: DeserializeOwned>(reply: Reply) -> Result<T, Box<Failure>> {
    seeded(reply, PhantomData::<T>)
}

/// The list of items that stands at `path` in the body, such as `result.items`; the body itself
/// without a path.
pub(crate) fn list_at<T: DeserializeOwned>(
    reply: Reply,
    path: Option<&str>,
) -> Result<Vec<T>, Box<Failure>> {
    match path {
        None => json(reply),
        Some(path) => seeded(
            reply,
            At {
                path,
                item: PhantomData,
            },
        ),
    }
}

fn seeded<S, T>(reply: Reply, seed: S) -> Result<T, Box<Failure>>
where
    S: for<'de> DeserializeSeed<'de, Value = T> + Clone,
{
    let (reply, bytes) = reply.taken();
    if bytes.is_empty() {
        let reason = "the body is empty; describe the answer as `()` if it may be".to_owned();
        return Err(fault(reply, bytes, String::new(), reason));
    }
    // Following the path costs an allocation per field: only where something is wrong.
    let mut json = serde_json::Deserializer::from_slice(&bytes);
    let value = seed.clone().deserialize(&mut json);
    match value.and_then(|value| json.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) => {
            let path = path_of_mistake(&bytes, seed);
            Err(fault(reply, bytes, path, error.to_string()))
        }
    }
}

/// Where the mistake is: such as `items[3].id`, or nothing for the body as a whole.
fn path_of_mistake<S, T>(bytes: &[u8], seed: S) -> String
where
    S: for<'de> DeserializeSeed<'de, Value = T>,
{
    let mut track = serde_path_to_error::Track::new();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let found = seed.deserialize(tracked);
    match track.path().to_string() {
        // What follows a complete value is not in it.
        path if found.is_ok() || path == "." => String::new(),
        path => path,
    }
}

/// A decode error with the beginning of what could not be decoded.
pub(crate) fn fault(reply: Reply, body: Bytes, path: String, reason: String) -> Box<Failure> {
    let (path, reason) = match reply.seed.place.sealed {
        // A reason may quote what it was given.
        true => (
            String::new(),
            "it may hold a secret and is not shown".to_owned(),
        ),
        false => (path, reason),
    };
    reply.failed(ErrorKind::Decode { path, reason }, body)
}

/// Descends a dotted path of object keys to a list; everything beside it is skipped.
struct At<'p, T> {
    path: &'p str,
    item: PhantomData<fn() -> T>,
}

impl<T> Clone for At<'_, T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for At<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        if self.path.is_empty() {
            return serde::Deserialize::deserialize(deserializer);
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for At<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{}`", self.path)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Vec<T>, M::Error> {
        let (key, rest) = self.path.split_once('.').unwrap_or((self.path, ""));
        let mut found = None;
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            if name == key {
                found = Some(map.next_value_seed(At {
                    path: rest,
                    item: self.item,
                })?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        found.ok_or_else(|| {
            M::Error::custom(format_args!(
                "no field `{key}`, in which the items were expected"
            ))
        })
    }
}
