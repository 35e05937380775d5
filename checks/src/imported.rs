//! What an importer of OpenAPI documents may never do, whatever the document: write what does not
//! parse, or lose an operation.
//!
//! Operations are counted in the document and methods in the code, both by what stands there; the
//! importer's own report is only compared with that.

use serde_json::Value;
use syn::visit::Visit;

/// The verbs of a path item, RFC 9110 section 9 and RFC 5789; `trace` too, which no description has.
const VERBS: [&str; 8] = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
];

/// What an importer says it did, and what it wrote.
#[derive(Debug)]
pub struct Imported<'a> {
    /// The operations that it found.
    pub operations: usize,
    /// Those that it wrote a method for.
    pub imported: usize,
    /// Those that it did not.
    pub reported: usize,
    /// Its files: names and texts.
    pub files: Vec<(&'a str, &'a str)>,
}

/// What is wrong with an import of a document; empty if nothing is.
#[must_use]
pub fn complaints(document: &Value, import: &Imported<'_>) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut methods = 0;
    for (name, text) in import.files.iter().filter(|(name, _)| is_rust(name)) {
        match methods_in(text) {
            Ok(count) => methods += count,
            Err(error) => complaints.push(format!("`{name}` does not parse: {error}")),
        }
    }
    let counts = [
        (
            "operations in the document",
            operations(document),
            "found",
            import.operations,
        ),
        (
            "methods in the code",
            methods,
            "said to be imported",
            import.imported,
        ),
        (
            "found",
            import.operations,
            "imported or reported",
            import.imported + import.reported,
        ),
    ];
    let differing = counts.iter().filter(|(_, a, _, b)| a != b);
    complaints.extend(differing.map(|(one, a, other, b)| format!("{a} {one}, and {b} {other}")));
    complaints
}

/// The operations of a document: what stands under a verb of a path, be it well-formed or not.
#[must_use]
pub fn operations(document: &Value) -> usize {
    let items = document["paths"].as_object().into_iter().flatten();
    let items = items.filter(|(path, _)| !path.starts_with("x-"));
    let items = items.filter_map(|(_, item)| resolved(document, item).as_object());
    items
        .map(|item| {
            VERBS
                .iter()
                .filter(|verb| item.contains_key(**verb))
                .count()
        })
        .sum()
}

/// A path item may stand elsewhere.
fn resolved<'a>(document: &'a Value, item: &'a Value) -> &'a Value {
    let reference = item["$ref"].as_str();
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer
        .and_then(|pointer| document.pointer(pointer))
        .unwrap_or(item)
}

/// The methods of a description that stand for an operation: those with a verb.
///
/// # Errors
///
/// If the text is not Rust.
pub fn methods_in(text: &str) -> syn::Result<usize> {
    let mut methods = Methods(0);
    methods.visit_file(&syn::parse_file(text)?);
    Ok(methods.0)
}

struct Methods(usize);

impl<'ast> Visit<'ast> for Methods {
    fn visit_trait_item_fn(&mut self, method: &'ast syn::TraitItemFn) {
        let is_verb =
            |attribute: &syn::Attribute| VERBS.iter().any(|verb| attribute.path().is_ident(verb));
        self.0 += usize::from(method.attrs.iter().any(is_verb));
    }
}

fn is_rust(name: &str) -> bool {
    name.ends_with(".rs")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const CODE: &str = r#"
        pub trait Api { fn notes(&self) -> Notes; }
        pub trait Notes {
            /// One.
            #[get("/notes/{id}")]
            async fn note(&self, id: u64) -> Note;
            #[delete("/notes/{id}", bucket = write)]
            async fn remove(&self, id: u64) -> ();
        }
    "#;

    fn document() -> Value {
        json!({ "paths": {
            "x-note": { "get": {} },
            "/notes/{id}": { "get": {}, "delete": {}, "parameters": [], "x-own": {} },
            "/old": { "$ref": "#/components/pathItems/old" },
        }, "components": { "pathItems": { "old": { "trace": {} } } } })
    }

    fn import(text: &str) -> Imported<'_> {
        Imported {
            operations: 3,
            imported: 2,
            reported: 1,
            files: vec![("notes.rs", text), ("names.txt", "no Rust")],
        }
    }

    #[test]
    fn a_complete_import_has_no_complaints() {
        assert_eq!(complaints(&document(), &import(CODE)), Vec::<String>::new());
    }

    #[test]
    fn an_operation_that_is_lost_is_found_out() {
        let lost = CODE.replace("#[get(\"/notes/{id}\")]", "");
        let told = complaints(&document(), &import(&lost));
        assert_eq!(told, ["1 methods in the code, and 2 said to be imported"]);
        let lied = Imported {
            reported: 0,
            ..import(CODE)
        };
        assert_eq!(
            complaints(&document(), &lied),
            ["3 found, and 2 imported or reported"]
        );
        let overlooked = Imported {
            operations: 2,
            reported: 0,
            ..import(CODE)
        };
        assert_eq!(
            complaints(&document(), &overlooked),
            ["3 operations in the document, and 2 found"]
        );
    }

    #[test]
    fn a_file_that_does_not_parse_is_found_out() {
        let told = complaints(&document(), &import("pub trait {"));
        assert!(
            told[0].starts_with("`notes.rs` does not parse: "),
            "{told:?}"
        );
    }
}
