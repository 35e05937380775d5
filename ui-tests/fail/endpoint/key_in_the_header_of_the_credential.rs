#[tollgate::api(
    base_url = "https://api.example.com",
    auth = header("Idempotency-Key"),
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
pub trait Shop {
    #[post("/orders", idempotency_key)]
    async fn order(&self);
}

fn main() {}
