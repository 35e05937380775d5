#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[post("/notes", idempotant)]
    async fn write(&self, #[json] note: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.write("1");
}
