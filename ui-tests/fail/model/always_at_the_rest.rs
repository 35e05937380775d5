#[derive(tollgate::Model)]
pub struct Note {
    #[wire(rest, always = "a")]
    pub rest: std::collections::BTreeMap<String, tollgate::model::Value>,
}

fn main() {}
