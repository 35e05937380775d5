#[derive(tollgate::Model)]
#[wire(news)]
pub struct Note {
    #[wire("a", "b")]
    pub one: i64,
    #[wire(nullable)]
    pub two: i64,
    #[wire = "three"]
    pub three: i64,
}

fn main() {}
