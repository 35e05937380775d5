#[derive(tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    High,
}

fn main() {}
