#[derive(tollgate::Model)]
pub enum State {
    #[wire("open")]
    Open,
    #[wire(other)]
    Unknown,
}

fn uses(state: State) -> String {
    format!("{state} {}", state.as_str())
}

fn main() {}
