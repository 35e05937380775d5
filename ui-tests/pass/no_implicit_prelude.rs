//! Nothing of the prelude is needed.

#![no_implicit_prelude]

const LIMIT: u32 = 50;

#[::tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    id = "example",
    auth = bearer,
    bucket(all, ceiling(60 per minute), budget(LIMIT per minute)),
    default_bucket = all,
    limits_from = stripe,
    classify = judge,
    host("https://uploads.example.com", bucket = all),
    token(url = "https://accounts.example.com/token"),
    breaker(failures = LIMIT, open = 10 s),
    retry(attempts = LIMIT, within = 1 min),
    redirects = never,
    deadline = 1 min,
)]
pub trait Bare {
    #[post("/a/{id}", cost = LIMIT_OF_ONE)]
    async fn optional(&self, id: u64, deep: Option<bool>, #[json] body: &[u64]) -> Option<String>;
    #[get("/c")]
    #[paginate(link, items = "list")]
    fn walk(&self, deep: Option<bool>) -> Pages<u64>;
    #[get("/c")]
    #[paginate(link)]
    fn plain_walk(&self) -> Pages<u64>;
    #[get("/d")]
    #[paginate(cursor = token, next = "next", more = "more", items = "list")]
    fn cursor_walk(&self, deep: Option<bool>) -> Pages<u64>;
    #[get("/e")]
    #[paginate(offset = offset, total = "total", items = "list")]
    fn offset_walk(&self) -> Pages<u64>;
    #[post("/f", idempotency_key, retry(attempts = 3, base = 1 s))]
    async fn keyed(&self, deep: Option<bool>) -> ();
}

#[::tollgate::group(client = Bare)]
pub trait Styled {
    #[put("/a/{ids}/{at-x}?b=c", accept = "text/plain")]
    async fn styled(
        &self,
        ids: &[u64],
        #[path(rename = "at-x", style = label, explode)] at: u8,
        #[query(style = pipe_delimited, allow_reserved)] tags: &[&str],
        #[query(json, allow_reserved)] filter: Option<&[u64]>,
        #[header("X-Ids", explode)] more: Option<&[u64]>,
        #[cookie("theme", explode = false)] theme: Option<&str>,
        #[json(content_type = "application/merge-patch+json")] body: &[u64],
    ) -> String;
}

#[::tollgate::group(client = Bare)]
pub trait Part {
    #[get("/a/{id}", bucket = all)]
    async fn optional(&self, id: u64, deep: Option<bool>) -> ();
}

const LIMIT_OF_ONE: u32 = 1;

fn judge(answer: &::tollgate::Answered<'_>) -> ::tollgate::Verdict {
    answer.verdict()
}

fn main() {}
