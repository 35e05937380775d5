#[derive(tollgate::Model)]
pub struct Note {
    #[wire(other)]
    pub id: Option<i64>,
}

fn main() {}
