//! Every form of an endpoint.

use serde::{Deserialize, Serialize};
use tollgate::{Multipart, Response};

#[derive(Debug, Serialize, Deserialize)]
pub struct Book {
    title: String,
}

#[derive(Debug, Deserialize)]
pub struct Failure {
    pub message: String,
}

#[derive(Debug, Serialize)]
pub struct Filter {
    pub from: String,
    pub to: Option<String>,
}

#[tollgate::api(
    base_url = "https://api.example.com/v1",
    scope = process,
    auth = bearer,
    error = Failure,
    bucket(read, ceiling(60 per minute, source = "https://example.com/limits")),
    bucket(write, ceiling(60 per minute), budget(50 per minute, burst = 10), skew = 20ms),
    default_bucket = read,
)]
/// Books.
pub trait Books {
    /// Reads a book.
    #[get("/books/{id}")]
    async fn read(&self, id: u64, deep: Option<bool>) -> Book;

    #[get("/books/{id}")]
    async fn find(&self, id: &str) -> Option<Book>;

    #[post("/books", bucket = write, cost = 3)]
    async fn create(&self, #[json] book: &Book) -> Response<Book>;

    #[put("/books/{id}/form", bucket = write)]
    async fn fill(&self, id: u64, #[form] book: &Book);

    #[patch("/books/{id}/cover", bucket = write)]
    async fn cover(&self, id: u64, #[body] bytes: Vec<u8>) -> ();

    #[post("/books/{id}/files", bucket = write)]
    async fn attach(&self, id: u64, #[multipart] files: Multipart) -> Json<Vec<String>>;

    #[delete("/books/{id}", error = String)]
    async fn remove(&self, id: u64, #[header("If-Match")] tag: &str, #[header("X-Why")] why: Option<&str>);

    #[head("/books/{id}")]
    async fn probe(&self, id: u64) -> Response<()>;

    #[post("/books/search", idempotent, retry(attempts = 3, within = 1 min))]
    async fn search(&self, #[json] filter: &Filter) -> Vec<Book>;

    #[post("/orders", bucket = write, idempotency_key, deadline = 1 min, attempt_timeout = 10 s)]
    async fn order(&self, #[json] book: &Book) -> Book;

    #[get("/books/moved", redirects = never, retry = off)]
    async fn moved(&self) -> Response<()>;

    #[get("/books/pages")]
    #[paginate(cursor = token, next = "next", items = "books")]
    fn by_cursor(&self) -> Pages<Book>;

    #[options("/books")]
    async fn allowed(&self) -> Response<()>;

    #[get("/books/{id}/text")]
    async fn text(&self, id: u64) -> String;

    #[get("/books/{id}/bytes")]
    async fn bytes(&self, id: u64) -> Bytes;

    #[get("/books/{id}/stream")]
    async fn stream(&self, id: u64) -> ByteStream;

    #[get("/books")]
    #[paginate(link)]
    fn all(&self, tags: &[&str], #[query(flatten)] filter: &Filter, #[query(rename = "q")] words: Option<&str>) -> Pages<Book>;

    #[get("/compare/{base}...{head}")]
    async fn compare(&self, base: &str, #[path] head: &str) -> Option<String>;
}

async fn uses(books: &Books) -> Result<(), Box<dyn std::error::Error>> {
    let _: Book = books.read(1).deep(true).deadline(std::time::Duration::from_secs(1)).await?;
    let _: Option<Book> = books.find("1").await?;
    let book = Book { title: String::new() };
    let _: Response<Book> = books.create(&book).header("x-a", "b").await?;
    let () = books.fill(1, &book).await?;
    let () = books.remove(1, "tag").why("because").await.map_err(|_| "failed")?;
    let filter = Filter { from: String::new(), to: None };
    let _ = books.all(&["a", "b"], &filter).words("x").max_requests(3).items();
    let _: Vec<Book> = books.raw(tollgate::Method::GET, "/other?x=1").await?;
    let _: Book = books.raw_in("write", tollgate::Method::GET, "/other").await?;
    println!("{}", books.meter());
    Ok(())
}

fn main() {
    let books = Books::builder().bearer("token").build();
    let _ = books.as_ref().map(uses);
}
