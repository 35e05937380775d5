#[derive(tollgate::Model)]
#[wire(untagged)]
pub enum Id {
    #[wire("number")]
    Number(i64),
    Text(String),
}

fn main() {}
