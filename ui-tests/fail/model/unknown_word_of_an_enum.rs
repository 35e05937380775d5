#[derive(tollgate::Model)]
#[wire(tagg = "type")]
pub enum Event {
    Push(Push),
}

#[derive(tollgate::Model)]
pub struct Push {}

fn main() {}
