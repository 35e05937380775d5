#[derive(tollgate::Model)]
pub struct Note {
    #[wire(always)]
    pub kind: String,
}

fn main() {}
