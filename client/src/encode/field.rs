//! One field of a JSON object set, the rest kept byte for byte.
//!
//! The rest is neither parsed nor written anew: its numbers keep their digits and its fields their
//! order.

use core::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// `object` with `value`, which is JSON, in the field at `path`, such as `page.cursor`. Objects on
/// the way that are not there are made.
pub(crate) fn with_field(object: &str, path: &str, value: &str) -> Result<String, String> {
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    let members = serde_json::from_str::<Members<'_>>(object).map_err(|error| {
        format!("the body has no object in which the field `{name}` could be set: {error}")
    })?;
    let mut object = String::from("{");
    let mut old = "{}";
    for (known, member) in members.0 {
        match known == name {
            true if member.get() == "null" => {}
            true => old = member.get(),
            false => push(&mut object, &known, member.get()),
        }
    }
    match rest {
        Some(rest) => push(&mut object, name, &with_field(old, rest, value)?),
        None => push(&mut object, name, value),
    }
    object.push('}');
    Ok(object)
}

fn push(object: &mut String, name: &str, value: &str) {
    if object.len() > 1 {
        object.push(',');
    }
    object.push_str(&Value::from(name).to_string());
    object.push(':');
    object.push_str(value);
}

/// The fields of an object, in their order.
struct Members<'j>(Vec<(String, &'j RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_set_and_the_rest_kept_byte_for_byte() {
        let table = [
            ("{}", "c", r#"{"c":"x"}"#),
            (
                r#"{"z":1.0,"a":18446744073709551617}"#,
                "c",
                r#"{"z":1.0,"a":18446744073709551617,"c":"x"}"#,
            ),
            (r#"{"c":1,"b":[1, 2]}"#, "c", r#"{"b":[1, 2],"c":"x"}"#),
            (r#"{"c":1,"c":2}"#, "c", r#"{"c":"x"}"#),
            (
                r#"{"page":{"size":3,"c":null}}"#,
                "page.c",
                r#"{"page":{"size":3,"c":"x"}}"#,
            ),
            (
                r#"{"q":"\u00e9"}"#,
                "page.c",
                r#"{"q":"\u00e9","page":{"c":"x"}}"#,
            ),
            (r#"{"page":null}"#, "page.c", r#"{"page":{"c":"x"}}"#),
            (r#"{"a\"b":1}"#, "c", r#"{"a\"b":1,"c":"x"}"#),
        ];
        for (object, path, expected) in table {
            let set = with_field(object, path, "\"x\"");
            assert_eq!(set.as_deref(), Ok(expected), "{object}");
        }
    }

    #[test]
    fn what_is_no_object_is_refused_by_the_name_of_the_field() {
        for (whole, path, name) in [
            ("[1]", "c", "`c`"),
            ("", "c", "`c`"),
            ("{} x", "c", "`c`"),
            (r#"{"page":3}"#, "page.c", "`c`"),
        ] {
            let refusal = with_field(whole, path, "1").expect_err(whole);
            assert!(refusal.contains(name), "{refusal}");
        }
    }
}
