#[derive(tollgate::Parts)]
pub struct Upload(String);

fn main() {}
