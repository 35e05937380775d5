#[derive(tollgate::Model)]
#[wire(tag = "type", untagged)]
pub enum Event {
    Push(Push),
}

#[derive(tollgate::Model)]
pub struct Push {}

fn main() {}
