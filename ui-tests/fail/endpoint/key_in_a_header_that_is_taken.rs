#[tollgate::api(
    base_url = "https://api.example.com",
    auth = none,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
    idempotency_header = "Accept",
)]
pub trait Shop {
    #[post("/orders", idempotency_key)]
    async fn order(&self);
}

fn main() {}
