//! What can be read, and where references lead.

use super::*;

fn parsed(text: &str) -> Document {
    Document::parse("test.yaml", text).expect("a document")
}

#[test]
fn versions_that_are_known_are_told_apart_and_others_refused() {
    let table = [
        ("swagger: '2.0'", Ok(Dialect::Swagger2)),
        ("swagger: 2.0", Ok(Dialect::Swagger2)),
        ("openapi: 3.0.3", Ok(Dialect::OpenApi30)),
        ("openapi: 3.0", Ok(Dialect::OpenApi30)),
        ("{\"openapi\": \"3.1.0\"}", Ok(Dialect::OpenApi31)),
        ("openapi: 4.0.0", Err("is of the version 4.0.0")),
        ("title: x", Err("says no version")),
        ("- 1", Err("says no version")),
        (
            "{\"openapi\": ",
            Err("neither JSON nor YAML: EOF while parsing"),
        ),
    ];
    for (text, expected) in table {
        let read = Document::parse("test", text);
        match (read, expected) {
            (Ok(document), Ok(dialect)) => assert_eq!(document.dialect(), dialect, "{text}"),
            (Err(error), Err(words)) => {
                let error = error.to_string();
                assert!(error.contains(words), "{text}: {error}");
            }
            (read, _) => panic!("{text}: {read:?}"),
        }
    }
}

#[test]
fn texts_of_yaml_stay_texts_and_keys_become_texts() {
    let document = parsed("openapi: 3.0.0\nx-a: {200: no, on: [on, y, 12, ~]}\n");
    let found = document.root().get("x-a").expect("it is there");
    let value = serde_json::to_string(found.value()).expect("JSON");
    assert_eq!(value, r#"{"200":"no","on":["on","y",12,null]}"#);
}

#[test]
fn a_reference_leads_through_escapes_to_a_place_with_a_pointer() {
    let document = parsed(
        "openapi: 3.0.0\na: {$ref: '#/paths/~1a~1%7Bid%7D~0b'}\npaths: {'/a/{id}~b': {x: [7]}}\nb: {$ref: '#/paths/~1a~1{id}~0b/x/0'}\n",
    );
    let node = document
        .root()
        .get("a")
        .expect("a")
        .resolved()
        .expect("it leads there");
    assert_eq!(node.place(), "#/paths/~1a~1{id}~0b");
    assert_eq!(node.name(), "/a/{id}~b");
    let item = document
        .root()
        .get("b")
        .expect("b")
        .resolved()
        .expect("it leads there");
    assert_eq!(item.value(), 7);
}

#[test]
fn references_that_lead_nowhere_say_why() {
    let document = parsed(
        "openapi: 3.0.0\na: {$ref: '#/b'}\nb: {$ref: '#/a'}\nc: {$ref: '#/nothing'}\nd: {$ref: 'other.yaml#/x'}\ne: {$ref: 'https://example.com/x.json'}\nf: {$ref: '#anchor'}\n",
    );
    let table = [
        ("a", "without an end"),
        ("c", "nothing in that place"),
        ("d", "could be read"),
        ("e", "could be read"),
        ("f", "anchor"),
    ];
    for (key, words) in table {
        let node = document.root().get(key).expect(key);
        let broken = node.resolved().expect_err(key).to_string();
        assert!(broken.contains(words), "{broken}");
        assert!(broken.contains(&format!("#/{key}")), "{broken}");
    }
}

#[test]
fn several_files_refer_to_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(&path, text).expect("written");
        path
    };
    let entry = file(
        "api.yaml",
        "openapi: 3.1.0\na: {$ref: 'parts/one.json#/x'}\n",
    );
    file(
        "parts/one.json",
        r##"{"x": {"$ref": "../two%20.yaml"}, "y": {"$ref": "#/z"}, "z": 1}"##,
    );
    file("two .yaml", "v: {$ref: parts/one.json#/y}\n");
    let document = Document::open(entry).expect("three files");
    let two = document
        .root()
        .get("a")
        .expect("a")
        .resolved()
        .expect("two");
    assert_eq!(two.place(), "two .yaml#");
    let one = two.get("v").expect("v").resolved().expect("one");
    assert_eq!(
        (one.place().as_str(), one.value()),
        ("parts/one.json#/z", &serde_json::json!(1))
    );
}
