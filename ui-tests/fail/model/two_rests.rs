use std::collections::BTreeMap;
use tollgate::model::Value;

#[derive(tollgate::Model)]
pub struct Note {
    #[wire(rest)]
    pub rest: BTreeMap<String, Value>,
    #[wire(rest)]
    pub more: BTreeMap<String, Value>,
}

fn main() {}
