#[derive(tollgate::Model)]
pub struct Note {
    #[wire(nullable)]
    pub id: Option<Option<i64>>,
}

fn main() {}
