use std::collections::BTreeMap;
use tollgate::model::Value;

#[derive(tollgate::Model)]
pub struct Note {
    #[wire("others", rest)]
    pub rest: BTreeMap<String, Value>,
}

fn main() {}
