//! Every way to find the next page.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tollgate::{Cursor, Redirects, Retry};

#[derive(Debug, Deserialize)]
pub struct File {
    pub name: String,
}

#[derive(Debug, Serialize)]
pub struct Search {
    pub words: String,
}

#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    auth = bearer,
    query_case = "camelCase",
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
pub trait Walks {
    #[get("/link")]
    #[paginate(link)]
    fn link(&self) -> Pages<File>;

    #[get("/link/inside")]
    #[paginate(link, items = "data.0.files")]
    fn link_inside(&self) -> Pages<File>;

    #[get("/next-url")]
    #[paginate(next_url = "links.next", items = "data")]
    fn next_url(&self) -> Pages<File>;

    #[get("/cursor")]
    #[paginate(cursor = page_token, next = "nextPageToken", items = "files", more = "hasMore", stop_on_empty)]
    fn cursor(&self, q: Option<&str>) -> Pages<File>;

    #[get("/cursor/last")]
    #[paginate(cursor = "starting_after", next = "data.-1.id", more = "has_more", items = "data")]
    fn cursor_of_last(&self) -> Pages<File>;

    #[get("/cursor/headers")]
    #[paginate(cursor(header = "X-Cursor"), next(header = "X-Next-Cursor"))]
    fn cursor_in_headers(&self) -> Pages<File>;

    #[get("/cursor/type")]
    #[paginate(cursor = r#type, next = "-1.id")]
    fn cursor_with_a_keyword(&self) -> Pages<File>;

    #[post("/search", idempotent, retry(attempts = 5))]
    #[paginate(cursor(body = "page.cursor"), next = "next_cursor", items = "results")]
    fn search(&self, #[json] search: &Search) -> Pages<File>;

    #[post("/search/{folder}")]
    #[paginate(cursor(body = "cursor"), next(header = "X-Next"))]
    fn search_in(&self, folder: u64, #[json] search: &Search, deep: Option<bool>) -> Pages<File>;

    #[get("/page")]
    #[paginate(page = page)]
    fn page(&self, per_page: Option<u32>) -> Pages<File>;

    #[get("/page/all")]
    #[paginate(page = "p", first = 0, more = "more", total = "pages", items = "rows")]
    fn page_all(&self) -> Pages<File>;

    #[get("/offset")]
    #[paginate(offset = offset)]
    fn offset(&self) -> Pages<File>;

    #[get("/offset/all", deadline = 1 min, attempt_timeout = 10 s, redirects = never, retry = off)]
    #[paginate(offset = "startAt", scanned = "scanned", more = "more", total = "total", items = "rows")]
    fn offset_all(&self) -> Pages<File>;
}

pub fn uses(walks: &Walks, search: &Search) {
    let minute = Duration::from_secs(60);
    let _ = walks.cursor().q("a").retry(Retry::off()).redirects(Redirects::Never).items();
    let _ = walks.page().per_page(100).deadline(minute).max_requests(9).prefetch(2).pages();
    let _ = walks.search(search).retry(Retry::new().attempts(2)).items();
    let _ = walks.search_in(1, search).deep(true).redirects(Redirects::Follow).items();
    let _ = walks.cursor_in_headers().redirects(Redirects::Never).pages();
    let cursor = || "c:token".parse::<Cursor>().unwrap();
    let _ = walks.cursor().resume(cursor()).q("a").prefetch(2).items();
    let _ = walks.cursor_in_headers().prefetch(1).resume(cursor()).pages();
}

fn main() {
    let walks = Walks::builder().bearer("token").build().unwrap();
    uses(&walks, &Search { words: String::new() });
}
