#[derive(tollgate::Model)]
#[wire(tag = "type")]
pub enum Event {
    Push(Push),
    Pull,
}

#[derive(tollgate::Model)]
pub struct Push {}

fn main() {}
