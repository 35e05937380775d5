//! HTTP/2, where it is allowed: one HEADERS frame per permit, whatever the server does.

mod frame;
mod peer;

use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::JoinHandle;
use tollgate::{BuildErrorKind, ErrorKind};
use tollgate_testkit::Vendor;

use self::peer::{First, Peer};
use crate::tls::authority::Authority;
use crate::tls::front::{Front, account};

/// At most four exchanges at a time.
#[tollgate::api(
    base_url = "https://streams.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second), ceiling(in_flight = 4)),
    default_bucket = main,
)]
trait Streams {
    #[get("/a")]
    async fn a(&self) -> ();
    #[post("/b")]
    async fn b(&self, #[body] body: &'static str) -> ();
}

const SLOTS: usize = 4;

struct Scene {
    peer: Peer,
    front: Front,
    client: Streams,
}

impl Scene {
    async fn new(first: First, max_streams: Option<u32>) -> Self {
        let peer = Peer::start(first, max_streams).await;
        let authority = Authority::new();
        let leaf = authority.issue("127.0.0.1");
        let front = Front::start(peer.addr(), &leaf, &["h2", "http/1.1"]).await;
        let client = client(&front, &authority);
        Self {
            peer,
            front,
            client,
        }
    }

    fn call(&self) -> JoinHandle<Result<(), tollgate::Error>> {
        let call = self.client.a();
        tokio::spawn(async move { call.await })
    }

    /// Waits until `there` holds, which it does at once or very soon.
    async fn until(&self, there: impl Fn(&Self) -> bool) {
        let wait = async {
            while !there(self) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(5), wait).await;
        waited.expect("what the test waits for");
    }

    /// Whatever would still come has come.
    async fn quiet(&self) {
        tokio::time::sleep(Duration::from_millis(30)).await;
    }

    /// As many requests were on the wire as permits were spent.
    fn assert_paid_exactly(&self, requests: usize) {
        let meter = self.client.meter();
        let headers = self.peer.books().headers;
        assert_eq!(headers, requests, "HEADERS frames on the wire");
        let paid = (meter.requests, meter.permits, meter.in_flight);
        assert_eq!(paid, (requests as u64, requests as u64, 0));
    }
}

fn client(front: &Front, authority: &Authority) -> Streams {
    builder(front, authority).build().expect("a client")
}

/// A client that lets the peer choose HTTP/2.
fn builder(front: &Front, authority: &Authority) -> tollgate::Builder<Streams> {
    Streams::builder()
        .retry(tollgate::Retry::off())
        .base_url(front.url())
        .account(account())
        .root_certificate(authority.root())
        .http2()
}

#[tokio::test]
async fn every_call_is_one_headers_frame_on_one_connection() {
    let scene = Scene::new(First::Answer, None).await;
    for _ in 0..10 {
        scene.client.a().await.expect("an answer");
        scene.client.b("body").await.expect("an answer");
    }
    scene.assert_paid_exactly(20);
    assert_eq!(scene.front.offers(), [["h2", "http/1.1"]]);
    assert_eq!(scene.peer.books().push, [Some(0)], "no pushed answers");
}

#[tokio::test]
async fn calls_that_begin_together_are_one_headers_frame_each() {
    let scene = Scene::new(First::Answer, None).await;
    let calls: Vec<_> = (0..40).map(|_| scene.call()).collect();
    for call in join_all(calls).await {
        call.expect("joined").expect("an answer");
    }
    scene.assert_paid_exactly(40);
    assert!(scene.peer.books().most_open <= SLOTS);
}

/// The peer breaks the first exchange as told and would answer a second.
async fn broken(first: First, post: bool) {
    let scene = Scene::new(first, None).await;
    let broken = match post {
        true => scene.client.b("body").await,
        false => scene.client.a().await,
    };
    scene.quiet().await;
    let headers = scene.peer.books().headers;
    assert_eq!(headers, 1, "{first:?}: one call, one request on the wire");
    let error = broken.expect_err("broken");
    let transport = matches!(error.kind(), ErrorKind::Transport { received: 0 });
    assert!(transport, "{first:?}: {error}");
    assert_eq!(error.attempts().sends(), 1, "{first:?}");
    scene.assert_paid_exactly(1);
    scene.client.a().await.expect("the next call is served");
    scene.assert_paid_exactly(2);
}

#[tokio::test]
async fn a_refused_stream_is_not_sent_again() {
    broken(First::Reset(frame::REFUSED_STREAM), false).await;
    broken(First::Reset(frame::REFUSED_STREAM), true).await;
}

#[tokio::test]
async fn a_stream_that_a_going_server_did_not_process_is_not_sent_again() {
    broken(First::Unprocessed(frame::NO_ERROR), false).await;
    broken(First::Unprocessed(frame::NO_ERROR), true).await;
}

#[tokio::test]
async fn no_other_end_of_an_exchange_sends_it_again() {
    for first in [
        First::Reset(frame::CANCEL),
        First::Reset(frame::INTERNAL_ERROR),
        First::Reset(frame::ENHANCE_YOUR_CALM),
        First::Reset(frame::HTTP_1_1_REQUIRED),
        First::Unprocessed(frame::ENHANCE_YOUR_CALM),
        First::MaybeProcessed(frame::NO_ERROR),
        First::MaybeProcessed(frame::ENHANCE_YOUR_CALM),
        First::Close,
    ] {
        broken(first, false).await;
    }
}

#[tokio::test]
async fn a_stream_limit_below_the_ceiling_makes_no_request_that_did_not_pay() {
    let scene = Scene::new(First::Answer, Some(1)).await;
    scene.client.a().await.expect("a warm connection");
    scene.peer.hold();
    let calls: Vec<_> = (0..12).map(|_| scene.call()).collect();
    scene.until(|scene| scene.peer.books().headers == 2).await;
    scene.quiet().await;
    assert_eq!(scene.peer.books().headers, 2, "one stream at a time");
    let meter = scene.client.meter();
    let held = (meter.permits, meter.in_flight);
    assert_eq!(held, (1 + SLOTS as u64, SLOTS as u64), "the rest is held");
    scene.peer.resume();
    for call in join_all(calls).await {
        call.expect("joined").expect("an answer");
    }
    scene.assert_paid_exactly(13);
    assert_eq!(scene.peer.books().most_open, 1);
    assert_eq!(scene.front.connections(), 1);
}

#[tokio::test]
async fn queued_calls_that_are_dropped_stay_paid_if_they_leave_late() {
    let scene = Scene::new(First::Answer, Some(1)).await;
    scene.client.a().await.expect("a warm connection");
    scene.peer.hold();
    let calls: Vec<_> = (0..SLOTS).map(|_| scene.call()).collect();
    scene.until(|scene| scene.peer.books().headers == 2).await;
    scene
        .until(|scene| scene.client.meter().in_flight == SLOTS as u64)
        .await;
    for call in calls {
        call.abort();
    }
    scene.until(|scene| scene.peer.books().given_up > 0).await;
    scene.peer.resume();
    scene.client.a().await.expect("the next call is served");
    scene.quiet().await;
    let (headers, meter) = (scene.peer.books().headers as u64, scene.client.meter());
    assert_eq!(meter.permits, 1 + SLOTS as u64 + 1, "none came back");
    assert!(headers <= meter.permits, "{headers} requests: {meter}");
    assert_eq!((meter.unpaid(), meter.in_flight), (0, 0));
}

#[tokio::test]
async fn a_vendor_that_does_not_speak_http2_is_served_by_http1() {
    let (vendor, authority) = (Vendor::start().await, Authority::new());
    let leaf = authority.issue("127.0.0.1");
    let front = Front::start(vendor.addr(), &leaf, &["http/1.1"]).await;
    let client = client(&front, &authority);
    let answers = join_all((0..12).map(|_| client.a().into_future())).await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    vendor.assert_request_lines(&["GET /a HTTP/1.1"; 12]);
    vendor.assert_paid_exactly(&client.meter());
    assert!(front.connections() <= SLOTS, "{}", front.connections());
}

#[tokio::test]
async fn http1_only_takes_http2_back() {
    let (vendor, authority) = (Vendor::start().await, Authority::new());
    let leaf = authority.issue("127.0.0.1");
    let front = Front::start(vendor.addr(), &leaf, &["h2", "http/1.1"]).await;
    let taken_back = builder(&front, &authority).http1_only();
    let client = taken_back.build().expect("a client");
    client.a().await.expect("an answer");
    assert_eq!(front.offers(), [["http/1.1"]]);
    vendor.assert_paid_exactly(&client.meter());
}

#[test]
fn http2_without_a_bound_on_what_is_in_flight_is_refused_by_name() {
    let builder = crate::shop::Shop::builder().bearer("t");
    let error = builder.http2().build().expect_err("no bound");
    assert!(
        matches!(error.kind(), BuildErrorKind::Setting(_)),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.contains("HTTP/2") && text.contains("`ceiling(in_flight = …)`"),
        "{text}"
    );
}
