#[tollgate::api(
    base_url = "https://api.example.com",
    auth = query("key"),
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes")]
    #[paginate(cursor = key, next = "next", items = "notes")]
    fn all(&self) -> Pages<String>;
}

fn main() {
    let notes = Notes::builder().query_key("key").build().unwrap();
    let _ = notes.all();
}
