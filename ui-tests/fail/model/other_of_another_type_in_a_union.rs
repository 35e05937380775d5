#[derive(tollgate::Model)]
#[wire(untagged)]
pub enum Id {
    Number(i64),
    #[wire(other)]
    Other(String),
}

fn main() {}
