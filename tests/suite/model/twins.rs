//! Each model has a twin with serde's derives: what one reads the other reads, and both write the
//! same.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tollgate::model::Value;

mod ours {
    use super::*;
    use tollgate::Model;

    #[derive(Debug, Model)]
    pub(super) struct Node {
        a: i64,
        b: Option<String>,
        c: Option<Word>,
        list: Vec<Leaf>,
        inner: Option<Box<Node>>,
        #[wire("map")]
        by_name: BTreeMap<String, f64>,
        tagged: Option<Tagged>,
        fits: Option<Fits>,
    }

    #[derive(Debug, Model)]
    pub(super) struct Leaf {
        a: u8,
        b: f32,
        #[wire(nullable)]
        c: Option<i8>,
        #[wire(rest)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(Debug, Model)]
    pub(super) enum Word {
        #[wire("a")]
        A,
        #[wire("b c")]
        B,
    }

    #[derive(Debug, Model)]
    #[wire(tag = "a")]
    pub(super) enum Tagged {
        #[wire("a")]
        A(Small),
        #[wire("b")]
        B(BTreeMap<String, Value>),
    }

    #[derive(Debug, Model)]
    pub(super) struct Small {
        b: Option<bool>,
        list: Option<Vec<u64>>,
    }

    /// Disjoint, since serde takes the first that fits, and not the best.
    #[derive(Debug, Model)]
    #[wire(untagged)]
    pub(super) enum Fits {
        Null(()),
        Number(i64),
        Text(String),
        List(Vec<i64>),
        Object(Small),
    }
}

mod serdes {
    use super::*;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Node {
        a: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        c: Option<Word>,
        list: Vec<Leaf>,
        #[serde(skip_serializing_if = "Option::is_none")]
        inner: Option<Box<Node>>,
        #[serde(rename = "map")]
        by_name: BTreeMap<String, f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        tagged: Option<Tagged>,
        #[serde(skip_serializing_if = "Option::is_none")]
        fits: Option<Fits>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Leaf {
        a: u8,
        b: f32,
        c: Option<i8>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub(super) enum Word {
        #[serde(rename = "a")]
        A,
        #[serde(rename = "b c")]
        B,
    }

    #[derive(Debug, Serialize, Deserialize)]
    #[serde(tag = "a")]
    pub(super) enum Tagged {
        #[serde(rename = "a")]
        A(Small),
        #[serde(rename = "b")]
        B(BTreeMap<String, Value>),
    }

    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct Small {
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        list: Option<Vec<u64>>,
    }

    #[derive(Debug, Serialize, Deserialize)]
    #[serde(untagged)]
    pub(super) enum Fits {
        Null(()),
        Number(i64),
        Text(String),
        List(Vec<i64>),
        Object(Small),
    }
}

/// JSON of any kind; names of members and words are mostly those of the types.
fn document() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|is| is.to_string()),
        (-3_i64..300).prop_map(|number| number.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<u64>().prop_map(|number| number.to_string()),
        prop::sample::select(vec![
            "1.0",
            "-0",
            "1e3",
            "1e999",
            "0.1",
            "18446744073709551616"
        ])
        .prop_map(str::to_owned),
        prop::sample::select(vec!["\"a\"", "\"b\"", "\"b c\"", "\"\"", "\"\\u00e9\\n\""])
            .prop_map(str::to_owned),
    ];
    scalar.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((name(), inner), 0..6).prop_map(|members| object(&members)),
        ]
    })
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "a", "b", "c", "list", "inner", "map", "tagged", "fits", "x", "",
    ])
}

fn object(members: &[(&'static str, String)]) -> String {
    let members: Vec<_> = members
        .iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// A document that fits in all but a few places.
fn likely() -> impl Strategy<Value = String> {
    let leaf = (document(), -1_i64..260, any::<f32>(), document()).prop_map(|(more, a, b, c)| {
        let b = serde_json::to_string(&b).unwrap_or_default();
        let c = if c.len() < 5 { c } else { "null".to_owned() };
        format!(r#"{{"a":{a},"b":{b},"c":{c},"x":{more}}}"#)
    });
    let small = || {
        prop::collection::vec(
            (prop::sample::select(vec!["b", "list", "z"]), document()),
            0..3,
        )
        .prop_map(|members| {
            members
                .iter()
                .map(|(name, value)| format!(",\"{name}\":{value}"))
                .collect::<String>()
        })
    };
    let tag = prop::sample::select(vec!["\"a\"", "\"b\"", "\"c\"", "1"]);
    let words = prop::sample::select(vec!["\"a\"", "\"b c\"", "null", "\"x\""]);
    let node = (
        prop::collection::vec(leaf, 0..3),
        (tag, small()),
        words,
        document(),
        prop::collection::vec((name(), document()), 0..2),
    );
    node.prop_map(|(list, (tag, small), word, fits, more)| {
        let list = list.join(",");
        let more: String = more
            .iter()
            .map(|(name, value)| format!(",\"{name}\":{value}"))
            .collect();
        format!(r#"{{"a":1,"c":{word},"list":[{list}],"map":{{"x":1}},"tagged":{{"a":{tag}{small}}},"fits":{fits}{more}}}"#)
    })
}

/// What serde's derives read and models do not: a struct from a list, an enum from an object, and
/// what cannot be read in a member that nobody asks for.
fn is_only_serdes(error: &serde_json::Error) -> bool {
    let text = error.to_string();
    text.contains("number out of range")
        || text.contains("expected an object, found a list")
        || text.contains("expected a string, found an object")
        || text.contains("expected an object with `a`, found a list")
}

fn agree<Ours, Serdes>(text: &str) -> Result<(), TestCaseError>
where
    Ours: DeserializeOwned + Serialize + Debug,
    Serdes: DeserializeOwned + Serialize + Debug,
{
    let ours = serde_json::from_str::<Ours>(text);
    let serdes = serde_json::from_str::<Serdes>(text);
    match (ours, serdes) {
        (Ok(ours), Ok(serdes)) => {
            let ours = serde_json::to_string(&ours).expect("written");
            prop_assert_eq!(
                ours,
                serde_json::to_string(&serdes).expect("written"),
                "{}",
                text
            );
        }
        (Err(_), Err(_)) => {}
        (Err(error), Ok(_)) if is_only_serdes(&error) => {}
        (ours, serdes) => {
            return Err(TestCaseError::fail(format!("{text}\n{ours:?}\n{serdes:?}")));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn models_read_and_write_what_serdes_derives_do(text in likely()) {
        agree::<ours::Node, serdes::Node>(&text)?;
    }

    #[test]
    fn models_refuse_what_serdes_derives_refuse(text in document()) {
        agree::<ours::Node, serdes::Node>(&text)?;
        agree::<ours::Leaf, serdes::Leaf>(&text)?;
        agree::<ours::Fits, serdes::Fits>(&text)?;
        agree::<ours::Tagged, serdes::Tagged>(&text)?;
    }
}
