#[derive(tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire(other)]
    Other(i64),
}

fn main() {}
