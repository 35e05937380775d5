#[derive(tollgate::Answers)]
pub struct Created {
    pub id: i64,
}

fn main() {}
