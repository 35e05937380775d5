use tollgate::ByteStream;

#[derive(tollgate::Answers)]
pub enum Created {
    #[status(200)]
    Found(ByteStream),
}

fn main() {}
