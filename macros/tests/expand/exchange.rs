#[tollgate::api(
    base_url = "https://api.example.com/v1",
    id = "example",
    auth = bearer,
    bucket(read, ceiling(60 per minute)),
    bucket(write, ceiling(10 per second)),
    bucket(tokens, ceiling(5 per minute)),
    default_bucket = read,
    bucket_header = "X-RateLimit-Bucket",
    limits_from = github,
    classify = crate::judge::throttled,
    host("https://uploads.example.com/v1/", bucket = write),
    host("https://api.example.com/v1/files", bucket = write),
    token(url = "https://accounts.example.com/token/", bucket = tokens),
    breaker(failures = 5, open = 10 s, per = bucket),
    scope = machine,
    report_every = 1 min,
    retry(attempts = 6, base = 500ms, cap = 20 s, within = 2 min, jitter = off),
    redirects = follow_writes,
    deadline = 1 h,
    attempt_timeout = 1500ms,
    idempotency_header = "X-Request-Key",
)]
pub trait Everything {
    #[get("/quick", retry = off, deadline = 2 s, attempt_timeout = 900us, redirects = never)]
    async fn quick(&self) -> String;

    #[post("/search", idempotent, retry(attempts = ATTEMPTS))]
    async fn search(&self, #[json] words: &[&str]) -> Vec<String>;

    #[post("/orders", bucket = write, idempotency_key, retry(within = 10 min))]
    async fn order(&self, #[json] order: &Order, note: Option<&str>) -> Order;

    #[put("/orders/{id}", bucket = write, idempotency_key = "X-Order-Key", redirects = follow)]
    async fn replace(&self, id: u64, #[json] order: &Order);
}

#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
    token(url = "https://accounts.example.com/token"),
    breaker(failures = crate::FAILURES, open = 1 min),
    scope = process,
    retry = off,
)]
trait Little {
    #[post("/orders", idempotency_key)]
    async fn order(&self);
}

#[tollgate::group(
    client = Everything,
    retry(within = 10 min, jitter = on),
    deadline = 20 min,
    idempotency_header = "X-Request-Key",
)]
pub trait Slow {
    #[get("/report")]
    async fn report(&self) -> String;

    #[get("/other", retry(attempts = 9), deadline = 1 min)]
    async fn other(&self) -> String;

    #[post("/start", idempotency_key)]
    async fn start(&self);
}
