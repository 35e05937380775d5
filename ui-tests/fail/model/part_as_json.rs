#[derive(tollgate::Parts)]
pub struct Upload {
    #[wire(json)]
    pub file: Option<tollgate::Part>,
}

fn main() {}
