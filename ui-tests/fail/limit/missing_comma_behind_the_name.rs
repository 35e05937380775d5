#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read ceiling(50 per 10 s)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.read("1");
}
