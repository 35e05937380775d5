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
/// ```
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Serialize, Deserialize)]
/// # pub struct Note { text: String }
/// # #[derive(Debug, Deserialize)]
/// # pub struct MyError { message: String }
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
///
/// async fn uses(notes: &Notes) -> Result<(), tollgate::Error<MyError>> {
///     let note: Note = notes.read("1").deep(true).await?;
///     notes.write("2", &note).await?;
///     let _all = notes.all(&["red", "blue"]).items();
///     Ok(())
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
/// | `bucket(name, …)` | the limits that a group of endpoints shares, see [buckets](#buckets) |
/// | `default_bucket = name` | the bucket of endpoints that name none, and of raw calls |
/// | `bucket_header = "…"` | the header in which the vendor names the bucket that it counts a request in |
/// | `limits_from = name` | what is known about the vendor's headers and refusals, see [what answers mean](#what-answers-mean) |
/// | `classify = function` | an own judgement of answers, see [what answers mean](#what-answers-mean) |
/// | `host("…", bucket = name)` | further addresses and who pays for them, see [other addresses](#other-addresses) |
/// | `token(url = "…", bucket = name)` | where bearer tokens are had and who pays for that, see [other addresses](#other-addresses) |
/// | `breaker(failures = 5, open = 10 s)` | when calls are refused after failures, see [the breaker](#the-breaker) |
/// | `scope = process` | who shares the budget: `machine`, all processes of the user, or `process`, this one alone (a fleet of machines is said on the builder: `fleet(url)`); the builder has the last word, and `machine` is meant if nobody says anything |
/// | `report_every = 60 s` | how often the counters are told to `tracing`; never if left out |
/// | `retry(…)`, `redirects`, `deadline`, `attempt_timeout` | what calls inherit, see [settings](#settings) |
/// | `idempotency_header = "…"` | the header of keys, see [sent twice](#sent-twice); `Idempotency-Key` if left out |
/// | `id = "…"` | the API's identity; the host of the base URL if left out |
/// | `query_case = "camelCase"` | how names of query parameters are spelled: also `PascalCase`, `kebab-case`, `snake_case` |
/// | `crate = path` | the client crate, if it has another name |
///
/// A text is a literal, since it is checked while the description is read: no constant and no `env!`
/// stands for it. An address that is known at run time only is given to the builder's `base_url`.
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
/// | `todo!("…")` | alone behind the name: nobody has looked the limit up yet. It does not compile, and says what to write |
///
/// ```
/// const HEAVY: u32 = 5;
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     id = "example",
///     auth = header("X-Api-Key"),
///     bucket(
///         read,
///         ceiling(50 per 10 s, source = "https://example.com/limits#read"),
///         ceiling(in_flight = 4),
///         skew = 20ms,
///     ),
///     bucket(search, unpublished("429 above some 5 per second"), budget(3 per second, burst = 1)),
///     default_bucket = read,
///     bucket_header = "X-RateLimit-Bucket",
///     query_case = "camelCase",
/// )]
/// pub trait Notes {
///     /// Sends `?includeTags=…`.
///     #[get("/notes/{id}", cost = HEAVY)]
///     async fn read(&self, id: u64, include_tags: Option<bool>) -> String;
/// }
/// ```
///
/// A count, a burst or a cost is a literal or the path of a constant of type `u32`. A budget
/// above a ceiling and a cost that can never be paid do not compile, in constants neither.
///
/// # Endpoints
///
/// `#[get("/path/{name}")]`, and `put`, `post`, `patch`, `delete`, `head`, `options`. Several
/// parameters and literals may share a segment: `/compare/{base}...{head}`, `/{id}.json`. What no URL
/// holds is percent-encoded, and what is encoded already stays. A query behind the path,
/// `/actions?name=list`, is sent with every call. Behind the path may stand
///
/// | key | what it says |
/// |---|---|
/// | `bucket = name` | the bucket that pays |
/// | `cost = 3` | what one request takes from it; 1 if left out |
/// | `error = Type` | what the body of an error answer is read into |
/// | `accept = "…"` | the media types of `Accept`, where they are not what the answer's type says |
/// | `idempotent`, `idempotency_key` | whether it may be [sent twice](#sent-twice) |
/// | `retry(…)`, `redirects`, `deadline`, `attempt_timeout` | [settings](#settings) of its calls |
///
/// An argument whose name is in the path goes there; any other is a query parameter, unless it
/// says otherwise:
///
/// | attribute | where the value goes |
/// |---|---|
/// | `#[json]`, `#[form]` | the body, from a type that serde can write |
/// | `#[multipart]` | the body, a `tollgate::Multipart` or a struct with [`Parts`](macro@Parts) |
/// | `#[body]` | the body: bytes, text, or a `tollgate::Body` |
/// | `#[json(content_type = "…")]`, `#[body(content_type = "…")]` | the same with a type of its own, such as `application/merge-patch+json` |
/// | `#[form(style = deep_object)]` | a form of nested values: `items[0][price]=5`, with the brackets encoded |
/// | `#[header("X-Name")]` | a header |
/// | `#[cookie("name")]` | a cookie; all of a call are one `Cookie` header |
/// | `#[query(rename = "pageSize")]` | a query parameter of another name |
/// | `#[query(flatten)]` | the fields of a struct or the entries of a map, as query parameters |
/// | `#[path(rename = "owner-name")]` | the place `{owner-name}` in the path, whose name is none of Rust |
/// | `#[query]`, `#[path]` | where the name puts it anyway, said aloud; an error where the path says otherwise |
///
/// How lists and objects are written is a matter of [style](#styles). An argument of type `Option` is no
/// argument of the method but a setter of the call: `notes.read("1").deep(true).await`. It may carry
/// documentation.
///
/// # Styles
///
/// A list repeats its query parameter, and has commas between its items in a path or a header. Other
/// styles have the words of OpenAPI, with an underscore: `#[query(style = pipe_delimited)]`. The example is
/// `x` of `["a,b", "c"]`, or of an object with `k` of 1 and `l` of 2, written `{k, l}`.
///
/// | in `#[query(…)]` | Swagger 2.0 | a list | an object |
/// |---|---|---|---|
/// | nothing | `multi` | `x=a%2Cb&x=c` | `flatten` |
/// | `style = form` | | `x=a%2Cb&x=c` | `k=1&l=2` |
/// | `explode = false` | `csv` | `x=a%2Cb,c` | `x=k,1,l,2` |
/// | `style = space_delimited` | `ssv` | `x=a%2Cb%20c` | `x=k%201%20l%202` |
/// | `style = pipe_delimited` | `pipes` | `x=a%2Cb%7Cc` | `x=k%7C1%7Cl%7C2` |
/// | `style = tab_delimited` | `tsv` | `x=a%2Cb%09c` | `x=k%091%09l%092` |
/// | `style = deep_object` | | `x%5B0%5D=a%2Cb&x%5B1%5D=c` | `x%5Bk%5D=1&x%5Bl%5D=2` |
/// | `json` | | `x=%5B%22a%2Cb%22%2C%22c%22%5D` | `x=%7B%22k%22%3A1%2C%22l%22%3A2%7D` |
///
/// Only a deep object and `json` hold lists and objects inside of others: `x%5Bk%5D%5B0%5D=1`. What is empty
/// or `None` leaves its name out. Names and values are percent-encoded; with `allow_reserved` the reserved
/// characters of RFC 3986 stand in a value as they are, but for `#`, `&` and `+`, which would end the
/// query, the pair or the word, the separator of a list, and `'`, which parsers of URLs encode in a query. A `%`
/// is encoded always: what looks encoded is data. An item that holds the blank, bar or tab that would end it
/// is refused, since servers could not tell.
///
/// | in `#[path(…)]` | a list | an object |
/// |---|---|---|
/// | nothing, `style = simple` | `a%2Cb,c` | `k,1,l,2` |
/// | `explode` | `a%2Cb,c` | `k=1,l=2` |
/// | `style = label` | `.a%2Cb,c` | `.k,1,l,2` |
/// | `style = label, explode` | `.a%2Cb.c` | `.k=1.l=2` |
/// | `style = matrix` | `;x=a%2Cb,c` | `;x=k,1,l,2` |
/// | `style = matrix, explode` | `;x=a%2Cb;x=c` | `;k=1;l=2` |
///
/// A header has `style = simple` and `explode` behind its name: `#[header("X-Ids", explode)]`. Nothing is
/// encoded there, so an item with a comma is refused. A cookie repeats its name for a list, or with
/// `explode = false` joins the items by `%2C`, for which a cookie has no other form; what RFC 6265 keeps
/// out of a cookie is percent-encoded. Where the credential is the header `Cookie`, nothing else goes there.
///
/// A value in a path or a header is written by its `Display`, unless it is a slice, an array or a
/// `Vec`, or something is said of its style; everything else by serde.
///
/// The sources: OpenAPI 3.0.4, [Style Values](https://spec.openapis.org/oas/v3.0.4.html#style-values) and
/// [Style Examples](https://spec.openapis.org/oas/v3.0.4.html#style-examples); Swagger 2.0,
/// [`collectionFormat`](https://spec.openapis.org/oas/v2.0.html#parameter-object); RFC 6570 sections 3.2.2, 3.2.5
/// and 3.2.7; RFC 6265 section 4.1.1. What vendors with forms make of deep objects inside of others (PHP, Rails,
/// Stripe) no standard says.
///
/// ```
/// # use serde::Serialize;
/// #[derive(Serialize)]
/// pub struct Between {
///     gte: u32,
///     lt: Option<u32>,
/// }
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = none,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
/// )]
/// pub trait Notes {
///     #[get("/users/{user-name}/notes/{ids}?deleted=false", accept = "application/vnd.api+json")]
///     async fn some(
///         &self,
///         #[path(rename = "user-name")] user: &str,
///         ids: &[u64],
///         #[query(style = deep_object)] created: Option<Between>,
///         #[query(rename = "tags[]")] tags: Option<&[&str]>,
///         #[cookie("theme")] theme: Option<&str>,
///     ) -> String;
///
///     #[patch("/notes/{id}")]
///     async fn change(&self, id: u64, #[json(content_type = "application/merge-patch+json")] note: &Between);
/// }
///
/// /// Sends `GET /users/ann/notes/1,2?deleted=false&created%5Bgte%5D=5&tags%5B%5D=a%2Cb`.
/// async fn uses(notes: &Notes) -> Result<(), tollgate::Error> {
///     let created = Between { gte: 5, lt: None };
///     notes.some("ann", &[1, 2]).created(created).tags(&["a,b"]).theme("dark").await?;
///     Ok(())
/// }
/// ```
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
/// | `Answers<X>` | the variant of `X` that the status has, see [`Answers`](macro@Answers) |
/// | `Pages<X>` | with `#[paginate(…)]` and without `async`: a walk over [pages](#pages) |
/// | `Json<X>`, any other `X` | JSON |
///
/// A type of one's own that has one of these names is written `Json<Response<X>>` or by a path
/// that begins with `crate`, `self` or `super`.
///
/// # Settings
///
/// The same words stand in `#[api]`, in [`#[group]`](macro@group) and behind the path of an
/// endpoint. A call's own settings come before its endpoint's, an endpoint's before its group's, then
/// the builder's, then the API's; what nobody says is a default of the client.
///
/// | key | what it says |
/// |---|---|
/// | `retry(…)` | how a call is tried again, see below |
/// | `retry = off` | not at all |
/// | `redirects = follow` | redirects are followed, but for 301 and 302 of a write, which would lose it |
/// | `redirects = follow_writes` | those too: a POST goes on as a GET, others as they are |
/// | `redirects = never` | a redirect is an error |
/// | `deadline = 30 s` | the time of a whole call: queue, attempts and pauses |
/// | `attempt_timeout = 10 s` | the time of one attempt from its permit on; in one attribute not above the deadline |
///
/// | part of `retry` | what it says |
/// |---|---|
/// | `attempts = 4` | the most attempts, the first included; a literal or a constant of type `u32` |
/// | `base = 500 ms` | the pause before the second; it doubles with each further one |
/// | `cap = 20 s` | the longest pause of our own |
/// | `within = 2 min` | the time from the start of the call in which a further attempt may begin |
/// | `jitter = off` | pauses of their full length; `on` is a random part of it |
///
/// Each part may be left out. A length of time is a whole number and a unit: `500ms`, `10 s`,
/// `2 min`, `1 hour`, `1 day`. The units are `second` (`s`, `sec`), `minute` (`min`), `hour` (`h`), `day`
/// (`d`), `millisecond` (`ms`), `microsecond` (`us`) and `nanosecond` (`ns`); the long names have plurals.
///
/// ```
/// use std::time::Duration;
/// use tollgate::{Redirects, Retry};
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = none,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
///     retry(attempts = 6, base = 250 ms, cap = 10 s, within = 1 min),
///     redirects = never,
///     deadline = 5 min,
///     attempt_timeout = 30 s,
/// )]
/// pub trait Notes {
///     /// Somebody is waiting for it.
///     #[get("/notes/{id}", retry(attempts = 2, jitter = off), deadline = 2 s)]
///     async fn read(&self, id: u64, deep: Option<bool>) -> String;
///
///     #[get("/health", retry = off, attempt_timeout = 500ms)]
///     async fn health(&self);
///
///     #[get("/old/{id}", redirects = follow)]
///     async fn old(&self, id: u64) -> String;
/// }
///
/// fn overrides(notes: &Notes) {
///     let patient = Retry::new().within(Duration::from_secs(3600));
///     let _ = notes.read(1).deep(true).retry(patient).redirects(Redirects::Follow);
/// }
/// ```
///
/// # Sent twice
///
/// A request whose answer never came may have been received. GET, HEAD, OPTIONS, PUT and DELETE are
/// sent again then, since twice is the same as once (RFC 9110 section 9.2.2). POST and PATCH are
/// not, unless the endpoint says that they may be:
///
/// | key | what it says |
/// |---|---|
/// | `idempotent` | twice is the same as once, as with a search |
/// | `idempotency_key` | every attempt of a call carries the same random key in the API's `idempotency_header`, by which the vendor knows it again. A call may choose its own: `.idempotency_key("…")` |
/// | `idempotency_key = "X-Key"` | the same in another header |
///
/// `retry(…)` at a POST or PATCH without one of them does not compile. What the vendor refused (429,
/// or 503 with `Retry-After`) and what was certainly not sent is repeated whatever the verb.
///
/// ```
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = bearer,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
///     idempotency_header = "X-Request-Key",
/// )]
/// pub trait Shop {
///     #[post("/search", idempotent, retry(attempts = 5))]
///     async fn search(&self, #[json] words: &str) -> Vec<String>;
///
///     #[post("/orders", idempotency_key, retry(within = 10 min))]
///     async fn order(&self, #[json] article: &str) -> String;
///
///     #[patch("/orders/{id}", idempotency_key = "X-Edit-Key")]
///     async fn edit(&self, id: &str, #[json] article: &str);
/// }
///
/// fn with_a_key_of_ones_own(shop: &Shop) {
///     let _ = shop.order("tea").idempotency_key("order-17");
/// }
/// ```
///
/// # Pages
///
/// `#[paginate(…)]` under the verb names the one way in which the next page is found. The names of
/// fields are paths in the JSON of a page, with dots: in `data.0.files`, `0` is the first element of a
/// list, and `-1` would be the last.
///
/// | way | how the next page is found |
/// |---|---|
/// | `link` | by the `Link` header with `rel="next"` (RFC 8288) |
/// | `next_url = "links.next"` | by an address in the body |
/// | `cursor = page_token, next = "nextPageToken"` | by a cursor: the query parameter that carries it, and the field that gives the next one |
/// | `page = page` | by counting pages, in this query parameter |
/// | `offset = offset` | by counting items, in this query parameter |
///
/// A query parameter is a word, spelled as `query_case` says, or a text as it is sent:
/// `page = "Page"`. The walk alone sends it; it is no argument of the endpoint.
///
/// | key | with | what it says |
/// |---|---|---|
/// | `items = "data.files"` | all | where the list is in a page; if left out, the page is the list, and has no fields for the keys below |
/// | `cursor(header = "X-Cursor")` | | the cursor goes into a header |
/// | `cursor(body = "page.cursor")` | | the cursor goes into the `#[json]` body of a POST |
/// | `next(header = "X-Next-Cursor")` | `cursor` | a header gives the next one |
/// | `stop_on_empty` | `cursor` | a page without items is the last; otherwise only a missing cursor ends the walk |
/// | `more = "has_more"` | `cursor`, `page`, `offset` | a field that says whether there is a next page |
/// | `total = "pages"` | `page`, `offset` | a field with the number of all pages, or of all items |
/// | `first = 0` | `page` | the number of the first page; 1 if left out |
/// | `scanned = "scanned"` | `offset` | a field with the number of rows that were looked at, where the vendor filters after counting |
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # #[derive(Debug, Deserialize)]
/// # pub struct File { name: String }
/// # #[derive(Serialize)]
/// # pub struct Search { words: String }
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = bearer,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
///     query_case = "camelCase",
/// )]
/// pub trait Drive {
///     #[get("/links")]
///     #[paginate(link)]
///     fn by_link(&self) -> Pages<File>;
///
///     #[get("/addresses")]
///     #[paginate(next_url = "links.next", items = "data")]
///     fn by_address(&self) -> Pages<File>;
///
///     /// Sends `?pageToken=…`.
///     #[get("/files")]
///     #[paginate(cursor = page_token, next = "nextPageToken", items = "files")]
///     fn files(&self, q: Option<&str>) -> Pages<File>;
///
///     /// The cursor is the last file's id.
///     #[get("/objects")]
///     #[paginate(cursor = "starting_after", next = "data.-1.id", more = "has_more", items = "data")]
///     fn objects(&self) -> Pages<File>;
///
///     #[get("/events")]
///     #[paginate(cursor(header = "X-Cursor"), next(header = "X-Next-Cursor"), stop_on_empty)]
///     fn events(&self) -> Pages<File>;
///
///     #[post("/search", idempotent)]
///     #[paginate(cursor(body = "page.cursor"), next = "next_cursor", items = "results")]
///     fn search(&self, #[json] search: &Search) -> Pages<File>;
///
///     #[get("/pages")]
///     #[paginate(page = page, first = 0, total = "pages", items = "rows")]
///     fn pages(&self, per_page: Option<u32>) -> Pages<File>;
///
///     #[get("/rows")]
///     #[paginate(offset = "startAt", scanned = "scanned", more = "more", items = "rows")]
///     fn rows(&self) -> Pages<File>;
/// }
///
/// fn uses(drive: &Drive) {
///     let _ = drive.files().q("name contains 'x'").max_requests(10).items();
/// }
///
/// /// Begins where an earlier walk stopped, and reads two pages ahead.
/// fn goes_on(drive: &Drive, cursor: tollgate::Cursor) {
///     let _ = drive.files().q("name contains 'x'").resume(cursor).prefetch(2).pages();
/// }
/// ```
///
/// # What answers mean
///
/// `limits_from = github` brings what is known about a vendor: which headers tell what is left, which
/// statuses and bodies mean "slow down", and how long to wait then. The names are `akamai`,
/// `anthropic`, `atlassian`, `azure_openai`, `cloudflare`, `discord`, `generic`, `github`, `gitlab`,
/// `google`, `groq`, `highlevel`, `hubspot`, `jira_dc`, `lemlist`, `notion`, `okta`, `openai`,
/// `perforce`, `prisjakt`, `reddit`, `shopify`, `slack`, `stripe`, `x` and `zendesk`; without it,
/// `generic` holds. `classify` names a `tollgate::Classify`, a function that judges for itself.
///
/// ```
/// use tollgate::{Answered, Scope, Verdict};
///
/// /// A refusal is a 200 with an error of the type `THROTTLED`.
/// fn graphql(answer: &Answered<'_>) -> Verdict {
///     let text = String::from_utf8_lossy(answer.body());
///     match text.contains("\"THROTTLED\"") {
///         true => Verdict::Throttled { wait: None, scope: Scope::Account },
///         false => answer.verdict(),
///     }
/// }
///
/// #[tollgate::api(
///     base_url = "https://shop.example.com/graphql",
///     auth = header("X-Shop-Token"),
///     bucket(all, ceiling(2 per second, burst = 40)),
///     default_bucket = all,
///     limits_from = shopify,
///     classify = graphql,
/// )]
/// pub trait Shop {}
/// ```
///
/// # Other addresses
///
/// `host` says which bucket pays where a request does not go to the base URL, as after a redirect: for
/// everything that begins with its URL. `token` says where bearer tokens are had and which bucket pays
/// for that. One of its parts may be left out: without `bucket` the default bucket pays, and without
/// `url` the source of tokens names the place.
///
/// ```
/// #[tollgate::api(
///     base_url = "https://api.example.com/v1",
///     auth = bearer,
///     bucket(read, ceiling(60 per minute)),
///     bucket(uploads, ceiling(5 per second)),
///     bucket(tokens, ceiling(10 per minute)),
///     default_bucket = read,
///     host("https://uploads.example.com", bucket = uploads),
///     host("https://api.example.com/v1/files", bucket = uploads),
///     token(url = "https://accounts.example.com/token", bucket = tokens),
/// )]
/// pub trait Drive {}
/// ```
///
/// # The breaker
///
/// After so many failures in a row calls are refused at once, without a permit, until the time is over
/// and one of them finds the vendor well again. `per = bucket` counts for each bucket alone; otherwise
/// the API has one breaker (`per = api`).
///
/// ```
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = none,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
///     breaker(failures = 5, open = 10 s, per = bucket),
/// )]
/// pub trait Notes {}
/// ```
///
/// # What is generated
///
/// The client with `builder`, one method per endpoint, `raw` (with a default bucket), `raw_in`,
/// `meter`, `bucket_meters` and `endpoint_meters`. With `E` for the type of the errors, what they return is
///
/// | method | what it returns |
/// |---|---|
/// | an endpoint | `tollgate::Call<A, E>`, where `A` is the way in which the answer is read, such as `Json<Note>` |
/// | an endpoint with setters | a type such as `NotesReadCall`, which carries them and the options of every call |
/// | an endpoint with pages | `tollgate::Pages<T, E>`, with `pages` and `items` |
/// | one with pages and setters | a type such as `NotesAllPages`, which carries them and the options of every walk |
/// | `raw`, `raw_in` | `tollgate::Call<Json<T>, E>`, for any `T` that serde can read; `answer` chooses another way to read it |
///
/// The name of a client of several words is set apart, as in `MyNotes_ReadCall`: no two clients have
/// calls of one name.
///
/// ```
/// use tollgate::{Call, Error, Json, Method, Pages, Text};
///
/// # #[derive(Debug, serde::Deserialize)]
/// # pub struct Problem { message: String }
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = bearer,
///     error = Problem,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
/// )]
/// pub trait Notes {
///     #[get("/notes/{id}")]
///     async fn read(&self, id: u64, deep: Option<bool>) -> String;
///
///     #[get("/tags")]
///     async fn tags(&self) -> Vec<String>;
///
///     #[get("/notes")]
///     #[paginate(link)]
///     fn all(&self, tag: Option<&str>) -> Pages<String>;
///
///     #[get("/log")]
///     #[paginate(link)]
///     fn log(&self) -> Pages<String>;
/// }
///
/// fn types(notes: &Notes) {
///     let _: NotesReadCall = notes.read(1).deep(true);
///     let _: Call<Json<Vec<String>>, Problem> = notes.tags();
///     let _: NotesAllPages = notes.all().tag("red");
///     let _: Pages<String, Problem> = notes.log();
/// }
///
/// async fn undescribed(notes: &Notes) -> Result<(), Error<Problem>> {
///     let _count: u64 = notes.raw(Method::GET, "/notes/count").await?;
///     let call = notes.raw::<()>(Method::GET, "/motd").answer::<Text>();
///     let _text: String = call.await?;
///     Ok(())
/// }
/// ```
#[proc_macro_attribute]
pub fn api(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::api(attribute.into(), item.into()).into()
}

/// Describes a part of a large API, which shares the client of an `#[api]`.
///
/// ```
/// # use serde::Deserialize;
/// # #[derive(Debug, Deserialize)]
/// # pub struct Issue { number: u64 }
/// # #[tollgate::api(
/// #     base_url = "https://api.example.com",
/// #     auth = bearer,
/// #     bucket(read, ceiling(60 per minute)),
/// #     default_bucket = read,
/// # )]
/// # pub trait GitHub {}
/// #[tollgate::group(client = GitHub, accessor = issues, retry(attempts = 6), deadline = 1 min)]
/// pub trait Issues {
///     #[get("/repos/{owner}/{repo}/issues")]
///     #[paginate(link)]
///     fn list(&self, owner: &str, repo: &str, state: Option<&str>) -> Pages<Issue>;
/// }
///
/// fn uses(github: &GitHub) {
///     let _ = github.issues().list("rust-lang", "rust").state("open").items();
/// }
/// ```
///
/// Endpoints are written as in [`macro@api`] and pay from the buckets of the client.
///
/// | key | what it says |
/// |---|---|
/// | `client = Path` | the client of the API, in the same crate |
/// | `accessor = name` | the method of the client that gives the group; the trait's name in snake case if left out |
/// | `default_bucket = name` | the bucket of endpoints that name none; the client's default if left out |
/// | `error = Type` | what the body of an error answer is read into; the client's if left out |
/// | `retry(…)`, `redirects`, `deadline`, `attempt_timeout` | what the group's calls inherit, before the builder and the API are asked |
/// | `auth = path("token")` | repeated from the client, where the credential stands in the paths |
/// | `idempotency_header = "…"` | repeated from the client, or `"Idempotency-Key"`, where an endpoint says `idempotency_key` |
/// | `query_case = "…"`, `crate = path` | as in `#[api]` |
#[proc_macro_attribute]
pub fn group(attribute: TokenStream, item: TokenStream) -> TokenStream {
    expand::group(attribute.into(), item.into()).into()
}

/// Reads a type from JSON and writes it.
///
/// The type becomes a `tollgate::model::Wire`, and by that `Serialize` and `Deserialize` of serde. What it
/// costs to compile is a line for each field: a thousand types take some seconds.
///
/// ```
/// use std::collections::BTreeMap;
/// use tollgate::Model;
/// use tollgate::model::Value;
///
/// #[derive(Debug, Clone, PartialEq, Model)]
/// #[wire(new)]
/// pub struct Issue {
///     pub id: u64,
///     #[wire("created-by")]
///     pub created_by: String,
///     pub milestone: Option<Option<String>>,
///     pub state: Option<State>,
///     pub events: Option<Vec<Event>>,
///     #[wire(rest)]
///     pub rest: BTreeMap<String, Value>,
/// }
///
/// #[derive(Debug, Clone, PartialEq, Model)]
/// pub enum State {
///     #[wire("open")]
///     Open,
///     #[wire("+1")]
///     PlusOne,
///     #[wire(other)]
///     Other(String),
/// }
///
/// #[derive(Debug, Clone, PartialEq, Model)]
/// #[wire(tag = "type")]
/// pub enum Event {
///     #[wire("renamed")]
///     Renamed(Renamed),
///     #[wire(other)]
///     Other(Value),
/// }
///
/// #[derive(Debug, Clone, PartialEq, Model)]
/// pub struct Renamed {
///     pub to: Id,
/// }
///
/// #[derive(Debug, Clone, PartialEq, Model)]
/// #[wire(untagged)]
/// pub enum Id {
///     Number(u64),
///     Name(String),
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = r#"{"id":1,"created-by":"ada","state":"+1","events":[{"type":"renamed","to":7}]}"#;
/// let issue: Issue = serde_json::from_str(text)?;
/// assert_eq!(issue.state, Some(State::PlusOne));
/// assert_eq!(issue.events, Some(vec![Event::Renamed(Renamed { to: Id::Number(7) })]));
/// assert_eq!(serde_json::to_string(&issue)?, text);
/// assert_eq!(State::PlusOne.to_string(), "+1");
///
/// let wrong = r#"{"id":1,"created-by":"ada","events":[{"type":"renamed"}]}"#;
/// let error = serde_json::from_str::<Issue>(wrong).unwrap_err().to_string();
/// assert!(error.starts_with("events[0].to: the field is missing"));
/// # Ok(())
/// # }
/// ```
///
/// # Structs
///
/// A struct with fields is an object, `struct Labels(Vec<Label>)` is what it holds.
///
/// | at a field | what it says |
/// |---|---|
/// | nothing | the member is called as the field; it has to be there, unless it is an `Option` |
/// | a type `Option<T>` | absent or `null` is `None`, and `None` is not written |
/// | a type `Option<Option<T>>` | absent is `None`, `null` is `Some(None)` |
/// | `#[wire("full-name")]` | the name of the member |
/// | `#[wire(nullable)]` | `None` is written as `null` |
/// | `#[wire(always = "charge")]` | a `String` or an `Option` of one that is always this text: `new` does not ask for it; another text is kept, and tells alternatives of a union apart |
/// | `#[wire(only = "charge")]` | the same, but another text is an error |
/// | `#[wire(rest)]` | a map of all members that are no other field |
///
/// # Enums
///
/// Variants without values are strings, or numbers if one has a number. Such an enum has `as_str` or
/// `as_i64`, and `Display`, so that it goes into paths and headers.
///
/// | at a variant | what it says |
/// |---|---|
/// | nothing | it is written as its name |
/// | `#[wire("+1")]` | the string that it is; behind a tag also several, of which the first is written, unless the value has a tag of its own that is another one of them |
/// | `#[wire(-1)]` | the number that it is |
/// | `#[wire(other)]` | keeps whatever has no variant: `Other(String)`, `Other(i64)`, in a union `Other(Value)`. Without it that is an error |
///
/// Variants that hold one value each are a union, which says how they are told apart:
///
/// | at the enum | what it says |
/// |---|---|
/// | `#[wire(tag = "type")]` | by the member `type`, which the value itself may have or not; it is written once |
/// | `#[wire(untagged)]` | by what fits best: what has no fault, then the fewest values that an enum does not know, then the fewest members that nothing asks for, then the first |
///
/// # At the type
///
/// | word | what it says |
/// |---|---|
/// | `new` | a function `new` with the fields that have to be there; the others are `None` |
/// | `debug`, `eq` | `Debug` and `PartialEq` by way of what is written, instead of the compiler's: cheaper to compile by the thousand. What is shown is JSON, and what is written alike is equal |
/// | `crate = path` | the client crate, if it has another name |
///
/// # Types of fields
///
/// `String`, `bool`, integers and floats of up to 64 bits, `()` for `null`, `tollgate::model::Value` for any JSON,
/// `Option`, `Vec`, `Box` and maps by `String` of these, types with `Model`, and with the feature `jiff`
/// `jiff::Timestamp` and `jiff::civil::Date`. Types have no parameters.
///
/// A type that contains itself other than in an `Option`, a `Vec` or a map does not compile: the compiler tells
/// of a cycle in a constant that has this name.
#[proc_macro_derive(Model, attributes(wire))]
pub fn model(item: TokenStream) -> TokenStream {
    expand::model(item.into()).into()
}

/// Reads an answer into the variant of its status.
///
/// ```
/// use tollgate::{Answers, Bytes, Model};
///
/// #[derive(Debug, Model)]
/// pub struct Note {
///     text: String,
/// }
///
/// #[derive(Debug, Answers)]
/// pub enum Stored {
///     #[status(200)]
///     Found(Note),
///     #[status(201)]
///     Created(Note),
///     #[status(202, 204)]
///     Later,
///     #[status("2XX")]
///     Other(Bytes),
/// }
///
/// #[tollgate::api(
///     base_url = "https://api.example.com/v1",
///     auth = bearer,
///     bucket(all, ceiling(60 per minute)),
///     default_bucket = all,
/// )]
/// pub trait Notes {
///     #[put("/notes/{id}")]
///     async fn store(&self, id: u64, #[json] note: &Note) -> Answers<Stored>;
/// }
///
/// async fn uses(notes: &Notes, note: &Note) -> Result<bool, tollgate::Error> {
///     Ok(match notes.store(1, note).await? {
///         Stored::Found(_) => false,
///         Stored::Created(_) | Stored::Later => true,
///         Stored::Other(bytes) => bytes.is_empty(),
///     })
/// }
/// ```
///
/// | at a variant | what it says |
/// |---|---|
/// | `#[status(200)]`, `#[status(202, 204)]` | its statuses; all of them are successes, since others come as errors |
/// | `#[status("2XX")]` | every success that no other variant names |
///
/// A variant holds nothing, `String`, `Bytes`, or what the JSON of the body is read into. A success that no
/// variant names is an error that says so.
#[proc_macro_derive(Answers, attributes(status))]
pub fn answers(item: TokenStream) -> TokenStream {
    expand::answers(item.into()).into()
}

/// Makes a multipart form of a struct: `From<Upload> for tollgate::Multipart`.
///
/// ```
/// use tollgate::{Multipart, Part, Parts};
///
/// #[derive(Debug, Parts)]
/// pub struct Upload {
///     pub purpose: String,
///     pub file: Part,
///     #[wire("labels[]")]
///     pub labels: Vec<String>,
///     pub note: Option<String>,
///     #[wire(json)]
///     pub sizes: Option<Vec<u32>>,
/// }
///
/// let upload = Upload {
///     purpose: "archive".to_owned(),
///     file: Part::new("a,b").file_name("a.csv").content_type("text/csv"),
///     labels: vec!["x".to_owned(), "y".to_owned()],
///     note: None,
///     sizes: Some(vec![1, 2]),
/// };
/// assert_eq!(Multipart::from(upload).len(), 5);
/// ```
///
/// An argument `#[multipart] form: Upload` takes it as it is.
///
/// | at a field | what it says |
/// |---|---|
/// | nothing | a part called as the field: a string, a number or an enum of these is text, a `Model` is JSON |
/// | a type `Part` | a part as it is, with its file name and type |
/// | a type `Option<T>` | no part for `None` |
/// | a type `Vec<T>` | a part for each item |
/// | `#[wire("labels[]")]` | the name of the part |
/// | `#[wire(json)]` | one part of `application/json`, also for a list or a scalar |
///
/// At the struct, `#[wire(crate = path)]` is the client crate, if it has another name.
#[proc_macro_derive(Parts, attributes(wire))]
pub fn parts(item: TokenStream) -> TokenStream {
    expand::parts(item.into()).into()
}
