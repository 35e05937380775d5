//! What the bridge to the facade of `metrics` tells a recorder: what this process did.

use std::collections::BTreeMap;
use std::time::Duration;

use metrics_util::MetricKind;
use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};
use tollgate::{Method, Retry};
use tollgate_testkit::{Reply, Script, Vendor};

#[tollgate::api(
    base_url = "http://metrics.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100_000 per second)),
    bucket(slow, ceiling(1 per 200ms), skew = 1ms),
    default_bucket = main,
    retry(base = 1ms),
    breaker(failures = 1, open = 1 min, per = bucket),
)]
trait Measured {
    #[get("/items/{id}")]
    async fn item(&self, id: u64);
    #[get("/items/{id}")]
    async fn streamed(&self, id: u64) -> ByteStream;
    #[get("/slow", bucket = slow)]
    async fn slow(&self);
}

/// What was recorded: the name and its labels, and the sum.
struct Recorded(BTreeMap<String, f64>);

impl Recorded {
    /// Counters, by how much gauges have changed, and the count and sum of waits, all since the last
    /// look: this recorder begins anew with each.
    fn take(snapshotter: &Snapshotter) -> Self {
        let mut all = BTreeMap::new();
        for (key, _unit, _meaning, value) in snapshotter.snapshot().into_vec() {
            let (kind, key) = key.into_parts();
            let labels = key.labels().filter(|label| label.key() != "api");
            let labels: Vec<_> = labels.map(|label| label.value().to_owned()).collect();
            let name = format!("{} {}", key.name(), labels.join(" "));
            match (kind, value) {
                (MetricKind::Counter, DebugValue::Counter(count)) => {
                    all.insert(name, f64::from(u32::try_from(count).expect("few")));
                }
                (MetricKind::Gauge, DebugValue::Gauge(value)) => {
                    all.insert(name, value.into_inner());
                }
                (_, DebugValue::Histogram(waits)) => {
                    let sum = waits.iter().map(|wait| wait.into_inner()).sum();
                    let count = u32::try_from(waits.len()).expect("few");
                    all.insert(format!("{name} count"), f64::from(count));
                    all.insert(name, sum);
                }
                other => panic!("{name}: {other:?}"),
            }
        }
        Self(all)
    }

    fn of(&self, name: &str) -> f64 {
        let value = self.0.get(&format!("tollgate_{name}"));
        *value.unwrap_or_else(|| panic!("no {name} in {:#?}", self.0))
    }

    fn counts<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        names.map(|name| self.of(name))
    }
}

fn measured(url: String) -> Measured {
    let builder = Measured::builder().base_url(url).bearer("S3CR3T");
    builder.build().expect("a client")
}

#[tokio::test]
async fn a_recorder_is_told_what_this_process_did_under_the_names_of_the_description() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let throttled = Script::from(Reply::empty(429).header("retry-after", "0"));
    let vendor = Vendor::builder()
        .route("/items/9", throttled.then(Reply::json_text("null")))
        .otherwise(Reply::json_text("null"))
        .start()
        .await;
    let client = measured(vendor.url());
    client.item(1).await.expect("an item");
    client.item(9).await.expect("an item, the second time");
    client.raw::<()>(Method::GET, "/x/y").await.expect("raw");
    client.slow().await.expect("an answer");
    client.slow().await.expect("an answer, after a wait");
    let open = client.streamed(2).await.expect("a stream");

    let recorded = Recorded::take(&snapshotter);
    assert_eq!(
        recorded.counts([
            "calls_total main item",
            "requests_total main item",
            "permits_total main item",
            "retries_total main item",
            "blocks_total main",
            "calls_total main raw",
            "requests_total slow slow",
            "exhausted_total slow slow",
            "wait_seconds slow slow count",
            "in_flight main",
            "in_flight slow",
            "waiting slow",
        ]),
        [2.0, 3.0, 3.0, 1.0, 1.0, 1.0, 2.0, 1.0, 2.0, 1.0, 0.0, 0.0]
    );
    let waited = recorded.of("wait_seconds slow slow");
    assert!((0.1..1.0).contains(&waited), "{waited} s");
    drop(open);
    let impatient = tokio::time::timeout(Duration::from_millis(20), client.slow().into_future());
    impatient.await.expect_err("it is still waiting");
    let recorded = Recorded::take(&snapshotter);
    let changed = [
        "in_flight main",
        "waiting slow",
        "wait_seconds slow slow count",
    ];
    assert_eq!(recorded.counts(changed), [-1.0, 0.0, 1.0]);
    let meter = client.meter();
    assert_eq!((meter.requests, meter.unpaid()), (7, 0));
    vendor.assert_paid_exactly(&meter);
}

#[tollgate::api(
    base_url = "http://shared.metrics.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per minute)),
    default_bucket = main,
    limits_from = github,
)]
trait Shared {
    #[get("/a")]
    async fn a(&self);
}

#[tokio::test]
async fn the_share_that_was_paid_for_is_a_gauge() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let left = |remaining: u64| {
        Reply::json_text("null")
            .header("Date", "Wed, 21 Oct 2026 07:28:00 GMT")
            .header("X-RateLimit-Limit", "1000")
            .header("X-RateLimit-Remaining", remaining.to_string())
            .header("X-RateLimit-Reset", "1792567720")
    };
    let script = Script::from(left(999)).then(left(992));
    let vendor = Vendor::builder().otherwise(script).start().await;
    let builder = Shared::builder().base_url(vendor.url());
    let client = builder.build().expect("a client");
    client.a().await.expect("an answer");
    let share = Recorded::take(&snapshotter).of("paid_share main");
    assert!((0.999..1.001).contains(&share), "{share}");
    client.a().await.expect("an answer");
    let share = Recorded::take(&snapshotter).of("paid_share main");
    assert!((0.249..0.251).contains(&share), "two of eight: {share}");
}

#[tokio::test]
async fn what_did_not_leave_is_told_too_and_what_was_refused() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let closed = Vendor::start().await.url();
    let client = measured(closed);
    client
        .item(1)
        .retry(Retry::off())
        .await
        .expect_err("nobody listens");
    client.item(1).await.expect_err("the breaker is open");
    let recorded = Recorded::take(&snapshotter);
    assert_eq!(
        recorded.counts([
            "requests_total main item",
            "requests_unsent_total main item",
            "permits_total main item",
            "permits_returned_total main item",
            "refused_total main item",
            "in_flight main",
        ]),
        [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    );
}

#[tokio::test]
async fn labels_are_names_and_never_paths_nor_who_pays() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let vendor = Vendor::builder().otherwise(Reply::json_text("null"));
    let vendor = vendor.start().await;
    let client = measured(vendor.url());
    for number in 0..200_u64 {
        let path = format!("/raw/{number}?key=S3CR3T");
        client.raw::<()>(Method::GET, &path).await.expect("raw");
        client.item(number).await.expect("an item");
    }
    let api = vendor.url().replace("http://", "");
    let keys = snapshotter.snapshot().into_vec();
    assert!(keys.len() < 20, "{} series", keys.len());
    for (key, unit, meaning, _) in keys {
        let key = key.key();
        for label in key.labels() {
            let expected: &[&str] = match label.key() {
                "api" => &[&api],
                "bucket" => &["main"],
                "endpoint" => &["raw", "item"],
                other => panic!("a label `{other}`"),
            };
            assert!(expected.contains(&label.value()), "{label:?}");
        }
        assert!(unit.is_some() && meaning.is_some(), "{}", key.name());
    }
}
