#[derive(tollgate::Model)]
#[wire("note")]
pub struct Note {
    pub one: i64,
}

fn main() {}
