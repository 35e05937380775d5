#[derive(tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    #[wire(1)]
    High,
}

fn main() {}
