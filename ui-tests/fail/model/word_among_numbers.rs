#[derive(tollgate::Model)]
pub enum Level {
    #[wire(1)]
    Low,
    #[wire("2")]
    High,
}

fn main() {}
