#[derive(tollgate::Model)]
pub struct Note {
    pub id: i64,
    #[wire("id")]
    pub number: i64,
}

fn main() {}
