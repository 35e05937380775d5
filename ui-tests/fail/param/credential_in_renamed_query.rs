#[tollgate::api(
    base_url = "https://api.example.com",
    auth = query("api_key"),
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str, #[query(rename = "api_key")] key: &str) -> String;
}

fn main() {
    let notes = Notes::builder().query_key("key").build().unwrap();
    let _ = notes.read("1", "2");
}
