#[derive(tollgate::Model)]
pub struct Note {
    #[wire(always = "a", only = "b")]
    pub kind: String,
}

fn main() {}
