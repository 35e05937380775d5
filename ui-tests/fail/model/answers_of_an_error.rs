#[derive(tollgate::Answers)]
pub enum Created {
    #[status(200)]
    Found(String),
    #[status(404)]
    Missing,
}

fn main() {}
