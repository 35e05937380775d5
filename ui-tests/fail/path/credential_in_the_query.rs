#[tollgate::api(
    base_url = "https://api.example.com",
    auth = query("key"),
    bucket(read, ceiling(60 per minute)),
    bucket(write, ceiling(10 per second), budget(8 per second, burst = 4)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes/{id}?key=mine")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().query_key("token").build().unwrap();
    let _ = notes.read("1");
}
