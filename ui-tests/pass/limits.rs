//! Every form of a ceiling and a budget.

mod numbers {
    pub const LIMIT: u32 = 60;
    pub const BURST: u32 = 10;
}

const COST: u32 = 2;

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    id = "limits",
    auth = none,
    bucket(minute, ceiling(60 per minute, source = "https://example.com/limits")),
    bucket(second, ceiling(1_000 per second)),
    bucket(hour, ceiling(5_000 per hour)),
    bucket(day, ceiling(10_000u32 per day)),
    bucket(spelt, ceiling(50 per 10 s)),
    bucket(glued, ceiling(50 per 10s), skew = 20ms),
    bucket(short, ceiling(3 per 500ms), skew = 20 ms),
    bucket(refilled, ceiling(10 per second, burst = 50, source = "https://example.com")),
    bucket(several, ceiling(10 per second), ceiling(100 per minute), ceiling(in_flight = 4)),
    bucket(below, ceiling(60 per minute), budget(50 per minute, burst = 10)),
    bucket(paced, ceiling(60 per minute), budget(1 per second)),
    bucket(whole, ceiling(50 per 10 s), budget(5 per second, burst = 50)),
    bucket(hidden, unpublished("429 above some 5 per second"), budget(5 per second)),
    bucket(narrow, unpublished("why"), budget(5 per second, burst = 1), ceiling(in_flight = 1)),
    bucket(named, ceiling(numbers::LIMIT per minute), budget(40 per minute, burst = numbers::BURST)),
    bucket(computed, ceiling(numbers::LIMIT per minute), budget(crate::numbers::LIMIT per 2 min)),
    default_bucket = minute,
)]
trait Limits {
    #[get("/a")]
    async fn by_default(&self);
    #[get("/b", bucket = refilled, cost = 50)]
    async fn dear(&self);
    #[get("/c", bucket = named, cost = COST)]
    async fn named(&self);
    #[get("/d", bucket = computed, cost = 2)]
    async fn computed(&self);
    #[get("/e", bucket = hidden)]
    async fn hidden(&self);
}

fn main() {
    let _limits: Limits = Limits::builder().build().unwrap();
}
