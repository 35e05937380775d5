//! Query parameters in the vendor's spelling.

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = none,
    bucket(all, ceiling(1 per s)),
    default_bucket = all,
    query_case = "camelCase",
)]
trait Cased {
    #[get("/a/{page_token}")]
    async fn a(&self, page_token: &str, page_size: u32, #[query(rename = "page_size")] other: u32);
}

#[tollgate::group(client = Cased, query_case = "kebab-case")]
trait Part {
    #[get("/a")]
    async fn a(&self, #[query] page_size: u32);
}

fn main() {}
