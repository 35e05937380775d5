//! Types as they are written, kept beside their schemas in `tests/types`.
//!
//! `UPDATE=1 cargo test -p tollgate-openapi` writes them anew; the difference is then reviewed like
//! code.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::*;
use crate::names::{Style, likely};

/// The types of a document, with what was noted.
fn written(document: &Document, names: &mut Names) -> String {
    let root = document.root();
    let listed = |key: &str| {
        root.get(key).map(|list| {
            list.items()
                .map(|item| item.value().to_string())
                .collect::<Vec<_>>()
        })
    };
    let said = listed("x-options").unwrap_or_default();
    let options = Options {
        closed_enums: said.contains(&"\"closed_enums\"".to_owned()),
        date_time: said.contains(&"\"date_time\"".to_owned()),
        ..Options::default()
    };
    let mut types = Types::new(document, &options);
    let schemas = root
        .get("components")
        .and_then(|components| components.get("schemas"));
    let schemas = schemas
        .or_else(|| root.get("definitions"))
        .expect("schemas");
    let requests = listed("x-requests").unwrap_or_default();
    let responses = listed("x-responses");
    for (name, node) in schemas.members() {
        let hint = Hint {
            identity: name.to_owned(),
            name: name.to_owned(),
        };
        let is_in = |list: &[String]| list.contains(&format!("\"{name}\""));
        if is_in(&requests) {
            types.of(&node, &hint, Way::Request);
        }
        if responses.as_deref().is_none_or(is_in) && !(responses.is_none() && is_in(&requests)) {
            types.of(&node, &hint, Way::Response);
        }
    }
    types.settle(names);
    let notes = types.notes();
    let notes = notes
        .iter()
        .map(|note| format!("\n// {} {}: {}", note.reason, note.pointer, note.detail));
    format!("{}{}\n", types.write(), notes.collect::<String>())
        .trim_end()
        .to_owned()
        + "\n"
}

/// The same document with its schemas in the opposite order.
fn reversed(path: &str, document: &Document) -> Document {
    let mut root = document.root().value().clone();
    let pointers = ["/components/schemas", "/definitions"];
    for pointer in pointers {
        if let Some(Value::Object(schemas)) = root.pointer_mut(pointer) {
            *schemas = schemas.clone().into_iter().rev().collect();
        }
    }
    Document::parse(path, &root.to_string()).expect("the same document")
}

/// What is not as it was promised.
fn check(path: &Path) -> String {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).expect("readable");
    let document = Document::parse("api.yaml", &text).expect("a document");
    let mut names = Names::default();
    let types = written(&document, &mut names);
    syn::parse_file(&types).expect("it is Rust");
    let kept = path.with_extension("rs");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&kept, &types).expect("writable");
    }
    let known = fs::read_to_string(&kept).unwrap_or_default();
    let again = written(&document, &mut Names::default());
    let reversed = written(&reversed("api.yaml", &document), &mut Names::default());
    let mut later = Names::earlier(&names.text());
    let stays = written(&document, &mut later);
    let promises = [
        (
            types == known,
            "gives something else; if that is meant, run with UPDATE=1",
        ),
        (types == again, "gives other bytes when it is read twice"),
        (types == reversed, "depends on the order of the document"),
        (
            types == stays && names.text() == later.text(),
            "loses names that it had",
        ),
    ];
    let broken = promises.iter().filter(|(kept, _)| !kept);
    let broken = broken.map(|(_, words)| format!("{name} {words}\n"));
    broken.collect::<String>() + &formatted(&kept)
}

/// What `rustfmt` would change, where there is one.
fn formatted(path: &Path) -> String {
    let mut rustfmt = Command::new("rustfmt");
    let output = rustfmt
        .args(["--check", "--edition", "2024"])
        .arg(path)
        .output();
    output
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        .unwrap_or_default()
}

#[test]
fn types_are_as_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/types");
    let (mut checked, mut broken) = (0, String::new());
    for entry in fs::read_dir(folder).expect("a folder of schemas") {
        let path = entry.expect("readable").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            broken += &check(&path);
            checked += 1;
        }
    }
    assert!(checked > 0, "there are schemas to write");
    assert!(broken.is_empty(), "{broken}");
}

/// A document of these schemas, in 3.1.
fn document(schemas: &str) -> Document {
    let text = format!(
        "openapi: 3.1.0\ninfo: {{title: T, version: 1}}\ncomponents:\n  schemas:\n{schemas}"
    );
    Document::parse("api.yaml", &text).expect("a document")
}

fn schema<'d>(document: &'d Document, name: &str) -> Node<'d> {
    let components = document.root().get("components").expect("components");
    components
        .get("schemas")
        .expect("schemas")
        .get(name)
        .expect(name)
}

fn hint(name: &str) -> Hint {
    Hint {
        identity: name.to_owned(),
        name: name.to_owned(),
    }
}

#[test]
fn every_type_knows_what_it_is_in_a_url() {
    let table = [
        ("{type: string}", Kind::Scalar),
        ("{type: [integer, 'null']}", Kind::Scalar),
        ("{enum: [a, b]}", Kind::Scalar),
        ("{type: [string, integer]}", Kind::Scalar),
        ("{type: array, items: {enum: [a]}}", Kind::List),
        (
            "{oneOf: [{type: string}, {type: array, items: {type: string}}]}",
            Kind::List,
        ),
        (
            "{type: array, items: {type: array, items: {type: string}}}",
            Kind::Nested,
        ),
        (
            "{type: object, properties: {a: {type: string}}}",
            Kind::Object,
        ),
        (
            "{type: object, additionalProperties: {type: string}}",
            Kind::Object,
        ),
        (
            "{type: object, properties: {a: {type: object, properties: {b: {type: string}}}}}",
            Kind::Nested,
        ),
        ("{type: object}", Kind::Nested),
        ("{}", Kind::Nested),
        (
            "{type: array, items: {$ref: '#/components/schemas/A'}}",
            Kind::Nested,
        ),
    ];
    for (schemas, kind) in table {
        let document = document(&format!("    A: {schemas}"));
        let options = Options::default();
        let mut types = Types::new(&document, &options);
        let of = types.of(&schema(&document, "A"), &hint("A"), Way::Request);
        assert_eq!(types.kind(&of), kind, "{schemas}");
    }
}

#[test]
fn answers_of_one_meaning_are_one_type() {
    let document = document(
        "    A: {type: object, required: [id], properties: {id: {type: integer}}}\n    B: {type: object, properties: {x: {type: array, items: {}}}}\n    C: {type: string}\n",
    );
    let options = Options::default();
    let mut types = Types::new(&document, &options);
    let mut of = |name: &str| types.of(&schema(&document, name), &hint(name), Way::Response);
    let (a, b, c) = (of("A"), of("B"), of("C"));
    let same = types.either(vec![a.clone(), a.clone()], &hint("Same"));
    let anything = types.either(vec![a.clone(), Type::Any], &hint("Anything"));
    let either = types.either(vec![a.clone(), b, c], &hint("ListError"));
    types.settle(&mut Names::default());
    assert_eq!((same, anything), (a, Type::Any));
    let list = Type::Map(Box::new(Type::List(Box::new(either))));
    assert_eq!(
        types.text(&list),
        "std::collections::BTreeMap<String, Vec<types::ListError>>"
    );
    let expected = "#[wire(untagged, debug, eq)]\npub enum ListError {\n    A(A),\n    B(B),\n    String(String),\n";
    assert!(types.write().contains(expected), "{}", types.write());
}

#[test]
fn schemas_of_other_files_are_called_by_their_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("written");
        path
    };
    let entry = file(
        "api.yaml",
        "openapi: 3.1.0\ncomponents: {schemas: {A: {type: object, properties: {pet: {$ref: pet.yaml}, size: {$ref: 'more.json#/definitions/Size'}, way: {$ref: 'more.json#/x/Way'}}}}}\n",
    );
    file(
        "pet.yaml",
        "type: object\nproperties: {a: {$ref: 'api.yaml#/components/schemas/A'}, own: {type: object, properties: {x: {type: string}}}}\n",
    );
    file(
        "more.json",
        r#"{"definitions": {"Size": {"enum": ["s", "m"]}}, "x": {"Way": {"enum": ["in", "out"]}}}"#,
    );
    let document = Document::open(entry).expect("three files");
    let options = Options::default();
    let mut types = Types::new(&document, &options);
    types.of(&schema(&document, "A"), &hint("A"), Way::Response);
    types.settle(&mut Names::default());
    let text = types.write();
    for line in [
        "pub pet: Option<Box<Pet>>",
        "pub size: Option<Size>",
        "pub way: Option<MoreXWay>",
        "pub struct PetOwn",
        "pub a: Option<Box<A>>",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert_eq!(types.notes(), []);
}

#[test]
fn depth_ends_in_anything_and_never_in_a_panic() {
    let chain = |before: &str, after: &str| {
        let link = |at: usize| {
            format!(
                "    A{at}: {before}{{$ref: '#/components/schemas/A{}'}}{after}\n",
                at + 1
            )
        };
        let links = (0..500).map(link).collect::<String>();
        links.replace("A0:", "A:") + "    A500: {type: string}\n"
    };
    let lists = chain("{type: array, items: ", "}");
    let objects = chain("{type: object, properties: {a: ", "}}");
    let parts = chain("{allOf: [", "]}");
    let merged = chain("{properties: {b: {type: string}}, allOf: [", "]}");
    let unions = chain("{oneOf: [{type: integer}, ", "]}");
    let references = chain("", "");
    let cases = [
        (lists, 1),
        (objects, 0),
        (parts, 1),
        (merged, 0),
        (unions, 0),
        (references, 1),
    ];
    for (schemas, noted) in cases {
        let document = document(&schemas);
        let options = Options::default();
        let mut types = Types::new(&document, &options);
        types.of(&schema(&document, "A"), &hint("A"), Way::Request);
        types.settle(&mut Names::default());
        syn::parse_file(&types.write()).expect("it is Rust");
        assert_eq!(types.notes().len(), noted, "{:?}", types.notes());
    }
}

#[test]
fn a_type_keeps_its_name_when_the_document_grows() {
    let small = document(
        "    One: {type: object, properties: {links: {type: object, properties: {next: {type: string}}}, fooBar: {type: string}}}\n",
    );
    let large = document(
        "    Links: {type: object, properties: {x: {type: string}}}\n    One: {type: object, properties: {links: {type: object, properties: {next: {type: string}}}, fooBar: {type: string}, foo_bar: {type: string}}}\n    OneLinks: {type: object, properties: {y: {type: string}}}\n    Two: {type: object, properties: {links: {type: object, properties: {next: {type: string}}}}}\n",
    );
    let mut names = Names::default();
    written(&small, &mut names);
    let mut later = Names::earlier(&names.text());
    let text = written(&large, &mut later);
    for line in [
        "pub links: Option<OneLinks>",
        "#[wire(\"fooBar\")]\n    pub foo_bar:",
        "pub struct OneLinks2",
        "pub struct Links",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn members_that_share_a_type_keep_it_when_one_of_them_leaves() {
    let rights = |one: &str, two: &str, three: &str| {
        let member =
            |name: &str, values: &str| format!("{name}: {{type: string, enum: [{values}]}}");
        let members = [
            member("one", one),
            member("two", two),
            member("three", three),
        ];
        document(&format!(
            "    Rights: {{type: object, properties: {{{}}}}}\n",
            members.join(", ")
        ))
    };
    let mut names = Names::default();
    written(&rights("a, b", "a, b", "a, b"), &mut names);
    for (grown, alone) in [
        (rights("a, b, c", "a, b", "a, b"), "one"),
        (rights("a, b", "a, b", "a, b, c"), "three"),
    ] {
        let mut later = Names::earlier(&names.text());
        let text = written(&grown, &mut later);
        for member in ["one", "two", "three"] {
            let of = match member == alone {
                true => format!("Rights{}", likely(Style::Type, alone)),
                false => "RightsValue".to_owned(),
            };
            let line = format!("pub {member}: Option<{of}>");
            assert!(text.contains(&line), "{line} in {text}");
        }
    }
}

#[test]
fn a_name_in_common_goes_with_what_most_have_in_common() {
    let text = |values: &str| format!("{{type: string, enum: [{values}]}}");
    let either = |other: &str| format!("{{anyOf: [{{type: string}}, {other}]}}");
    let [number, flag] = ["{type: integer}", "{type: boolean}"].map(either);
    let [of_c, of_d] =
        ["C", "D"].map(|name| either(&format!("{{$ref: '#/components/schemas/{name}'}}")));
    let (ab, xy) = (text("a, b"), text("x, y"));
    let object = |name: &str, members: &[(&str, &str)]| {
        let members = members
            .iter()
            .map(|(name, of)| format!("{name}: {of}"))
            .collect::<Vec<_>>();
        format!(
            "    {name}: {{type: object, properties: {{{}}}}}\n",
            members.join(", ")
        )
    };
    let three = |first: &str| {
        let members = [("one", first), ("two", &ab), ("three", &ab), ("four", &ab)];
        object("A", &members)
    };
    let two = |p: &str, q: &str| object("A", &[("p", p)]) + &object("B", &[("q", q)]);
    let named = |name: &str| object(name, &[("n", "{type: integer}")]);
    let holding = |of: &str| two(of, of) + &named("C") + &named("D");
    let authors = [("author", &*ab), ("committer", &ab), ("merger", &ab)];
    let cases = [
        // Who changed gets another name, and not who stayed.
        (
            two(&number, &number),
            two(&flag, &number),
            "q: Option<IntegerOrString>",
        ),
        (
            two(&number, &number),
            two(&number, &flag),
            "p: Option<IntegerOrString>",
        ),
        (
            two(&number, &number),
            two("{type: object, properties: {x: {type: string}}}", &number),
            "q: Option<IntegerOrString>",
        ),
        // No name of a choice says what is not in it.
        (holding(&of_c), holding(&of_d), "p: Option<StringOrD>"),
        // Who comes gets the name of the others.
        (three(&xy), three(&ab), "one: Option<AValue>"),
        (
            two(&flag, &number) + &object("E", &[("r", &number)]),
            two(&number, &number) + &object("E", &[("r", &number)]),
            "p: Option<IntegerOrString>",
        ),
        // A name of one among several is not that of all.
        (
            object("A", &authors[..2]),
            object("A", &authors),
            "author: Option<AValue>",
        ),
    ];
    for (first, later, line) in cases {
        let mut names = Names::default();
        written(&document(&first), &mut names);
        let mut names = Names::earlier(&names.text());
        let text = written(&document(&later), &mut names);
        assert!(text.contains(&format!("pub {line}")), "{line} in {text}");
        let mut again = Names::earlier(&names.text());
        assert_eq!(written(&document(&later), &mut again), text);
    }
}

#[test]
fn members_of_several_objects_are_called_by_their_own_names() {
    let method = "{type: string, enum: [GET, POST]}";
    let object = |name: &str, members: [&str; 3]| {
        let members = members.map(|member| format!("{member}: {method}"));
        format!(
            "    {name}: {{type: object, properties: {{{}}}}}\n",
            members.join(", ")
        )
    };
    let calls = object("Call", ["sms_method", "voice_method", "end_method"]);
    let numbers = object("Number", ["voice_method", "fax_method", "other_method"]);
    let symbols = object("Signs", ["'*'", "'+'", "'-'"]).replace("GET", "UP");
    let text = written(
        &document(&(calls + &numbers + &symbols)),
        &mut Names::default(),
    );
    for line in [
        "pub sms_method: Option<Method>",
        "pub fax_method: Option<Method>",
        "pub star: Option<SignsValue>",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
}

#[test]
fn parts_that_are_not_looked_at_are_told() {
    let link = |at: usize| {
        format!(
            "    A{at}: {{properties: {{p{at}: {{type: string}}}}, allOf: [{{$ref: '#/components/schemas/A{}'}}]}}\n",
            at + 1
        )
    };
    let links = (0..1500).map(link).collect::<String>();
    let document = document(&(links + "    A1500: {type: object}\n"));
    let options = Options::default();
    let mut types = Types::new(&document, &options);
    types.of(&schema(&document, "A0"), &hint("A"), Way::Request);
    types.settle(&mut Names::default());
    let notes = types.notes();
    assert!(
        notes
            .iter()
            .any(|note| note.detail.contains("too many parts")),
        "{notes:?}"
    );
}

#[test]
fn variants_that_are_called_alike_keep_their_names() {
    let document = document(
        "    U: {anyOf: [{type: object, additionalProperties: {type: object, properties: {a: {type: string}}}}, {type: object, additionalProperties: {type: object, properties: {b: {type: string}}}}, {type: string}]}\n    V: {anyOf: [{type: object, additionalProperties: {$ref: '#/components/schemas/W'}}, {type: object, additionalProperties: {$ref: '#/components/schemas/X'}}]}\n    W: {type: object, properties: {v: {type: object, properties: {c: {type: string}}}}}\n    X: {type: object, properties: {v: {type: object, properties: {d: {type: string}}}}}\n",
    );
    let mut names = Names::default();
    let first = written(&document, &mut names);
    let mut later = Names::earlier(&names.text());
    assert_eq!(written(&document, &mut later), first);
    assert_eq!(later.text(), names.text());
}
