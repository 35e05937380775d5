//! Enums whose variants hold a value.

use std::collections::BTreeMap;

use serde_json::json;
use tollgate::Model;
use tollgate::model::Value;

#[derive(Debug, Clone, PartialEq, Model)]
struct Push {
    commits: i64,
}

/// It has the tag itself.
#[derive(Debug, Clone, PartialEq, Model)]
struct Pull {
    r#type: String,
    number: i64,
}

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(tag = "type")]
enum Event {
    #[wire("push")]
    Push(Push),
    #[wire("pull", "pull_target")]
    Pull(Box<Pull>),
    #[wire("a", "b")]
    Either(Push),
    #[wire("map")]
    Map(BTreeMap<String, i64>),
    #[wire("any")]
    Any(Value),
    #[wire("nested", "deeper")]
    Nested(Nested),
    #[wire("kinds")]
    Kinds(Kinds),
    #[wire(other)]
    Other(Value),
}

/// The same tag once more.
#[derive(Debug, Clone, PartialEq, Model)]
#[wire(tag = "type")]
enum Nested {
    #[wire("nested")]
    Nested(Push),
    #[wire("deeper")]
    Deeper(Rest),
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Rest {
    one: i64,
    #[wire(rest)]
    rest: BTreeMap<String, i64>,
}

/// Another tag.
#[derive(Debug, Clone, PartialEq, Model)]
#[wire(tag = "kind")]
enum Kinds {
    Small(Push),
    Large(Pull),
}

#[test]
fn a_tag_is_read_and_written_once_whoever_has_it() {
    let push = || Push { commits: 3 };
    let pull = |word: &str| Pull {
        r#type: word.to_owned(),
        number: 4,
    };
    let map = BTreeMap::from([("x".to_owned(), 1)]);
    let table = [
        (r#"{"type":"push","commits":3}"#, Event::Push(push())),
        (
            r#"{"type":"pull","number":4}"#,
            Event::Pull(Box::new(pull("pull"))),
        ),
        (
            r#"{"type":"pull_target","number":4}"#,
            Event::Pull(Box::new(pull("pull_target"))),
        ),
        (r#"{"type":"map","x":1}"#, Event::Map(map.clone())),
        (
            r#"{"type":"any","y":[1]}"#,
            Event::Any(json!({"type": "any", "y": [1]})),
        ),
        (
            r#"{"type":"nested","commits":3}"#,
            Event::Nested(Nested::Nested(push())),
        ),
        (
            r#"{"type":"deeper","one":1,"x":1}"#,
            Event::Nested(Nested::Deeper(Rest { one: 1, rest: map })),
        ),
        (
            r#"{"type":"kinds","kind":"Small","commits":3}"#,
            Event::Kinds(Kinds::Small(push())),
        ),
        (
            r#"{"type":"kinds","kind":"Large","number":4}"#,
            Event::Kinds(Kinds::Large(pull("kinds"))),
        ),
        (
            r#"{"type":"new","z":null}"#,
            Event::Other(json!({"type": "new", "z": null})),
        ),
        (r#"{"z":1}"#, Event::Other(json!({"z": 1}))),
        ("17", Event::Other(json!(17))),
    ];
    for (text, event) in table {
        assert_eq!(serde_json::from_str::<Event>(text).expect(text), event);
        assert_eq!(serde_json::to_string(&event).expect("written"), text);
    }
}

#[test]
fn the_tag_is_the_variants_and_never_another_ones() {
    let wrong = Pull {
        r#type: "push".to_owned(),
        number: 1,
    };
    let text = serde_json::to_string(&Event::Pull(Box::new(wrong))).expect("written");
    assert_eq!(text, r#"{"type":"pull","number":1}"#);
    let either: Event = serde_json::from_str(r#"{"type":"b","commits":1}"#).expect("valid");
    assert_eq!(
        serde_json::to_string(&either).expect("written"),
        r#"{"commits":1,"type":"a"}"#
    );
    let none = serde_json::to_string(&Event::Any(json!([1])));
    assert!(none.is_err_and(|error| error.to_string().contains("a member `type`")));
}

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(untagged)]
enum Id {
    Integer(i64),
    Text(String),
    Object(Thing),
    Wide(Wide),
    Many(Vec<Id>),
    Shade(Shade),
    #[wire(other)]
    Other(Value),
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Thing {
    id: i64,
    color: Option<Color>,
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Wide {
    id: i64,
    width: i64,
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Shade {
    color: Shades,
    id: i64,
}

#[derive(Debug, Clone, PartialEq, Model)]
enum Color {
    #[wire("red")]
    Red,
    #[wire(other)]
    Other(String),
}

#[derive(Debug, Clone, PartialEq, Model)]
enum Shades {
    #[wire("grey")]
    Grey,
    #[wire(other)]
    Other(String),
}

#[test]
fn without_a_tag_the_best_fit_is_taken() {
    let thing = |id, color| Id::Object(Thing { id, color });
    let table = [
        ("3", Id::Integer(3)),
        ("\"3\"", Id::Text("3".to_owned())),
        (r#"{"id":1}"#, thing(1, None)),
        // An earlier one fits, and a later one fits better.
        (r#"{"id":1,"width":2}"#, Id::Wide(Wide { id: 1, width: 2 })),
        (r#"{"id":1,"color":"red"}"#, thing(1, Some(Color::Red))),
        (
            r#"{"id":1,"color":"grey"}"#,
            Id::Shade(Shade {
                color: Shades::Grey,
                id: 1,
            }),
        ),
        // Neither knows the word, and the first wins.
        (
            r#"{"id":1,"color":"blue"}"#,
            thing(1, Some(Color::Other("blue".to_owned()))),
        ),
        (
            "[1,[\"x\"]]",
            Id::Many(vec![
                Id::Integer(1),
                Id::Many(vec![Id::Text("x".to_owned())]),
            ]),
        ),
        ("null", Id::Other(Value::Null)),
        (r#"{"x":1}"#, Id::Other(json!({"x": 1}))),
    ];
    for (text, id) in table {
        assert_eq!(serde_json::from_str::<Id>(text).expect(text), id);
        let written = serde_json::to_value(&id).expect("written");
        assert_eq!(written, serde_json::from_str::<Value>(text).expect("JSON"));
    }
}

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(untagged)]
enum Tangle {
    Left(Vec<Tangle>),
    Right(Vec<Tangle>),
    Leaf(i64),
}

/// Each level would double the search: it has an end, and a document that fits has none to fear.
#[test]
fn a_hostile_document_keeps_nobody_busy() {
    let deep = |leaf: &str| format!("{}{leaf}{}", "[".repeat(100), "]".repeat(100));
    assert!(serde_json::from_str::<Tangle>(&deep("1")).is_ok());
    let error = serde_json::from_str::<Tangle>(&deep("null")).expect_err("nothing fits");
    assert!(error.to_string().contains("given up"), "{error}");
}

#[derive(Debug, PartialEq, Model)]
struct Cat {
    #[wire(always = "cat")]
    kind: String,
    name: String,
}

#[derive(Debug, PartialEq, Model)]
struct Dog {
    #[wire(always = "dog")]
    kind: String,
    name: String,
}

#[derive(Debug, PartialEq, Model)]
#[wire(untagged)]
enum Animal {
    Cat(Cat),
    Dog(Dog),
}

#[test]
fn a_text_that_is_always_the_same_tells_alternatives_apart() {
    let animal = |text: &str| serde_json::from_str::<Animal>(text).expect("an animal");
    let dog = animal(r#"{"kind":"dog","name":"Rex"}"#);
    assert!(
        matches!(&dog, Animal::Dog(dog) if dog.name == "Rex"),
        "{dog:?}"
    );
    let cat = animal(r#"{"kind":"cat","name":"Tom"}"#);
    assert!(
        matches!(&cat, Animal::Cat(cat) if cat.name == "Tom"),
        "{cat:?}"
    );
    // Neither: the first that can be read.
    let cow = animal(r#"{"kind":"cow","name":"Bess"}"#);
    assert!(
        matches!(&cow, Animal::Cat(cat) if cat.kind == "cow"),
        "{cow:?}"
    );
}
