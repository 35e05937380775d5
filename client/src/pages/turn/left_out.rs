//! Whether a page without its list is one of no items.
//!
//! Some vendors leave an empty list out: proto3 in JSON leaves out all that is empty. A description
//! may misspell the list's name, though, and a vendor may refuse in an answer that says 200. Neither
//! may pass for the end of a walk. So the list may be missing where what should hold it is there,
//! and the page
//!
//! - says nothing at all: all that it holds is zero, null or empty; or
//! - says where the walk goes on, or how many there are, and holds no list in which there is
//!   something: that would be the items under another name.
//!
//! That an earlier page had the list is no reason: it does not tell an empty page from a refusal.

use serde_json::Value;

use super::probe::find;

/// Whether the page left the list at `items` out because there is nothing in it. `tells` is whether
/// it says where the walk goes on.
pub(in super::super) fn is_left_out(body: &[u8], items: Option<&str>, tells: bool) -> bool {
    let Some(path) = items else {
        return false;
    };
    let holder = path.rsplit_once('.').map_or("", |(holder, _)| holder);
    let Ok([None, Some(holder)]) = find(body, [Some(path), Some(holder)]) else {
        return false;
    };
    let page = serde_json::from_slice(body);
    let is_empty = |page: &Value| says_nothing(page) || (tells && !holds_a_list(page));
    holder.get().starts_with('{') && page.is_ok_and(|page| is_empty(&page))
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        // Vendors say `"ok": false` where they refuse.
        Value::Bool(_) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.values().all(says_nothing),
    }
}

/// Whether a list that is not empty stands anywhere in it.
fn holds_a_list(value: &Value) -> bool {
    match value {
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => fields.values().any(holds_a_list),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_its_list_is_empty_or_a_mistake() {
        let table = [
            // page, path, whether it tells where to go on => whether it is one of no items
            ("{}", "items", false, true),
            (r#"{"size":0,"a":{"b":[]}}"#, "items", false, true),
            (r#"{"data":{}}"#, "data.items", false, true),
            (r#"{"data":{"a":{}}}"#, "data.a.items", false, true),
            (r#"{"data":[{}]}"#, "data.0.items", true, false),
            (r#"{"size":1}"#, "items", false, false),
            (r#"{"ok":false}"#, "items", false, false),
            (r#"{"error":"x"}"#, "items", false, false),
            (r#"{"error":"x"}"#, "items", true, true),
            (r#"{"itms":[]}"#, "items", false, true),
            (r#"{"itms":[0]}"#, "items", false, false),
            (r#"{"itms":[0]}"#, "items", true, false),
            (r#"{"a":{"itms":[0]}}"#, "items", true, false),
            // There is something.
            (r#"{"items":[]}"#, "items", true, false),
            (r#"{"items":{}}"#, "items", true, false),
            // What should hold the list is no object.
            ("{}", "data.items", true, false),
            (r#"{"data":null}"#, "data.items", true, false),
            (r#"{"data":[]}"#, "data.0", true, false),
            ("[]", "items", true, false),
            ("0", "items", true, false),
            ("{", "items", true, false),
        ];
        for (page, path, tells, expected) in table {
            let found = is_left_out(page.as_bytes(), Some(path), tells);
            assert_eq!(found, expected, "{path} of {page}, {tells}");
        }
        assert!(!is_left_out(b"{}", None, true));
    }
}
