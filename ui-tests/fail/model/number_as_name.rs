#[derive(tollgate::Model)]
pub struct Note {
    #[wire(1)]
    pub one: i64,
}

fn main() {}
