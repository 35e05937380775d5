//! A hand-written use of the door that expansions use: it can build a call and run it, and pays.

use std::time::Duration;

use tollgate::__private::{
    Api, BucketDescription, Core, Description, Endpoint, NoAuth, Value, Verb, cost, window,
};
use tollgate::{Builder, Call, ErrorKind, Json};
use tollgate_testkit::{Reply, Vendor};

struct ByHand(Core);

impl Api for ByHand {
    type Auth = NoAuth;
    type Error = Value;
    const DESCRIPTION: &'static Description = &Description {
        name: "ByHand",
        base_url: "http://by-hand.invalid",
        buckets: &[BucketDescription {
            name: "main",
            ceilings: &[window(2, 60_000_000_000)],
            budget: None,
            skew_nanos: 0,
            sources: &[""],
        }],
        default_bucket: Some(0),
        ..Description::PLAIN
    };

    fn from_core(core: Core) -> Self {
        Self(core)
    }

    fn core(&self) -> &Core {
        &self.0
    }
}

const ITEM: &Endpoint = &Endpoint {
    api: "ByHand",
    name: "item",
    method: Verb::Get,
    template: "/items/{id}",
    cost: cost(1),
    ..Endpoint::PLAIN
};

#[tokio::test]
async fn what_is_built_by_hand_pays_like_everything_else() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text("7"))
        .start()
        .await;
    let client = Builder::<ByHand>::new()
        .base_url(vendor.url())
        .process()
        .build()
        .expect("a client");
    let call = || -> Call<Json<u64>, Value> { client.core().call(ITEM).path("id", &"a/b") };
    assert_eq!(call().await.expect("an answer"), 7);
    assert_eq!(call().await.expect("an answer"), 7);
    let error = call()
        .deadline(Duration::from_secs(1))
        .await
        .expect_err("the third in a minute");
    assert!(
        matches!(error.kind(), ErrorKind::LimiterWait { .. }),
        "{error}"
    );
    vendor.assert_request_lines(&["GET /items/a%2Fb HTTP/1.1", "GET /items/a%2Fb HTTP/1.1"]);
    vendor.assert_all_paid(&client.core().meter());
}
