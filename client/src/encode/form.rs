//! Query strings and form bodies: `key=value` pairs, a list as a repeated key.
//!
//! The pairs are written by `serde_html_form`. Its blanks are `+`, as in a form; a query of
//! RFC 3986 knows no such rule, and servers disagree about it, while `%20` is read alike by all.
//! A literal plus is always written as `%2B`, so every `+` in its output is a blank.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

/// The type of a form.
pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// Appends `name=value` to `query`; a list repeats the name, a `None` leaves it out.
pub(crate) fn append_value<T>(query: &mut String, name: &str, value: &T) -> Result<(), String>
where
    T: Serialize + ?Sized,
{
    append_flat(query, &Pair { name, value }).map_err(|reason| {
        format!("the query parameter `{name}` {reason}; give it a scalar, a slice or `Vec` of scalars, or an `Option` of these; an object needs a word of its description: `flatten`, `style` or `json`")
    })
}

/// A map of one entry: lists are written only as the values of maps and structs.
struct Pair<'a, T: ?Sized> {
    name: &'a str,
    value: &'a T,
}

impl<T: Serialize + ?Sized> Serialize for Pair<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.name, self.value)?;
        map.end()
    }
}

/// Appends every field of `value`, a struct or a map, to `query`.
pub(crate) fn append_flat<T>(query: &mut String, value: &T) -> Result<(), String>
where
    T: Serialize + ?Sized,
{
    let pairs = form(value)?;
    if pairs.is_empty() {
        return Ok(());
    }
    if !query.is_empty() {
        query.push('&');
    }
    for piece in pairs.split_inclusive('+') {
        match piece.strip_suffix('+') {
            Some(before) => {
                query.push_str(before);
                query.push_str("%20");
            }
            None => query.push_str(piece),
        }
    }
    Ok(())
}

/// `value` as an `application/x-www-form-urlencoded` body.
pub(crate) fn form<T>(value: &T) -> Result<String, String>
where
    T: Serialize + ?Sized,
{
    serde_html_form::to_string(value)
        .map_err(|error| format!("cannot be written as `key=value` pairs ({error})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(name: &str, value: impl Serialize) -> String {
        let mut query = String::new();
        append_value(&mut query, name, &value).expect("a value that fits");
        query
    }

    #[test]
    fn hostile_values_arrive_as_they_are() {
        assert_eq!(
            query("t", "2026-02-01T00:00:00+07:00"),
            "t=2026-02-01T00%3A00%3A00%2B07%3A00"
        );
        assert_eq!(query("q", "a&b=c"), "q=a%26b%3Dc");
        assert_eq!(query("q", "100%"), "q=100%25");
        assert_eq!(query("q", "a b+c"), "q=a%20b%2Bc");
        assert_eq!(query("q", "é"), "q=%C3%A9");
        assert_eq!(query("a b+&", 1), "a%20b%2B%26=1");
    }

    #[test]
    fn none_is_left_out_and_empty_is_sent() {
        assert_eq!(query("k", None::<&str>), "");
        assert_eq!(query("k", Some("")), "k=");
    }

    #[test]
    fn lists_repeat_the_key() {
        assert_eq!(query("tags", ["a,b", "c"].as_slice()), "tags=a%2Cb&tags=c");
        assert_eq!(query("tags", Vec::<u8>::new()), "");
    }

    #[test]
    fn scalars_of_every_kind() {
        assert_eq!(query("n", -3), "n=-3");
        assert_eq!(query("b", true), "b=true");
        assert_eq!(query("f", 1.5), "f=1.5");
        assert_eq!(query("c", 'x'), "c=x");
    }

    #[test]
    fn a_flat_struct_spreads_its_fields() {
        #[derive(Serialize)]
        struct Filter {
            #[serde(rename = "createdAfter")]
            created_after: Option<u32>,
            state: &'static str,
        }
        let mut query = String::from("page=1");
        let filter = Filter {
            created_after: None,
            state: "open",
        };
        append_flat(&mut query, &filter).expect("a flat struct");
        assert_eq!(query, "page=1&state=open");
    }

    #[test]
    fn a_nested_value_is_an_error_that_names_the_parameter() {
        let mut query = String::new();
        let refusal = append_value(&mut query, "filter", &[[1, 2], [3, 4]]);
        assert!(refusal.is_err_and(|text| text.contains("`filter`")));
        assert_eq!(query, "");
    }
}
