#[derive(tollgate::Model)]
pub struct Nothing;

fn main() {}
