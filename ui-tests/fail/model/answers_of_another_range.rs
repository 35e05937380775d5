#[derive(tollgate::Answers)]
pub enum Created {
    #[status("20X")]
    Found(String),
}

fn main() {}
