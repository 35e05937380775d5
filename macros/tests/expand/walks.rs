#[tollgate::api(
    base_url = "https://api.example.com",
    auth = bearer,
    query_case = "camelCase",
    bucket(all, ceiling(60 per minute)),
    default_bucket = all,
)]
pub trait Walks {
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

    #[post("/search", idempotent)]
    #[paginate(cursor(body = "page.cursor"), next = "next_cursor", items = "results")]
    fn search(&self, #[json] search: &Search) -> Pages<File>;

    #[get("/page")]
    #[paginate(page = page)]
    fn page(&self) -> Pages<File>;

    #[get("/page/all")]
    #[paginate(page = "p", first = 0, more = "more", total = "pages", items = "rows")]
    fn page_all(&self) -> Pages<File>;

    #[get("/offset")]
    #[paginate(offset = offset)]
    fn offset(&self) -> Pages<File>;

    #[get("/offset/all")]
    #[paginate(offset = "startAt", scanned = "scanned", more = "more", total = "total", items = "rows")]
    fn offset_all(&self) -> Pages<File>;
}
