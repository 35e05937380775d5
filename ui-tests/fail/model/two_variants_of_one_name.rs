#[derive(tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire("open")]
    Opened,
}

fn main() {}
