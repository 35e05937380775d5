//! The API: what a program knows of the vendor, and the vendor itself, which enforces just that.

use std::path::Path;
use std::time::Duration;

use serde::Deserialize;
use tollgate::BuildError;
use tollgate_testkit::{Gate, Pages as List, Reply, Vendor};

/// How many requests may be sent at once …
pub(crate) const BURST: u32 = 50;
/// … and how many come back in a second.
pub(crate) const PER_SECOND: u32 = 10;

/// An item of the list.
#[derive(Debug, Deserialize)]
pub(crate) struct Item {
    /// Its number.
    #[allow(dead_code, reason = "decoded as a program would, and not looked at")]
    pub(crate) id: u64,
}

/// A vendor that allows 50 requests at once, and 10 per second. The skew is the default.
#[tollgate::api(
    base_url = "https://vendor.example",
    scope = machine,
    auth = bearer,
    bucket(requests, ceiling(10 per second, burst = 50, source = "the vendor of this example")),
    default_bucket = requests
)]
pub(crate) trait Site {
    /// Every item, in pages.
    #[get("/items")]
    #[paginate(link)]
    fn items(&self) -> Pages<Item>;
}

impl Site {
    /// A client of the one account, whose processes keep its state in `dir`.
    pub(crate) fn open(url: &str, dir: &Path) -> Result<Self, BuildError> {
        let builder = Self::builder().base_url(url).bearer("of the one account");
        builder.state_dir(dir).build()
    }
}

/// Opens the vendor, with so many pages of items.
pub(crate) async fn vendor(pages: u32, delay: Duration) -> std::io::Result<Vendor> {
    /// Items of a page.
    const EACH: usize = 15;
    let items = usize::try_from(pages).unwrap_or(usize::MAX) * EACH;
    Vendor::builder()
        .ceiling(Gate::token_bucket(
            PER_SECOND,
            Duration::from_secs(1),
            BURST,
        ))
        .delay(delay)
        .route("GET /items", List::new(items, EACH))
        .route("GET /raw", Reply::json_text("{}"))
        .try_start()
        .await
}
