#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(all, todo!("the vendor's limits: https://example.com/limits")),
    default_bucket = all,
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.read("1");
}
