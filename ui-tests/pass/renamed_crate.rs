//! The client crate under another name; no `tollgate` is in scope.

mod tollgate {}

mod inside {
    extern crate tollgate as my_tollgate;

    #[my_tollgate::api(
        crate = my_tollgate,
        base_url = "http://127.0.0.1:1",
        scope = process,
        auth = bearer,
        bucket(all, ceiling(60 per minute)),
        default_bucket = all,
        limits_from = stripe,
        classify = judge,
        host("https://uploads.example.com", bucket = all),
        token(url = "https://accounts.example.com/token"),
        breaker(failures = 3, open = 10 s),
        retry(attempts = 3, within = 1 min),
        redirects = never,
        deadline = 1 min,
    )]
    pub trait Renamed {
        #[get("/a/{id}")]
        async fn a(&self, id: u64, deep: Option<bool>) -> Response<u64>;
        #[get("/c")]
        #[paginate(link)]
        fn walk(&self, deep: Option<bool>) -> Pages<u64>;
        #[get("/d")]
        #[paginate(cursor = token, next = "next", more = "more", items = "list")]
        fn cursor_walk(&self, deep: Option<bool>) -> Pages<u64>;
        #[get("/e")]
        #[paginate(offset = offset, total = "total", items = "list")]
        fn offset_walk(&self) -> Pages<u64>;
        #[post("/f", idempotency_key, retry(attempts = 3, base = 1 s))]
        async fn keyed(&self, deep: Option<bool>) -> ();
    }

    fn judge(answer: &my_tollgate::Answered<'_>) -> my_tollgate::Verdict {
        answer.verdict()
    }

    #[my_tollgate::group(crate = my_tollgate, client = Renamed, retry = off, redirects = follow)]
    pub trait Part {
        #[get("/a/{id}")]
        async fn a(&self, id: u64, deep: Option<bool>) -> Response<u64>;
    }
}

fn main() {
    let renamed = inside::Renamed::builder().bearer("token").build().unwrap();
    let _ = renamed.part().a(1).deep(true);
}
