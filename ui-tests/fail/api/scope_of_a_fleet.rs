#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
    scope = fleet("redis://10.0.0.7"),
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.read("1");
}
