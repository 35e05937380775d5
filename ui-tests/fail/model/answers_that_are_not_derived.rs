#[derive(Debug, serde::Deserialize)]
pub struct Thing {
    pub id: i64,
}

#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes")]
    async fn notes(&self) -> Answers<Thing>;
}

fn main() {}
