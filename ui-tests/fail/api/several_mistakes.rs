#[tollgate::api(
    base_url = "ftp://example.com",
    auth = baerer,
    bucket(read, ceiling(0 per minute)),
    default_bucket = read,
    eror = String,
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> Result<String, ()>;
    #[gett("/notes")]
    async fn list(&self) -> Vec<String>;
    #[post("/notes", bucket = wirte)]
    fn write(&self, #[json] note: &str);
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.read("1");
}
