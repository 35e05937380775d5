#[derive(tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire("other", other)]
    Other(String),
}

fn main() {}
