//! JSON with the path to the field that is wrong.

use core::fmt;
use core::marker::PhantomData;

use bytes::Bytes;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess,
    Visitor,
};

use crate::call::Reply;
use crate::error::{ErrorKind, Failure};
use crate::model;

/// The body as a `T`.
pub(crate) fn json<T: DeserializeOwned>(reply: Reply) -> Result<T, Box<Failure>> {
    seeded(reply, PhantomData::<T>)
}

/// The list of items that stands at `path` in the body, such as `result.items` or `results.0.items`;
/// the body itself without a path. `null` is a list of none: some vendors write empty lists so.
pub(crate) fn list_at<T: DeserializeOwned>(
    reply: Reply,
    path: Option<&str>,
) -> Result<Vec<T>, Box<Failure>> {
    let at = At {
        path: path.unwrap_or_default(),
        item: PhantomData,
    };
    seeded(reply, at)
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
            let (path, reason) = mistake(&bytes, seed, error.to_string());
            Err(fault(reply, bytes, path, reason))
        }
    }
}

/// Where the mistake is, such as `items[3].id`, or nothing for the body as a whole; and what it is.
///
/// A model knows the way from itself on, which serde does not see: it is told apart from the reason.
fn mistake<S, T>(bytes: &[u8], seed: S, reason: String) -> (String, String)
where
    S: for<'de> DeserializeSeed<'de, Value = T>,
{
    let _ = model::last_fault();
    let path = path_of_mistake(bytes, seed);
    match model::last_fault() {
        Some(fault) if reason.starts_with(&fault.to_string()) => {
            (joined(path, &fault.path), fault.message)
        }
        _ => (path, reason),
    }
}

fn joined(mut path: String, inner: &str) -> String {
    if !path.is_empty() && !inner.is_empty() && !inner.starts_with('[') {
        path.push('.');
    }
    path.push_str(inner);
    path
}

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
        false => {
            let credential = &reply.seed.core.inner.credential;
            let clean = |text: String| {
                let text = credential.redacted(Bytes::from(text));
                cut(String::from_utf8_lossy(&text).into_owned())
            };
            (clean(path), clean(reason))
        }
    };
    reply.failed(ErrorKind::Decode { path, reason }, body)
}

/// A text of the vendor's at a length that can still be read in a log.
pub(crate) fn cut(text: String) -> String {
    const ROOM: usize = 300;
    match text.char_indices().nth(ROOM) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Descends a dotted path of fields, and of places in lists, to a list; everything beside it is
/// skipped.
struct At<'p, T> {
    path: &'p str,
    item: PhantomData<fn() -> T>,
}

impl<T> Clone for At<'_, T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// What is left of a path behind the field `name`; `None` if it does not lead there. A name may hold
/// dots itself, as in `@odata.nextLink`.
pub(crate) fn behind_field<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(name)?;
    match rest.strip_prefix('.') {
        None if rest.is_empty() => Some(""),
        rest => rest.filter(|_| !name.is_empty()),
    }
}

impl<'p, T> At<'p, T> {
    /// The first step of the path, and what is left behind it.
    fn step(&self) -> (&'p str, Self) {
        let (first, path) = self.path.split_once('.').unwrap_or((self.path, ""));
        (first, Self { path, ..*self })
    }
}

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for At<'_, T> {
    type Value = Vec<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        if self.path.is_empty() {
            let list: Option<Vec<T>> = serde::Deserialize::deserialize(deserializer)?;
            return Ok(list.unwrap_or_default());
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for At<'_, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object or a list with `{}`", self.path)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Vec<T>, M::Error> {
        let mut found = None;
        while let Some(name) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            if let Some(path) = behind_field(self.path, &name) {
                found = Some(map.next_value_seed(Self {
                    path,
                    ..self.clone()
                })?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        found.ok_or_else(|| {
            M::Error::custom(format_args!(
                "no field `{}`, in which the items were expected; it may be misspelt in the description",
                self.step().0
            ))
        })
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Vec<T>, S::Error> {
        let (place, rest) = self.step();
        let mut found = None;
        let mut index = 0_u64;
        loop {
            let is_meant = place == "-1" || place.parse() == Ok(index);
            let element = match is_meant {
                true => list.next_element_seed(rest.clone())?.map(Some),
                false => list.next_element::<IgnoredAny>()?.map(|_| None),
            };
            let Some(element) = element else {
                break;
            };
            found = element.or(found);
            index += 1;
        }
        found.ok_or_else(|| {
            S::Error::custom(format_args!(
                "no element `{place}`, in which the items were expected"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(body: &str, path: &str) -> Result<Vec<u8>, String> {
        let at = At {
            path,
            item: PhantomData,
        };
        let read = at
            .clone()
            .deserialize(&mut serde_json::Deserializer::from_str(body));
        read.map_err(|_| path_of_mistake(body.as_bytes(), at))
    }

    #[test]
    fn a_path_leads_to_the_list() {
        let table = [
            (r#"[1,2]"#, "", vec![1, 2]),
            (r#"{"a":{"b":[1]},"c":[2]}"#, "a.b", vec![1]),
            (r#"{"a":[{"b":[1]},{"b":[2]}]}"#, "a.0.b", vec![1]),
            (r#"{"a":[{"b":[1]},{"b":[2]}]}"#, "a.-1.b", vec![2]),
            (r#"[[1],[2],[3]]"#, "1", vec![2]),
            ("null", "", vec![]),
            (r#"{"a":null}"#, "a", vec![]),
            (
                r#"{"@odata.value":[1],"@odatas":2}"#,
                "@odata.value",
                vec![1],
            ),
            (r#"{"a.b":{"c":[1]},"a.bc":[2]}"#, "a.b.c", vec![1]),
        ];
        for (body, path, expected) in table {
            assert_eq!(list(body, path), Ok(expected), "{path} of {body}");
        }
    }

    #[test]
    fn a_mistake_is_named_by_its_path() {
        let table = [
            (r#"{"a":{"b":[1,"x"]}}"#, "a.b", "a.b[1]"),
            (r#"{"a":[{"b":[1]},{"b":{}}]}"#, "a.-1.b", "a[1].b"),
            (r#"{"a":{}}"#, "a.b", "a"),
            (r#"{"a":[]}"#, "a.0", "a"),
            (r#"{"a":7}"#, "a.b", "a"),
        ];
        for (body, path, expected) in table {
            assert_eq!(
                list(body, path),
                Err(expected.to_owned()),
                "{path} of {body}"
            );
        }
    }
}
