#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(10 per second)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes/{id}", cost = 11)]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.read("1");
}
