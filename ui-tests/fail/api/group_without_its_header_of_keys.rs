#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    default_bucket = read,
    idempotency_header = "X-Request-Key",
)]
pub trait Notes {}

#[tollgate::group(client = Notes)]
pub trait Orders {
    #[post("/orders", idempotency_key)]
    async fn order(&self, #[json] article: &str) -> String;
}

fn main() {
    let notes = Notes::builder().bearer("token").build().unwrap();
    let _ = notes.orders().order("tea");
}
