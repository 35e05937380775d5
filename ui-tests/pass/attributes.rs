//! Attributes of the compiler are handed on.

#![deny(unexpected_cfgs, deprecated)]

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(all, ceiling(1 per s)),
    default_bucket = all,
)]
#[cfg(not(windows))]
#[allow(clippy::too_many_arguments)]
trait Marked {
    #[cfg(any())]
    #[get("/a")]
    async fn absent(&self, of: NoSuchType, deep: Option<NoSuchType>) -> NoSuchType;
    #[cfg(all())]
    #[get("/b")]
    async fn present(&self, deep: Option<bool>);
    #[cfg(windows)]
    #[get("/by-name")]
    async fn either(&self, name: Option<&str>) -> String;
    #[cfg(not(windows))]
    #[get("/by-number")]
    async fn either(&self, number: Option<u64>) -> u64;
    #[get("/c")]
    #[deprecated = "use `present`"]
    async fn old(&self);
    #[doc(alias = "another")]
    #[doc(hidden)]
    #[get("/d")]
    async fn hidden(&self);
}

fn main() {
    let marked = Marked::builder().build().unwrap();
    let _ = marked.present().deep(true);
    let _ = marked.either().number(1);
    #[allow(deprecated)]
    let _ = marked.old();
}
