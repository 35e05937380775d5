//! What is not read, and where it says so.

use std::collections::BTreeMap;

use tollgate::Model;

#[derive(Debug, PartialEq, Model)]
struct Page {
    items: Vec<Item>,
    total: u8,
}

#[derive(Debug, PartialEq, Model)]
struct Item {
    owner: Option<Owner>,
    labels: Option<BTreeMap<String, Label>>,
    event: Option<Event>,
}

#[derive(Debug, PartialEq, Model)]
struct Owner {
    login: String,
    size: Option<i64>,
}

#[derive(Debug, PartialEq, Model)]
struct Label(Vec<bool>);

#[derive(Debug, PartialEq, Model)]
#[wire(tag = "type")]
enum Event {
    #[wire("push")]
    Push(Owner),
    #[wire("both")]
    Both(Either),
}

#[derive(Debug, PartialEq, Model)]
#[wire(untagged)]
enum Either {
    Number(u8),
    Owner(Owner),
}

fn refusal(text: &str) -> String {
    let error = serde_json::from_str::<Page>(text).expect_err(text);
    error.to_string()
}

fn items(items: &str) -> String {
    refusal(&format!(r#"{{"total":1,"items":[{{}},{items}]}}"#))
}

#[test]
fn a_fault_is_named_by_the_way_to_it() {
    let table = [
        (refusal("[]"), "expected an object, found a list"),
        (refusal("null"), "expected an object, found null"),
        (refusal(r#"{"total":1}"#), "items: the field is missing"),
        (
            refusal(r#"{"items":[],"total":256}"#),
            "total: expected an integer from 0 to 255, found 256",
        ),
        (
            refusal(r#"{"items":[],"total":-1}"#),
            "total: expected an integer from 0 to 255, found -1",
        ),
        (
            refusal(r#"{"items":[],"total":3.0}"#),
            "total: expected an integer, found 3.0",
        ),
        (
            refusal(r#"{"items":[],"total":1e400}"#),
            "number out of range",
        ),
        (
            refusal(r#"{"items":[],"total":1,"total":1}"#),
            "duplicate field `total`",
        ),
        (
            refusal(r#"{"items":{},"total":1}"#),
            "items: expected a list, found an object",
        ),
        (
            items(r#"{"owner":{"login":null}}"#),
            "items[1].owner.login: expected a string, found null",
        ),
        (
            items(r#"{"owner":{}}"#),
            "items[1].owner.login: the field is missing",
        ),
        (
            items(r#"{"owner":{"login":"","size":"3"}}"#),
            "items[1].owner.size: expected an integer, found a string",
        ),
        (
            items(r#"{"labels":{"a":[],"b c":[true,0]}}"#),
            "items[1].labels.b c[1]: expected a boolean, found a number",
        ),
        (
            items(r#"{"event":{"login":""}}"#),
            "items[1].event.type: the field is missing",
        ),
        (
            items(r#"{"event":{"type":"pull"}}"#),
            "items[1].event.type: expected one of `push`, `both`, found `pull`",
        ),
        (
            items(r#"{"event":{"type":3}}"#),
            "items[1].event.type: expected a string, found a number",
        ),
        (
            items(r#"{"event":7}"#),
            "items[1].event: expected an object with `type`, found a number",
        ),
        (
            items(r#"{"event":{"type":"push"}}"#),
            "items[1].event.login: the field is missing",
        ),
        (
            items(r#"{"event":{"type":"push","type":"push"}}"#),
            "items[1].event: duplicate field `type`",
        ),
        (
            items(r#"{"event":{"type":"both","login":true}}"#),
            "items[1].event: no variant fits: `Number` (expected an integer, found an object), `Owner` (login: expected a string, found a boolean)",
        ),
    ];
    for (found, expected) in table {
        assert!(
            found.starts_with(expected),
            "expected {expected}\nfound    {found}"
        );
    }
}

/// The first fault is the one that is told, and it is told by whoever embeds the model, too.
#[test]
fn a_model_inside_of_other_types_tells_its_faults() {
    #[derive(Debug, serde::Deserialize)]
    struct Around {
        #[allow(dead_code)]
        inner: Vec<Owner>,
    }
    let error = serde_json::from_str::<Around>(r#"{"inner":[{"login":"a"},{"size":1.5}]}"#);
    let text = error.expect_err("no login").to_string();
    assert!(text.starts_with("login: the field is missing"), "{text}");
}

#[derive(Debug, PartialEq, Model)]
struct Deep {
    inner: Option<Box<Deep>>,
}

#[test]
fn depth_has_an_end_and_never_overflows() {
    let deep = |depth: usize| {
        let text = format!("{}{{}}{}", r#"{"inner":"#.repeat(depth), "}".repeat(depth));
        serde_json::from_str::<Deep>(&text)
    };
    assert!(deep(126).is_ok());
    let error = deep(100_000).expect_err("too deep").to_string();
    assert!(error.contains("recursion limit exceeded"), "{error}");
}
