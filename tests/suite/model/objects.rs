//! Objects, and what stands in them.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;
use tollgate::Model;
use tollgate::model::Value;

#[derive(Debug, Clone, PartialEq, Model)]
struct Names {
    r#type: String,
    #[wire("+1")]
    plus_one: i64,
    #[wire("")]
    empty: i64,
    #[wire("null")]
    null: Option<bool>,
    #[wire("full-name")]
    full_name: String,
    #[wire("a\"b\\c\n")]
    odd: u8,
}

#[test]
fn names_on_the_wire_are_as_they_are_written() {
    let text = r#"{"type":"t","+1":1,"":2,"null":true,"full-name":"n","a\"b\\c\n":3}"#;
    let names: Names = serde_json::from_str(text).expect("a valid document");
    assert_eq!((names.plus_one, names.empty, names.odd), (1, 2, 3));
    assert_eq!(names.null, Some(true));
    assert_eq!(serde_json::to_string(&names).expect("written"), text);
}

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(new)]
struct States {
    needed: i64,
    optional: Option<i64>,
    #[wire(nullable)]
    nullable: Option<i64>,
    both: Option<Option<i64>>,
}

#[test]
fn absent_null_and_present_are_three_things() {
    let table = [
        (r#"{"needed":1,"nullable":null}"#, None, None, None),
        (
            r#"{"needed":1,"optional":2,"nullable":3,"both":4}"#,
            Some(2),
            Some(3),
            Some(Some(4)),
        ),
        (
            r#"{"needed":1,"nullable":null,"both":null}"#,
            None,
            None,
            Some(None),
        ),
    ];
    for (text, optional, nullable, both) in table {
        let states: States = serde_json::from_str(text).expect(text);
        let expected = States {
            needed: 1,
            optional,
            nullable,
            both,
        };
        assert_eq!(states, expected, "{text}");
        assert_eq!(serde_json::to_string(&states).expect("written"), text);
    }
    let lenient: States = serde_json::from_str(r#"{"needed":1,"optional":null}"#).expect("valid");
    assert_eq!(lenient, States::new(1, None));
}

#[derive(Debug, Clone, PartialEq, Model)]
#[wire(new)]
struct Charge {
    #[wire(always = "charge")]
    object: String,
    #[wire("api-version", only = "v1")]
    version: String,
    #[wire(always = "usd")]
    currency: Option<String>,
    amount: i64,
}

#[test]
fn what_is_always_the_same_text_is_not_asked_for() {
    let charge = Charge::new(5);
    let text = r#"{"object":"charge","api-version":"v1","amount":5}"#;
    assert_eq!(serde_json::to_string(&charge).expect("written"), text);
    assert_eq!(serde_json::from_str::<Charge>(text).expect(text), charge);
}

#[test]
fn another_text_is_kept_where_it_is_always_one_and_refused_where_it_is_only_one() {
    let other = r#"{"object":"refund","api-version":"v1","currency":"eur","amount":5}"#;
    let charge: Charge = serde_json::from_str(other).expect(other);
    assert_eq!(charge.object, "refund");
    assert_eq!(charge.currency.as_deref(), Some("eur"));
    assert_eq!(serde_json::to_string(&charge).expect("written"), other);
    let table = [
        (
            r#"{"object":"charge","api-version":"v2","amount":5}"#,
            "api-version: expected one of `v1`, found `v2`",
        ),
        (
            r#"{"object":"charge","amount":5}"#,
            "api-version: the field is missing",
        ),
        (
            r#"{"object":1,"api-version":"v1","amount":5}"#,
            "object: expected a string, found a number",
        ),
    ];
    for (text, expected) in table {
        let error = serde_json::from_str::<Charge>(text).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Everything {
    list: Vec<Option<u8>>,
    map: BTreeMap<String, Vec<i8>>,
    hashed: HashMap<String, f32>,
    any: Value,
    tree: Option<Box<Everything>>,
    null: (),
    double: f64,
    boxed: Box<Inner>,
    #[wire(rest)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Inner(BTreeMap<String, Option<bool>>);

#[derive(Debug, Clone, PartialEq, Model)]
struct Nothing {}

#[derive(Debug, Clone, PartialEq, Model)]
struct Perhaps {
    one: Option<i64>,
}

#[test]
fn every_kind_of_value_goes_there_and_back() {
    let leaf = json!({
        "list": [1, null, 255], "map": {"a": [-128, 127], "b": []}, "hashed": {"x": 0.1},
        "any": {"deep": [null, 1e300, "x", {"y": false}]}, "null": null, "double": 3,
        "boxed": {"t": true, "n": null}, "more": [1], "and more": {},
    });
    let mut document = leaf.clone();
    document["tree"] = leaf;
    let everything: Everything = serde_json::from_value(document.clone()).expect("valid");
    assert_eq!(everything.list, [Some(1), None, Some(255)]);
    assert_eq!(everything.rest["more"], json!([1]));
    assert_eq!(everything.boxed.0["n"], None);
    document["double"] = json!(3.0);
    document["tree"]["double"] = json!(3.0);
    let text = serde_json::to_string(&everything).expect("written");
    assert_eq!(
        serde_json::from_str::<Value>(&text).expect("JSON"),
        document
    );
    assert!(
        text.contains("\"x\":0.1}"),
        "a float of 32 bits stays short: {text}"
    );
}

#[test]
fn an_object_without_members_is_one() {
    for text in ["{}", r#"{"x":1}"#] {
        let nothing: Nothing = serde_json::from_str(text).expect("an object");
        assert_eq!(serde_json::to_string(&nothing).expect("written"), "{}");
        let perhaps: Perhaps = serde_json::from_str(text).expect("an object");
        assert_eq!(serde_json::to_string(&perhaps).expect("written"), "{}");
    }
    assert!(serde_json::from_str::<Nothing>("[]").is_err());
    assert!(serde_json::from_str::<Perhaps>("null").is_err());
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Numbers {
    signed: Vec<i64>,
    unsigned: Vec<u64>,
    doubles: Vec<f64>,
}

#[test]
fn integers_are_exact() {
    let text = r#"{"signed":[-9223372036854775808,9223372036854775807],"unsigned":[18446744073709551615],"doubles":[1e308,-0.0]}"#;
    let numbers: Numbers = serde_json::from_str(text).expect("valid");
    assert_eq!(numbers.signed, [i64::MIN, i64::MAX]);
    assert_eq!(numbers.unsigned, [u64::MAX]);
    assert_eq!(
        serde_json::to_string(&numbers).expect("written"),
        text.replace("1e308", "1e+308")
    );
}

#[test]
fn what_is_a_field_is_not_written_from_the_rest_too() {
    let mut perhaps: Rest = serde_json::from_str(r#"{"one":1,"two":2}"#).expect("valid");
    perhaps.rest.insert("one".to_owned(), 9);
    assert_eq!(
        serde_json::to_string(&perhaps).expect("written"),
        r#"{"two":2,"one":1}"#
    );
}

#[derive(Debug, Clone, PartialEq, Model)]
struct Rest {
    #[wire(rest)]
    rest: BTreeMap<String, i64>,
    one: Option<i64>,
}

#[derive(Clone, Model)]
#[wire(debug, eq)]
struct Judged {
    one: Option<i64>,
    two: Vec<f64>,
    three: Option<Option<Kind>>,
}

#[derive(Clone, Model)]
#[wire(debug, eq)]
enum Kind {
    #[wire("a kind")]
    A,
    #[wire(other)]
    Other(String),
}

#[test]
fn what_is_written_alike_is_equal_and_is_what_is_shown() {
    let judged = Judged {
        one: None,
        two: vec![0.5],
        three: Some(None),
    };
    assert_eq!(judged, judged.clone());
    assert_eq!(
        format!("{judged:?}"),
        r#"Judged {"two":[0.5],"three":null}"#
    );
    let table = [
        Judged {
            one: Some(1),
            ..judged.clone()
        },
        Judged {
            two: Vec::new(),
            ..judged.clone()
        },
        Judged {
            three: None,
            ..judged.clone()
        },
        Judged {
            three: Some(Some(Kind::A)),
            ..judged.clone()
        },
    ];
    for other in table {
        assert_ne!(judged, other);
    }
    assert_eq!(Kind::A, Kind::Other("a kind".to_owned()));
    assert_eq!(format!("{:?}", Kind::A), r#"Kind "a kind""#);
}
