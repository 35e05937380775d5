#[derive(tollgate::Model)]
pub enum State {
    #[wire(other)]
    Other(String),
    #[wire(other)]
    More(String),
}

fn main() {}
