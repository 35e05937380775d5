#[derive(tollgate::Answers)]
pub enum Created {
    #[status(200)]
    Found(String, i64),
}

fn main() {}
