#[derive(tollgate::Parts)]
pub struct Upload {
    pub file: tollgate::Part,
    #[wire("file")]
    pub other: tollgate::Part,
}

fn main() {}
