//! Models as their users write them.

use std::collections::BTreeMap;

use serde_json::{from_str, to_string};

use super::Value;

#[derive(Debug, Clone, PartialEq, crate::Model)]
#[wire(crate = crate)]
struct Owner {
    login: String,
    age: Option<u8>,
}

#[test]
fn first() {
    let owner: Owner = from_str(r#"{"login":"x","age":3,"z":[1]}"#).unwrap();
    assert_eq!(
        owner,
        Owner {
            login: "x".into(),
            age: Some(3)
        }
    );
    assert_eq!(to_string(&owner).unwrap(), r#"{"login":"x","age":3}"#);
    let _: BTreeMap<String, Value> = BTreeMap::new();
}
