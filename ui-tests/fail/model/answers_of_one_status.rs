#[derive(tollgate::Answers)]
pub enum Created {
    #[status(200)]
    Found(String),
    #[status(201, 200)]
    Created(String),
}

fn main() {}
