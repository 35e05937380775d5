//! A description raises no lint, however many are denied.

#![deny(
    warnings,
    future_incompatible,
    let_underscore,
    keyword_idents,
    nonstandard_style,
    refining_impl_trait,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unused,
    absolute_paths_not_starting_with_crate,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unstable_features,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::cargo,
    clippy::nursery,
    clippy::pedantic,
    clippy::as_conversions,
    clippy::cognitive_complexity,
    clippy::dbg_macro,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::missing_docs_in_private_items,
    clippy::missing_errors_doc,
    clippy::panic,
    clippy::same_name_method,
    clippy::shadow_reuse,
    clippy::shadow_same,
    clippy::shadow_unrelated,
    clippy::unwrap_used
)]
#![allow(
    clippy::multiple_crate_versions,
    clippy::cargo_common_metadata,
    reason = "not about the description"
)]

/// What is sent and read.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub struct Book {
    /// Its title.
    pub title: String,
}

/// What is sent and read, by one derive.
#[derive(Debug, tollgate::Model)]
#[wire(new)]
pub struct Shelf {
    /// Its name.
    #[wire("shelf-name")]
    pub name: String,
    /// Its books.
    pub books: Option<Vec<Label>>,
    /// The shelf above.
    pub above: Option<Box<Self>>,
    /// What else there is.
    #[wire(rest)]
    pub rest: std::collections::BTreeMap<String, tollgate::model::Value>,
}

/// A newtype.
#[derive(Debug, tollgate::Model)]
pub struct Label(pub String);

/// Words.
#[derive(Debug, Clone, Copy, tollgate::Model)]
pub enum State {
    /// A word.
    #[wire("lent")]
    Lent,
}

/// Numbers.
#[derive(Debug, Clone, Copy, tollgate::Model)]
pub enum Level {
    /// A number.
    #[wire(1)]
    One,
    /// Any other.
    #[wire(other)]
    Other(i64),
}

/// A union.
#[derive(Debug, tollgate::Model)]
#[wire(tag = "type")]
pub enum Event {
    /// A variant.
    #[wire("shelf", "board")]
    Shelf(Box<Shelf>),
    /// Another.
    #[wire(other)]
    Other(tollgate::model::Value),
}

/// Another.
#[derive(Debug, tollgate::Model)]
#[wire(untagged)]
pub enum Fit {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// Answers.
#[derive(Debug, tollgate::Answers)]
pub enum Stored {
    /// As it is.
    #[status(200)]
    Found(Shelf),
    /// Nothing.
    #[status("2XX")]
    Nothing,
}

/// A form.
#[derive(Debug, tollgate::Parts)]
pub struct Upload {
    /// Whose.
    pub shelf: String,
    /// What.
    pub file: tollgate::Part,
}

/// A part of the limit.
const LIMIT: u32 = 50;

/// What an answer means.
fn judged(answer: &tollgate::Answered<'_>) -> tollgate::Verdict {
    answer.verdict()
}

/// Books, for other crates.
#[tollgate::api(
    base_url = "http://127.0.0.1:1",
    scope = process,
    id = "books",
    auth = bearer,
    bucket(read, ceiling(5_000 per hour, source = "https://example.com/limits")),
    bucket(write, ceiling(60 per minute), budget(LIMIT per minute), skew = 20ms),
    default_bucket = read,
    bucket_header = "X-Bucket",
    limits_from = github,
    classify = judged,
    host("https://uploads.example.com", bucket = write),
    token(url = "https://accounts.example.com/token", bucket = write),
    breaker(failures = LIMIT, open = 2 min, per = bucket),
    retry(attempts = LIMIT, base = 500ms, cap = 120 s, within = 60 min, jitter = off),
    redirects = follow,
    deadline = 24 h,
    attempt_timeout = 60 s,
    idempotency_header = "X-Key",
)]
pub trait Books {
    /// Reads a book.
    #[get("/books/{id}")]
    async fn read(&self, id: u64, deep: Option<bool>, words: Option<&str>) -> Book;

    #[get("/books/{id}")]
    async fn find(&self, id: String, tags: Vec<String>) -> Option<Book>;

    /// Creates a book.
    #[post("/books", bucket = write, cost = 2)]
    async fn create(&self, #[json] book: Book) -> Response<Book>;

    /// Orders a book.
    #[post("/orders", bucket = write, idempotency_key, retry = off, deadline = 1 min)]
    async fn order(&self, #[json] book: &Book, note: Option<&str>) -> Book;

    /// Looks for books.
    #[post("/search", idempotent, redirects = never, attempt_timeout = 1 s, deadline = 1 h, retry(attempts = 2))]
    #[paginate(cursor(body = "cursor"), next = "next", items = "books", more = "more")]
    fn search(&self, #[json] words: &str, deep: Option<bool>) -> Pages<Book>;

    /// Stores a shelf.
    #[post("/shelves", bucket = write)]
    async fn store(&self, #[multipart] form: Upload) -> Answers<Stored>;

    /// Books by the page.
    #[get("/books/pages")]
    #[paginate(page = page, total = "pages", items = "books")]
    fn pages_of(&self) -> Pages<Book>;

    /// Every style.
    #[put("/shelves/{book-ids}/{at}?sort=id", bucket = write, accept = "text/plain, */*;q=0.1")]
    async fn shelve(
        &self,
        #[path(rename = "book-ids")] ids: &[u64],
        #[path(style = matrix, explode)] at: &[u8],
        #[query(explode = false, allow_reserved)] tags: Vec<String>,
        #[query(style = deep_object)] filter: Option<Book>,
        #[query(json)] wanted: Option<Book>,
        #[header("X-Ids")] more: Option<Vec<u64>>,
        #[cookie("theme")] theme: Option<&str>,
        #[body(content_type = "text/plain")] note: String,
    ) -> String;

    /// All books.
    #[get("/books")]
    #[paginate(link)]
    fn all(&self, q: Option<&str>) -> Pages<Book>;
}

/// Shelves, for other crates.
#[tollgate::group(client = Books)]
pub trait BookShelves {
    /// Reads a shelf.
    #[get("/shelves/{id}", bucket = write, cost = 2)]
    async fn read(&self, id: u64, deep: Option<bool>) -> Book;
}

/// A part of a program.
mod inside {
    /// Books, for this crate.
    #[tollgate::api(
        base_url = "http://127.0.0.1:1",
        scope = process,
        auth = none,
        id = "inside",
        bucket(all, ceiling(60 per minute)),
        default_bucket = all,
        bucket_header = "X-Bucket",
        breaker(failures = 5, open = 10 s),
        retry(jitter = on),
    )]
    pub(crate) trait Inside {
        #[get("/books/{id}")]
        async fn read(&self, id: u64, deep: Option<bool>) -> String;
        #[get("/books")]
        #[paginate(link)]
        fn all(&self, q: Option<&str>) -> Pages<String>;
    }
}

fn main() {
    drop(inside::Inside::builder().build());
}
