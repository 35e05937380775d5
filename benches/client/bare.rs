//! The same API by hand.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{ACCEPT, CONTENT_TYPE};

use crate::item::Item;

/// What a careful user writes: a credential, the status checked, the body decoded.
#[derive(Clone)]
pub(crate) struct Bare {
    http: Client,
    base: String,
    token: String,
}

impl Bare {
    /// With the timeout that a client of ours has, or without one.
    pub(crate) fn new(base: &str, token: &str, timeout: bool) -> Self {
        let mut builder = Client::builder().no_proxy();
        if timeout {
            builder = builder.timeout(Duration::from_secs(30));
        }
        let http = builder.build().expect("a client");
        Self {
            http,
            base: base.to_owned(),
            token: token.to_owned(),
        }
    }

    pub(crate) async fn item(&self, id: u64) -> Item {
        let response = self
            .http
            .get(format!("{}/items/{id}", self.base))
            .header(ACCEPT, "application/json")
            .bearer_auth(&self.token)
            .send()
            .await;
        decoded(response).await
    }

    pub(crate) async fn create(&self, item: &Item) -> Item {
        let response = self
            .http
            .post(format!("{}/items", self.base))
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .bearer_auth(&self.token)
            .body(item.to_json())
            .send()
            .await;
        decoded(response).await
    }
}

async fn decoded(response: reqwest::Result<reqwest::Response>) -> Item {
    let response = response.and_then(reqwest::Response::error_for_status);
    let bytes = response.expect("an answer").bytes().await;
    serde_json::from_slice(&bytes.expect("a body")).expect("an item")
}
