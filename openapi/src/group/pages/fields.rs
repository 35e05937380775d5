//! Fields of a page that say something about the next one.

use super::list::is_plain;
use crate::document::Node;
use crate::operation::{Member, Shape, members, shape};

/// Objects in which such fields stand.
const AROUND: [&str; 20] = [
    "meta",
    "metadata",
    "_metadata",
    "response_metadata",
    "responseMetadata",
    "paging",
    "pagination",
    "page_info",
    "pageInfo",
    "page",
    "links",
    "_links",
    "pages",
    "cursor",
    "cursors",
    "next",
    "result_info",
    "paginator",
    "Meta",
    "Links",
];

/// How deep they stand: `links.pages.next` is three.
const DEPTH: usize = 3;

/// A field of a page.
pub(super) struct Field<'d> {
    /// The path to it, with dots.
    pub(super) path: String,
    pub(super) schema: Node<'d>,
}

/// The fields that are texts, numbers or flags, on the page itself and in the objects that speak of
/// pages.
pub(super) fn fields<'d>(page: &[Member<'d>]) -> Vec<Field<'d>> {
    let mut found = Vec::new();
    gather("", page, DEPTH, &mut found);
    found
}

fn gather<'d>(before: &str, of: &[Member<'d>], depth: usize, found: &mut Vec<Field<'d>>) {
    let Some(depth) = depth.checked_sub(1) else {
        return;
    };
    for (name, schema, _) in of.iter().filter(|(name, ..)| is_plain(name)) {
        let path = format!("{before}{name}");
        match shape(schema) {
            Shape::Object | Shape::Union if AROUND.contains(&name.as_str()) => {
                gather(&format!("{path}."), &objects(schema), depth, found);
            }
            Shape::Object | Shape::List => {}
            _ => found.push(Field {
                path,
                schema: schema.clone(),
            }),
        }
    }
}

/// The members of an object, or of all alternatives where there are several.
fn objects<'d>(schema: &Node<'d>) -> Vec<Member<'d>> {
    let own = members(schema);
    let parts = || {
        let schema = schema.resolved().ok()?;
        let lists = ["anyOf", "oneOf"]
            .into_iter()
            .filter_map(|key| schema.get(key));
        let parts = lists.flat_map(|list| list.items().collect::<Vec<_>>());
        Some(parts.flat_map(|part| members(&part)).collect::<Vec<_>>())
    };
    match own.is_empty() {
        true => parts().unwrap_or_default(),
        false => own,
    }
}

impl Field<'_> {
    /// The last name of the path, in small letters and without marks.
    pub(super) fn word(&self) -> String {
        plain(self.path.rsplit('.').next().unwrap_or_default())
    }

    /// The whole path, in the same spelling: `responsemetadata.nextcursor`.
    pub(super) fn words(&self) -> String {
        let parts: Vec<_> = self.path.split('.').map(plain).collect();
        parts.join(".")
    }

    /// Whether it is a text, as addresses and most cursors are.
    pub(super) fn is_text(&self) -> bool {
        matches!(shape(&self.schema), Shape::Text | Shape::Any)
    }

    /// Whether it is described as an address.
    pub(super) fn is_address(&self) -> bool {
        let schema = self.schema.resolved().ok();
        let format = schema.as_ref().and_then(|schema| schema.text("format"));
        matches!(format, Some("uri" | "url" | "uri-reference"))
    }
}

/// `next_page_token` and `nextPageToken` alike.
pub(super) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// `, more = "has_more"`, where a flag says whether there is another page.
pub(super) fn more(fields: &[Field<'_>]) -> String {
    let is_more = |field: &&Field<'_>| {
        shape(&field.schema) == Shape::Bool
            && matches!(
                field.word().as_str(),
                "hasmore" | "hasnext" | "hasnextpage" | "hasmoreitems" | "hasadditional"
            )
    };
    said("more", fields, is_more)
}

/// A key of the attribute, where exactly one field fits.
pub(super) fn said(key: &str, fields: &[Field<'_>], fits: impl Fn(&&Field<'_>) -> bool) -> String {
    let found: Vec<_> = fields.iter().filter(fits).collect();
    match found.as_slice() {
        [only] => format!(", {key} = {:?}", only.path),
        _ => String::new(),
    }
}
