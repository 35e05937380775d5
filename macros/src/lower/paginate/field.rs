//! Paths into the JSON of an answer or a request: `data.files`, `rows.-1.id`.

use syn::LitStr;

use super::super::sheet::Sheet;
use crate::errors::Errors;

/// The paths that an attribute names.
#[derive(Default)]
pub(super) struct Fields(Vec<(&'static str, LitStr)>);

impl Fields {
    /// The path of a key, if it is there; `None` when it is wrong, which has been told.
    pub(super) fn take(
        &mut self,
        key: &'static str,
        sheet: &mut Sheet,
        errors: &mut Errors,
    ) -> Option<Option<String>> {
        let Some(filled) = sheet.take(key) else {
            return Some(None);
        };
        let literal = filled.string(errors)?;
        self.add(key, literal, errors).map(Some)
    }

    /// A path in an answer.
    pub(super) fn add(
        &mut self,
        key: &'static str,
        literal: LitStr,
        errors: &mut Errors,
    ) -> Option<String> {
        let path = literal.value();
        if let Some(refusal) = refusal(&path) {
            errors.on(&literal, format!("`{key}` {refusal}"));
            return None;
        }
        self.0.push((key, literal));
        Some(path)
    }

    /// No two keys mean the same field.
    pub(super) fn distinct(&self, errors: &mut Errors) {
        for (index, (key, literal)) in self.0.iter().enumerate() {
            let same = |(_, other): &&(_, LitStr)| other.value() == literal.value();
            if let Some((other, _)) = self.0[..index].iter().find(same) {
                errors.on(
                    literal,
                    format!("`{key}` has the path of `{other}`, and these are two fields of an answer; correct one"),
                );
            }
        }
    }

    /// A page is an object or a list, and not both: where it is the list of items itself, it has no
    /// field of a name.
    pub(super) fn rooted(&self, errors: &mut Errors) {
        let items = self.0.iter().find(|(key, _)| *key == "items");
        let items = items.map(|(_, literal)| literal.value());
        let list = items.as_deref().is_none_or(begins_in_list);
        for (key, literal) in &self.0 {
            let path = literal.value();
            let refusal = match (&items, begins_in_list(&path)) {
                (_, begins) if begins == list => continue,
                (None, _) => format!(
                    "`{key}` names a field, and without `items` a page is the list itself; add `items = \"path.to.list\"`"
                ),
                (Some(items), true) => format!(
                    "`{key}` begins in a list, and by `items = \"{items}\"` a page is none; write `{items}.{path}`"
                ),
                (Some(items), false) => format!(
                    "`{key}` names a field, and by `items = \"{items}\"` a page is a list; correct one"
                ),
            };
            // The others follow from the same.
            return errors.on(literal, refusal);
        }
    }
}

/// Whether a path goes to an element of a list first.
fn begins_in_list(path: &str) -> bool {
    let first = path.split('.').next();
    first.is_some_and(|first| first.parse::<i64>().is_ok())
}

/// The path to the field of a request's body that takes the cursor.
pub(super) fn in_request(literal: &LitStr, errors: &mut Errors) -> Option<String> {
    let path = literal.value();
    let number = |part: &str| part.parse::<i64>().is_ok();
    let refusal = refusal(&path).or_else(|| {
        let index = path.split('.').find(|part| number(part))?;
        Some(format!(
            "puts the cursor into a field, and `{index}` is a place in a list; name the field"
        ))
    });
    if let Some(refusal) = refusal {
        errors.on(literal, format!("`body` {refusal}"));
        return None;
    }
    Some(path)
}

/// What is wrong with a path, and the cure.
fn refusal(path: &str) -> Option<String> {
    if path.is_empty() {
        return Some("names no field; write its path, such as `data.files`".to_owned());
    }
    if path.starts_with('$') || path.starts_with('/') || path.contains('[') {
        return Some("is written with dots, lists by number: `data.0.files`".to_owned());
    }
    path.split('.').find_map(part)
}

fn part(part: &str) -> Option<String> {
    if part.is_empty() {
        return Some("has an empty name between its dots; write `data.files`".to_owned());
    }
    if part.trim() != part {
        return Some(format!("has a space around `{}`; remove it", part.trim()));
    }
    match part.parse::<i64>() {
        Ok(index) if index < -1 => Some(format!(
            "goes to `{index}`; places in a list count from 0, and `-1` is the last"
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_fields_and_places_in_lists() {
        for path in [
            "a",
            "data.files",
            "rows.-1.id",
            "rows.0",
            "next page.u",
            "-",
            "@odata",
        ] {
            assert_eq!(refusal(path), None, "{path}");
        }
        let table = [
            ("", "names no field"),
            (".", "empty name"),
            ("a..b", "empty name"),
            ("a.", "empty name"),
            ("a. b", "space around `b`"),
            (" ", "space around"),
            ("$.a", "with dots"),
            ("/a/b", "with dots"),
            ("a[0]", "with dots"),
            ("a.-2", "`-1` is the last"),
        ];
        for (path, expected) in table {
            let refusal = refusal(path).unwrap_or_default();
            assert!(refusal.contains(expected), "{path}: {refusal}");
        }
    }
}
