//! Answers by status and forms from structs, without the prelude.

#![no_implicit_prelude]

extern crate std;

#[derive(Debug, PartialEq, ::tollgate::Answers)]
enum Created {
    #[status(200)]
    #[status(203)]
    Found(::std::vec::Vec<::std::string::String>),
    #[status(204)]
    Nothing,
    #[status("2xx")]
    Other(::tollgate::Bytes),
}

#[derive(Debug, PartialEq, ::tollgate::Answers)]
enum Only {
    #[status(200)]
    Text(::std::string::String),
}

#[derive(::std::fmt::Debug, ::tollgate::Parts)]
struct Upload {
    r#type: ::std::string::String,
    parts: ::tollgate::Part,
    #[wire("more[]")]
    more: ::std::vec::Vec<::tollgate::Part>,
    #[wire(json)]
    json: ::std::option::Option<::std::vec::Vec<u8>>,
}

#[derive(::std::fmt::Debug, ::tollgate::Parts)]
struct Nothing {}

use ::std::cmp::PartialEq;
use ::std::fmt::Debug;

#[::tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
trait Things {
    #[get("/a")]
    async fn a(&self) -> Answers<Created>;
    #[get("/b")]
    async fn b(&self) -> Option<Response<Answers<Only>>>;
    #[post("/c")]
    async fn c(&self, #[multipart] form: Upload) -> Answers<self::Created>;
    #[post("/d")]
    async fn d(&self, #[multipart] form: ::tollgate::Multipart);
}

fn main() {
    let things = Things::builder().build();
    let ::std::result::Result::Ok(things) = things else {
        return;
    };
    let _ = things.a();
    let _ = things.b();
    let _ = things.d(::std::convert::Into::into(Nothing {}));
}
