#[derive(tollgate::Model)]
pub struct Note {
    #[wire(nullable)]
    pub id: i64,
}

fn main() {}
