#[derive(tollgate::Model)]
pub struct Pair(i64, i64);

fn main() {}
