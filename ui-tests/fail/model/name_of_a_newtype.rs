#[derive(tollgate::Model)]
pub struct Labels(#[wire("labels")] pub Vec<String>);

fn main() {}
