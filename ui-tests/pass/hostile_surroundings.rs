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
trait IntoFuture {}
trait Default {}
fn Some() {}
fn Ok() {}
fn drop() {}

macro_rules! panic { () => { compile_error!("not this one") } }
macro_rules! assert { () => { compile_error!("not this one") } }

#[::tollgate::api(
    base_url = "http://127.0.0.1:1",
    auth = none,
    error = ::std::string::String,
    bucket(all, ceiling(60 per minute), budget(LIMIT per minute)),
    default_bucket = all,
)]
pub trait Surrounded {
    #[get("/a/{id}", cost = LIMIT_OF_ONE)]
    async fn optional(&self, id: u64, deep: Option<bool>) -> Option<String>;
    #[get("/b")]
    async fn whole(&self) -> Response<Bytes>;
    #[get("/c")]
    #[paginate(link)]
    fn walk(&self, deep: Option<bool>) -> Pages<u64>;
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

fn main() {
    let surrounded = Surrounded::builder().build().unwrap();
    let _ = async move {
        let _: ::core::option::Option<::std::string::String> =
            surrounded.optional(1).deep(true).await.unwrap();
        let _: ::tollgate::Response<::tollgate::Bytes> = surrounded.whole().await.unwrap();
        let _: u64 = surrounded.of_my_own().await.unwrap().data;
        let _: ::tollgate::ByteStream = surrounded.part().optional(1).await.unwrap();
    };
}
