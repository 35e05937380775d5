//! What stands at a few places of a JSON text, without reading the rest of it.
//!
//! Places are dotted paths of field names; a number is an index into a list, `-1` its last element.
//! What is found is a piece of the text as it is, so nothing is copied and a number keeps its digits.

use core::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::value::RawValue;

use super::Next;
use crate::answer::behind_field;

/// What stands at these paths; `None` for one that leads nowhere, or is none.
pub(super) fn find<'b, const N: usize>(
    body: &'b [u8],
    paths: [Option<&str>; N],
) -> Result<[Option<&'b RawValue>; N], Next> {
    let mut found = [None; N];
    let wanted = paths.iter().enumerate();
    let wanted = wanted.filter_map(|(slot, path)| {
        Some(Want {
            path: (*path)?,
            slot,
        })
    });
    let probe = Probe {
        wants: wanted.collect(),
        found: &mut found,
    };
    let mut json = serde_json::Deserializer::from_slice(body);
    let read = probe.deserialize(&mut json).and_then(|()| json.end());
    match read {
        Ok(()) => Ok(found),
        Err(error) => Err(Next::Unread {
            path: String::new(),
            reason: error.to_string(),
        }),
    }
}

/// What is left of a path, and where what stands there goes.
#[derive(Clone, Copy)]
struct Want<'p> {
    path: &'p str,
    slot: usize,
}

impl Want<'_> {
    /// What is left of the path behind its first step, if that is an index that goes.
    fn behind_index(self, goes: impl Fn(&str) -> bool) -> Option<Self> {
        let (first, rest) = self.path.split_once('.').unwrap_or((self.path, ""));
        goes(first).then_some(Self { path: rest, ..self })
    }
}

struct Probe<'p, 'f, 'b> {
    wants: Vec<Want<'p>>,
    found: &'f mut [Option<&'b RawValue>],
}

impl<'p, 'b> Probe<'p, '_, 'b> {
    /// The probe behind a field; `None` where no path goes.
    fn behind_field(&mut self, name: &str) -> Option<Probe<'p, '_, 'b>> {
        self.behind(|want| {
            let path = behind_field(want.path, name)?;
            Some(Want { path, ..want })
        })
    }

    /// The probe behind an index.
    fn behind_index(&mut self, goes: impl Fn(&str) -> bool) -> Option<Probe<'p, '_, 'b>> {
        self.behind(|want| want.behind_index(&goes))
    }

    fn behind(&mut self, step: impl Fn(Want<'p>) -> Option<Want<'p>>) -> Option<Probe<'p, '_, 'b>> {
        let wants: Vec<_> = self.wants.iter().copied().filter_map(step).collect();
        // Of fields of one name the last counts, as for the items.
        for want in &wants {
            self.found[want.slot] = None;
        }
        let found = &mut *self.found;
        (!wants.is_empty()).then_some(Probe { wants, found })
    }

    fn enter(self, value: &'b RawValue) -> Result<(), serde_json::Error> {
        self.deserialize(&mut serde_json::Deserializer::from_str(value.get()))
    }
}

impl<'b> DeserializeSeed<'b> for Probe<'_, '_, 'b> {
    type Value = ();

    fn deserialize<D: Deserializer<'b>>(mut self, deserializer: D) -> Result<(), D::Error> {
        let ends = |want: &Want<'_>| want.path.is_empty();
        if !self.wants.iter().any(ends) {
            return deserializer.deserialize_any(self);
        }
        let here = <&RawValue as serde::Deserialize>::deserialize(deserializer)?;
        for want in self.wants.extract_if(.., |want| ends(want)) {
            self.found[want.slot] = Some(here);
        }
        match self.wants.is_empty() {
            true => Ok(()),
            false => self.enter(here).map_err(D::Error::custom),
        }
    }
}

impl<'b> Visitor<'b> for Probe<'_, '_, 'b> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<M: MapAccess<'b>>(mut self, mut map: M) -> Result<(), M::Error> {
        while let Some(name) = map.next_key::<std::borrow::Cow<'b, str>>()? {
            match self.behind_field(&name) {
                Some(probe) => map.next_value_seed(probe)?,
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'b>>(mut self, mut list: S) -> Result<(), S::Error> {
        let mut last = None;
        let mut index = 0_u64;
        while let Some(element) = list.next_element::<&'b RawValue>()? {
            if let Some(probe) = self.behind_index(|step| step.parse() == Ok(index)) {
                probe.enter(element).map_err(S::Error::custom)?;
            }
            last = Some(element);
            index += 1;
        }
        if let (Some(last), Some(probe)) = (last, self.behind_index(|step| step == "-1")) {
            probe.enter(last).map_err(S::Error::custom)?;
        }
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at<'b>(body: &'b str, path: &str) -> Option<&'b str> {
        let [found] = find(body.as_bytes(), [Some(path)]).expect("JSON");
        found.map(RawValue::get)
    }

    #[test]
    fn a_path_leads_through_fields_and_lists() {
        let body =
            r#" {"a":{"b":[{"c":1},{"c":{"d":" x"}}]},"0":"zero","n":123456789012345678901} "#;
        let table = [
            ("a.b.0.c", Some("1")),
            ("a.b.1.c.d", Some("\" x\"")),
            ("a.b.-1.c", Some(r#"{"d":" x"}"#)),
            ("a.b.2.c", None),
            ("a.b.c", None),
            ("a.c", None),
            ("0", Some("\"zero\"")),
            ("0.a", None),
            ("n", Some("123456789012345678901")),
            ("n.x", None),
            ("", Some(body.trim())),
        ];
        for (path, expected) in table {
            assert_eq!(at(body, path), expected, "{path}");
        }
    }

    #[test]
    fn the_last_element_is_that_of_the_whole_list() {
        assert_eq!(at(r#"[{"id":1},{"id":2},{}]"#, "-1.id"), None);
        assert_eq!(at("[]", "-1.id"), None);
        assert_eq!(
            at(r#"{"@odata.nextLink":"n"}"#, "@odata.nextLink"),
            Some("\"n\"")
        );
        assert_eq!(at("[[1,2],[3,4]]", "-1.0"), Some("3"));
    }

    #[test]
    fn of_fields_of_one_name_the_last_counts() {
        assert_eq!(at(r#"{"a":{"b":1},"a":{}}"#, "a.b"), None);
        assert_eq!(at(r#"{"a":{"b":1},"a":{"b":2}}"#, "a.b"), Some("2"));
    }

    #[test]
    fn paths_that_share_their_way_are_found_together() {
        let body = br#"{"data":[{"id":"x"},{"id":"y"}],"page":{"next":7,"more":true}}"#;
        let paths = [
            Some("data"),
            Some("data.-1.id"),
            Some("page"),
            Some("page.next"),
            None,
        ];
        let found = find(body, paths).expect("JSON");
        let found = found.map(|raw| raw.map(RawValue::get));
        let expected = [
            Some(r#"[{"id":"x"},{"id":"y"}]"#),
            Some("\"y\""),
            Some(r#"{"next":7,"more":true}"#),
            Some("7"),
            None,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_no_json_is_refused_wherever_it_breaks() {
        for body in [
            "",
            "<html>",
            r#"{"a":1"#,
            r#"{"a":1} x"#,
            r#"{"b":[1,}"#,
            "\u{0}",
        ] {
            let refusal = find(body.as_bytes(), [Some("a")]);
            assert!(matches!(refusal, Err(Next::Unread { .. })), "{body}");
        }
        let deep = "[".repeat(1 << 16);
        assert!(find(deep.as_bytes(), [Some("a")]).is_err());
    }
}
