//! The attribute macros of tollgate; use them through the crate `tollgate`.
//!
//! A description goes through four stages, each a folder: `syntax` reads the spelling, `lower`
//! finds the meaning and every mistake, `model` is what a valid description means, `emit` writes
//! code. No stage reaches back. All of them work on `proc_macro2`, so they are tested without a
//! compiler; the expansions are kept as readable Rust in `tests/expand`.

mod emit;
mod errors;
mod expand;
mod lower;
#[cfg(test)]
mod mistakes;
mod model;
#[cfg(test)]
mod snapshots;
mod syntax;

use proc_macro::TokenStream;

/// Describes an API. The trait is consumed: under its name stands the client afterwards.
///
/// ```text
/// #[tollgate::api(
///     base_url = "https://api.example.com/v1",
///     auth = bearer,
///     error = MyError,
///     bucket(read, ceiling(60 per minute, source = "https://example.com/limits")),
///     bucket(write, ceiling(10 per second, burst = 50), budget(8 per second, burst = 10)),
///     default_bucket = read,
/// )]
/// pub trait Notes {
///     /// Reads a note.
///     #[get("/notes/{id}")]
///     async fn read(&self, id: &str, deep: Option<bool>) -> Note;
///
///     /// Writes a note.
///     #[put("/notes/{id}", bucket = write, cost = 3)]
///     async fn write(&self, id: &str, #[json] note: &Note);
///
///     /// All notes, page by page.
///     #[get("/notes")]
///     #[paginate(link)]
///     fn all(&self, tags: &[&str]) -> Pages<Note>;
/// }
/// ```
///
/// # The API
///
/// | key | what it says |
/// |---|---|
/// | `base_url = "…"` | where the API is: `http` or `https`, without query, fragment and user |
/// | `auth = …` | `none`, `bearer`, `basic`, `header("X-Api-Key")`, `query("key")`, or `path("token")` with `{token}` in the paths |
/// | `error = Type` | what the body of an error answer is read into; any JSON if left out |
/// | `bucket(name, …)` | the limits that a group of endpoints shares, see below |
/// | `default_bucket = name` | the bucket of endpoints that name none, and of raw calls |
/// | `bucket_header = "…"` | the header in which the vendor names the bucket that it counts a request in |
/// | `id = "…"` | the API's identity; the host of the base URL if left out |
/// | `query_case = "camelCase"` | how names of query parameters are spelled: also `PascalCase`, `kebab-case`, `snake_case` |
/// | `crate = path` | the client crate, if it has another name |
///
/// # Buckets
///
/// | part | what it says |
/// |---|---|
/// | `ceiling(60 per minute, source = "…")` | the vendor's limit: at most 60 in any minute. Also `5 per second`, `50 per 10 s`, `3 per 500ms`. `source` is the page that says so; it may be left out, but who reads the limit later will look for it |
/// | `ceiling(10 per second, burst = 50)` | the vendor's limit, as a token bucket |
/// | `ceiling(in_flight = 4)` | how many exchanges may be open at a time |
/// | `budget(8 per second, burst = 10)` | what we allow ourselves, inside of every ceiling. Without `burst` it is what the rate yields in 20 ms, at least 2, inside of every ceiling |
/// | `skew = 20ms` | by how much the way to the vendor varies; 50 ms if left out |
/// | `unpublished("why")` | the vendor publishes no rate; a budget is needed then |
///
/// A count, a burst or a cost is a literal or the path of a constant of type `u32`. A budget
/// above a ceiling and a cost that can never be paid do not compile, in constants neither.
///
/// # Endpoints
///
/// `#[get("/path/{name}")]`, and `put`, `post`, `patch`, `delete`, `head`, `options`. Behind the
/// path may stand `bucket = name`, `cost = 3` and `error = Type`. Several parameters and literals
/// may share a segment: `/compare/{base}...{head}`.
///
/// An argument whose name is in the path goes there; any other is a query parameter, unless it
/// says otherwise:
///
/// | attribute | where the value goes |
/// |---|---|
/// | `#[json]`, `#[form]` | the body, from a type that serde can write |
/// | `#[multipart]` | the body, a `tollgate::Multipart` |
/// | `#[body]` | the body: bytes, text, or a `tollgate::Body` |
/// | `#[header("X-Name")]` | a header |
/// | `#[query(rename = "pageSize")]` | a query parameter of another name |
/// | `#[query(flatten)]` | the fields of a struct or the entries of a map, as query parameters |
///
/// A list repeats the query parameter. An argument of type `Option` is no argument of the method
/// but a setter of the call: `notes.read("1").deep(true).await`. It may carry documentation.
///
/// # Answers
///
/// The last name of the return type says how the answer is read. The names are words of the
/// description and need no import.
///
/// | return type | what is read |
/// |---|---|
/// | none, `()` | nothing |
/// | `String`, `Bytes`, `ByteStream` | text, bytes, a body that is read while it arrives |
/// | `Option<X>` | `None` for 404 |
/// | `Response<X>` | `X` with status, headers and attempts |
/// | `Pages<X>` | with `#[paginate(link)]` and without `async`: a walk along the `Link` header. `#[paginate(link, items = "path.to.list")]` where a page is not the list itself |
/// | `Json<X>`, any other `X` | JSON |
///
/// A type of one's own that has one of these names is written `Json<Response<X>>` or by a path
/// that begins with `crate`, `self` or `super`.
///
/// # What is generated
///
/// The client with `builder`, one method per endpoint, `raw` (with a default bucket), `raw_in`,
/// `meter` and `bucket_meters`; for each endpoint with setters a type such as `NotesReadCall`
/// that carries them and the options of every call. The name of a client of several words is set
/// apart, as in `MyNotes_ReadCall`: no two clients have calls of one name.
#[proc_macro_attribute]
pub fn api(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::api(attribute.into(), item.into()).into()
}

/// Describes a part of a large API, which shares the client of an `#[api]`.
///
/// ```text
/// #[tollgate::group(client = GitHub, accessor = issues)]
/// pub trait Issues {
///     #[get("/repos/{owner}/{repo}/issues")]
///     #[paginate(link)]
///     fn list(&self, owner: &str, repo: &str, state: Option<&str>) -> Pages<Issue>;
/// }
/// ```
///
/// is called as `github.issues().list("rust-lang", "rust").state("open")`. Endpoints are written
/// as in [`macro@api`] and pay from the buckets of the client.
///
/// | key | what it says |
/// |---|---|
/// | `client = Path` | the client of the API, in the same crate |
/// | `accessor = name` | the method of the client that gives the group; the trait's name in snake case if left out |
/// | `default_bucket = name` | the bucket of endpoints that name none; the client's default if left out |
/// | `error = Type` | what the body of an error answer is read into; the client's if left out |
/// | `auth = path("token")` | repeated from the client, where the credential stands in the paths |
/// | `query_case = "…"`, `crate = path` | as in `#[api]` |
#[proc_macro_attribute]
pub fn group(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::group(attribute.into(), item.into()).into()
}
