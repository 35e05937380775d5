//! The API that most tests describe, and the harness that ends each of them.

use serde::{Deserialize, Serialize};
use tollgate::{Body, Meter, Multipart, Retry};
use tollgate_testkit::Vendor;

/// An item of the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) id: u64,
}

/// The shop's error.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ShopError {
    pub(crate) code: String,
}

/// Another error, of one endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Conflict {
    pub(crate) holder: u64,
}

/// A filter whose fields are query parameters.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Filter {
    #[serde(rename = "createdAfter")]
    pub(crate) created_after: Option<String>,
    pub(crate) state: String,
}

/// A shop with generous limits; tests of limits describe their own.
#[tollgate::api(
    base_url = "http://shop.invalid",
    scope = process,
    auth = bearer,
    error = ShopError,
    bucket(main, ceiling(10_000 per second, source = "https://shop.invalid/limits")),
    default_bucket = main,
)]
pub(crate) trait Shop {
    /// One item.
    #[get("/items/{id}")]
    async fn item(&self, id: &str) -> Item;

    /// One item, or none.
    #[get("/items/{id}")]
    async fn find(&self, id: u64) -> Option<Item>;

    /// One item with everything around it.
    #[get("/items/{id}")]
    async fn item_whole(&self, id: u64) -> Response<Item>;

    /// Items by query.
    #[get("/search")]
    async fn search(
        &self,
        q: &str,
        tags: &[&str],
        since: Option<&str>,
        #[query(rename = "perPage")] per_page: Option<u32>,
        #[query(flatten)] filter: Option<&Filter>,
        #[header("X-Trace")] trace: Option<&str>,
    ) -> Vec<Item>;

    /// Two values and a literal in one segment.
    #[get("/compare/{base}...{head}")]
    async fn compare(&self, base: &str, head: &str) -> ();

    /// A value and a verb in one segment.
    #[post("/sheets/{range}:append")]
    async fn append(&self, range: &str, #[json] rows: &[Item]) -> ();

    /// Deletes an item.
    #[delete("/items/{id}")]
    async fn delete(&self, id: &str) -> ();

    /// Takes an item.
    #[put("/items/{id}/hold", error = Conflict)]
    async fn hold(&self, id: u64) -> ();

    /// Creates an item.
    #[post("/items")]
    async fn create(&self, #[json] item: &Item) -> Item;

    /// Logs in by a form.
    #[post("/login")]
    async fn login(&self, #[form] fields: &[(&str, &str)]) -> ();

    /// Uploads a form of parts.
    #[post("/upload")]
    async fn upload(&self, #[multipart] form: Multipart) -> ();

    /// Uploads bytes or a stream.
    #[patch("/blobs/{name}")]
    async fn store(&self, name: &str, #[body] body: Body) -> ();

    /// Text.
    #[get("/motd")]
    async fn motd(&self) -> String;

    /// Bytes.
    #[get("/blobs/{name}")]
    async fn blob(&self, name: &str) -> Bytes;

    /// A stream of bytes.
    #[get("/blobs/{name}")]
    async fn download(&self, name: &str) -> ByteStream;

    /// The head of an item.
    #[head("/items/{id}")]
    async fn head(&self, id: u64) -> Response<()>;

    /// What can be done.
    #[options("/items")]
    async fn options(&self) -> Response<()>;

    /// Hostile names.
    #[get("/r/{type}")]
    async fn hostile(
        &self,
        r#type: &str,
        client: &str,
        url: Option<&str>,
        request: Option<u8>,
    ) -> ();

    /// All items, page by page.
    #[get("/items")]
    #[paginate(link)]
    fn items(&self, order: Option<&str>) -> Pages<Item>;

    /// Items inside an object.
    #[get("/wrapped")]
    #[paginate(link, items = "data.items")]
    fn wrapped(&self) -> Pages<Item>;
}

/// A client of `vendor`.
pub(crate) fn shop(vendor: &Vendor) -> Shop {
    let builder = Shop::builder()
        .base_url(vendor.url())
        .bearer("t0k3n".to_owned());
    builder.build().expect("a client")
}

/// A client of `vendor` whose calls are tried once, for tests of what one request comes to.
pub(crate) fn shop_once(vendor: &Vendor) -> Shop {
    let builder = Shop::builder()
        .base_url(vendor.url())
        .bearer("t0k3n".to_owned());
    builder.retry(Retry::off()).build().expect("a client")
}

/// Ends a test: what the vendor saw is what was paid, and its endpoints account for all of it.
#[track_caller]
pub(crate) fn settle(vendor: &Vendor, client: &Shop) {
    vendor.assert_paid_exactly(&client.meter());
    let endpoints: Meter = client.endpoint_meters().into_values().sum();
    assert_eq!(tallied(&endpoints), tallied(&client.meter()));
}

/// What an endpoint's counters and a bucket's have in common.
pub(crate) fn tallied(meter: &Meter) -> [u64; 6] {
    let waited = u64::try_from(meter.waited.as_nanos()).expect("not for centuries");
    let Meter {
        calls,
        requests,
        permits,
        retries,
        exhausted,
        ..
    } = *meter;
    [calls, requests, permits, retries, exhausted, waited]
}
