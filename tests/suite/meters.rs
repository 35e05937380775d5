//! Each endpoint has counters, under a name from the description and never a path.

use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tollgate::{Meter, Method, Retry};
use tollgate_testkit::{Reply, Script, Vendor};

use crate::shop::tallied;

/// What every answer is.
const NOTHING: &str = "null";

#[tollgate::api(
    base_url = "http://meters.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100_000 per second)),
    bucket(slow, ceiling(2 per 400ms), skew = 1ms),
    default_bucket = main,
    retry(base = 1ms),
)]
trait Counted {
    #[get("/items/{id}")]
    async fn item(&self, id: u64);
    #[get("/down")]
    async fn down(&self);
    #[get("/slow", bucket = slow)]
    async fn slow(&self);
}

#[tollgate::group(client = Counted)]
trait Tags {
    /// Not the item of the client.
    #[get("/tags/{tag}")]
    async fn item(&self, tag: &str);
    #[get("/untouched")]
    async fn untouched(&self);
}

fn counted(vendor: &Vendor, token: &str) -> Counted {
    let builder = Counted::builder().base_url(vendor.url());
    builder.bearer(token.to_owned()).build().expect("a client")
}

async fn start() -> Vendor {
    let vendor = Vendor::builder().otherwise(Reply::json_text(NOTHING));
    vendor.start().await
}

/// Calls, requests, retries, times exhausted.
fn shown(meter: &Meter) -> [u64; 4] {
    let Meter {
        calls,
        requests,
        retries,
        exhausted,
        ..
    } = *meter;
    [calls, requests, retries, exhausted]
}

/// Ends a test: what the endpoints count is what the buckets count, and what the vendor saw.
#[track_caller]
fn settle(vendor: &Vendor, client: &Counted) {
    vendor.assert_paid_exactly(&client.meter());
    let endpoints: Meter = client.endpoint_meters().into_values().sum();
    assert_eq!(tallied(&endpoints), tallied(&client.meter()));
}

#[tokio::test]
async fn ten_thousand_paths_leave_as_many_names_as_the_description_has() {
    let vendor = start().await;
    let client = counted(&vendor, "t");
    let calls = stream::iter(0..5_000_u64).map(|number| {
        let client = client.clone();
        async move {
            let path = format!("/raw/{number}?page={number}");
            client.raw::<()>(Method::GET, &path).await.expect("raw");
            client.item(number).await.expect("an item");
        }
    });
    calls.buffer_unordered(32).collect::<Vec<_>>().await;
    client.tags().item("red").await.expect("a tag");
    let meters = client.endpoint_meters();
    let names: Vec<_> = meters.keys().copied().collect();
    assert_eq!(names, ["Tags::item", "down", "item", "raw", "slow"]);
    assert_eq!(shown(&meters["raw"])[..2], [5_000, 5_000]);
    assert_eq!(shown(&meters["item"])[..2], [5_000, 5_000]);
    assert_eq!(shown(&meters["Tags::item"]), [1, 1, 0, 0]);
    assert_eq!(meters["down"], Meter::default());
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_retry_is_counted_at_the_endpoint_that_is_tried_again() {
    let twice = Script::from(Reply::empty(503)).then(Reply::empty(503));
    let vendor = Vendor::builder()
        .route("/down", twice.then(Reply::json_text(NOTHING)))
        .otherwise(Reply::json_text(NOTHING))
        .start()
        .await;
    let client = counted(&vendor, "t");
    client.down().await.expect("the third time");
    client.item(1).await.expect("an item");
    let meters = client.endpoint_meters();
    assert_eq!(shown(&meters["down"]), [1, 3, 2, 0]);
    assert_eq!(shown(&meters["item"]), [1, 1, 0, 0]);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_wait_is_counted_where_somebody_waited_also_in_vain() {
    let vendor = start().await;
    let client = counted(&vendor, "t");
    for _ in 0..3 {
        client.slow().await.expect("an answer");
    }
    let slow = client.endpoint_meters()["slow"];
    assert_eq!(shown(&slow), [3, 3, 0, 1]);
    assert!(slow.waited > Duration::from_millis(200), "{slow}");
    settle(&vendor, &client);

    // The fourth has the second place of the window; the others have none in time.
    client.slow().await.expect("an answer");
    let hurried = client.slow().deadline(Duration::from_millis(20)).await;
    hurried.expect_err("no permit in time");
    let patient = tokio::time::timeout(Duration::from_millis(50), client.slow().into_future());
    patient.await.expect_err("it is still waiting");
    let slow = client.endpoint_meters()["slow"];
    assert_eq!((slow.requests, slow.permits), (4, 4));
    let bucket = client.bucket_meters()["slow"];
    assert_eq!((slow.calls, slow.exhausted), (6, bucket.exhausted));
    let apart = bucket.waited.abs_diff(slow.waited);
    assert!(2 * apart < slow.waited, "{bucket} and {slow}");
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_request_that_was_not_sent_gives_its_permit_back_there_too() {
    let closed = start().await.url();
    let builder = Counted::builder().base_url(closed).bearer("t");
    let client = builder.retry(Retry::off()).build().expect("a client");
    client.item(1).await.expect_err("nobody listens");
    let item = client.endpoint_meters()["item"];
    assert_eq!((item.calls, item.requests, item.permits), (1, 0, 0));
}

#[tokio::test]
async fn clients_of_one_account_count_together_and_others_apart() {
    let vendor = start().await;
    let (one, other) = (counted(&vendor, "t"), counted(&vendor, "t"));
    let theirs = counted(&vendor, "another");
    for client in [&one, &other, &other, &theirs] {
        client.item(1).await.expect("an item");
        client.tags().item("red").await.expect("a tag");
    }
    for client in [&one, &other] {
        let meters = client.endpoint_meters();
        assert_eq!(meters["item"].requests, 3);
        assert_eq!(meters["Tags::item"].requests, 3);
    }
    assert_eq!(theirs.endpoint_meters()["item"].requests, 1);
    vendor.assert_paid_exactly(&(one.meter() + theirs.meter()));
}
