#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {}

#[tollgate::group(client = Notes, scope = process)]
pub trait Tags {
    #[get("/tags")]
    async fn list(&self) -> Vec<String>;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.tags().list();
}
