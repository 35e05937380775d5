#[tollgate::api(
    base_url = "https://api.example.com",
    auth = header("X-Api-Key"),
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
    token(url = "https://accounts.example.com/token"),
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().key("key").build().unwrap();
    let _ = notes.read("1");
}
