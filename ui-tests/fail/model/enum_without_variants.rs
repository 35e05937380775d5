#[derive(tollgate::Model)]
pub enum Never {}

fn main() {}
