#[derive(tollgate::Model)]
pub struct Note {
    #[wire(always = "1")]
    pub version: i64,
}

fn main() {}
