#[derive(tollgate::Model)]
pub enum Id {
    Number(i64),
    Text(String),
}

fn main() {}
