#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
)]
pub trait Notes {
    #[get("/notes/{id}")]
    async fn read(&self, id: &str) -> String;
    #[get("/notes")]
    #[paginate(link)]
    fn all(&self) -> Pages<String>;
}

fn bypass() {
    let _ = Notes::builder().http_client(reqwest::Client::new());
}

fn main() {}
