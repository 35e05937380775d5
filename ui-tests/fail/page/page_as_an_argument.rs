#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes")]
    #[paginate(page = page)]
    fn all(&self, page: Option<u32>) -> Pages<String>;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.all().page(3);
}
