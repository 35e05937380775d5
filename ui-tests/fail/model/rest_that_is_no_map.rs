#[derive(tollgate::Model)]
pub struct Note {
    #[wire(rest)]
    pub rest: Vec<String>,
}

fn main() {}
