//! What stands around a description does not change what it means.

#![allow(dead_code, nonstandard_style, unused_macros)]

mod std {}
mod core {}
mod tollgate {}
mod alloc {}
mod serde {}

type Result<T> = ::core::option::Option<T>;
struct Option;
struct String;
struct Vec;
struct Call;
struct Pages;
struct Response;
struct Json;
struct Bytes;
struct Builder;
struct Method;
struct Meter;
struct Api;
struct Core;
struct Clone;
struct Debug;
struct Retry;
struct Redirects;
struct Settings;
struct Duration;
struct NonZeroU32;
struct Verdict;
struct Cursor;
trait IntoFuture {}
trait Default {}
fn Some() {}
fn Ok() {}
fn drop() {}

macro_rules! panic { () => { compile_error!("not this one") } }
macro_rules! assert { () => { compile_error!("not this one") } }

#[::tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = bearer,
    error = ::std::string::String,
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
pub trait Surrounded {
    #[get("/a/{id}", cost = LIMIT_OF_ONE)]
    async fn optional(&self, id: u64, deep: Option<bool>) -> Option<String>;
    #[get("/b")]
    async fn whole(&self) -> Response<Bytes>;
    #[get("/c")]
    #[paginate(link)]
    fn walk(&self, deep: Option<bool>) -> Pages<u64>;
    #[get("/g")]
    #[paginate(cursor = token, next = "next", more = "more", items = "list")]
    fn cursor_walk(&self, deep: Option<bool>) -> Pages<u64>;
    #[get("/e")]
    #[paginate(offset = offset, total = "total", items = "list")]
    fn offset_walk(&self) -> Pages<u64>;
    #[post("/f", idempotency_key, retry(attempts = 3, base = 1 s))]
    async fn keyed(&self, deep: Option<bool>) -> ();
    #[get("/d")]
    async fn of_my_own(&self) -> crate::own::Response<u64>;
}

#[::tollgate::group(client = Surrounded)]
pub trait Part {
    #[get("/a/{id}")]
    async fn optional(&self, id: u64, deep: Option<bool>) -> ByteStream;
}

mod own {
    #[derive(::serde::Deserialize)]
    pub struct Response<T> {
        pub data: T,
    }
}

const LIMIT: u32 = 50;
const LIMIT_OF_ONE: u32 = 1;

fn judge(answer: &::tollgate::Answered<'_>) -> ::tollgate::Verdict {
    answer.verdict()
}

fn main() {
    let surrounded = Surrounded::builder().bearer("token").build().unwrap();
    let _ = async move {
        let _: ::core::option::Option<::std::string::String> =
            surrounded.optional(1).deep(true).await.unwrap();
        let _: ::tollgate::Response<::tollgate::Bytes> = surrounded.whole().await.unwrap();
        let _: u64 = surrounded.of_my_own().await.unwrap().data;
        let _: ::tollgate::ByteStream = surrounded.part().optional(1).await.unwrap();
    };
}
