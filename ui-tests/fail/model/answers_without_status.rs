#[derive(tollgate::Answers)]
pub enum Created {
    #[status(200)]
    Found(String),
    Created(String),
}

fn main() {}
