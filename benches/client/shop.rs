//! The API of the bench, described.

use crate::item::Item;

/// Items, with more permits than can be used.
#[tollgate::api(
    base_url = "http://shop.invalid",
    auth = bearer,
    bucket(main, ceiling(100_000 per second), budget(100_000 per second, burst = 100_000)),
    default_bucket = main,
)]
pub(crate) trait Shop {
    /// One item.
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> Item;

    /// Creates an item.
    #[post("/items")]
    async fn create(&self, #[json] item: &Item) -> Item;
}

pub(crate) fn shop(base: &str, token: &str) -> Shop {
    Shop::builder()
        .base_url(base)
        .process()
        .bearer(token.to_owned())
        .build()
        .expect("a client")
}
