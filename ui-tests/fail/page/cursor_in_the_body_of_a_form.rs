#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[post("/notes")]
    #[paginate(cursor(body = "cursor"), next = "nextCursor", items = "notes")]
    fn all(&self, #[form] search: &[(String, String)]) -> Pages<String>;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.all(&[]);
}
