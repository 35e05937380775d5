#[derive(tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    #[wire(other)]
    Other(String),
}

fn main() {}
