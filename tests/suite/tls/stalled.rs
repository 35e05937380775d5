//! A handshake that stalls: the connect timeout ends it, and nobody piles up behind it.

use std::time::Duration;

use tokio::task::JoinHandle;
use tollgate::{ErrorKind, Retry, Timeouts};
use tollgate_testkit::Vendor;

use super::authority::Authority;
use super::front::{Front, account};
use super::{HERE, HTTP1, chain};

/// Connects that take longer than 20 ms hold the others up.
const SKEW: Duration = Duration::from_millis(20);

#[tollgate::api(
    base_url = "https://patient.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second), skew = 20ms),
    default_bucket = main,
)]
trait Patient {
    #[get("/a")]
    async fn a(&self) -> ();
}

struct Scene {
    vendor: Vendor,
    front: Front,
    client: Patient,
}

type Answer = JoinHandle<Result<(), tollgate::Error>>;

impl Scene {
    /// A vendor whose handshakes stall, and a client that waits for one as long as `connect`.
    async fn stalled(connect: Duration) -> Self {
        let (vendor, authority) = (Vendor::start().await, Authority::new());
        let front = Front::start(vendor.addr(), &authority.issue(HERE), HTTP1).await;
        front.stall();
        let client = Patient::builder()
            .base_url(front.url())
            .account(account())
            .root_certificate(authority.root())
            .retry(Retry::off())
            .timeouts(Timeouts::default().connect(connect))
            .build()
            .expect("a client");
        Self {
            vendor,
            front,
            client,
        }
    }

    fn call(&self) -> Answer {
        let call = self.client.a();
        tokio::spawn(async move { call.await })
    }

    /// A first call whose connect has been pending for longer than the skew.
    async fn behind_a_stall(&self) -> Answer {
        let first = self.call();
        while self.front.connections() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(SKEW * 2).await;
        first
    }

    /// Only the first call has its permit, and only its connection was made.
    fn assert_others_held(&self) {
        let meter = self.client.meter();
        assert_eq!((meter.requests, meter.permits), (1, 1), "others are held");
        assert_eq!(self.front.connections(), 1, "others do not connect");
        self.vendor.assert_count(0);
    }
}

#[tokio::test]
async fn a_handshake_that_stalls_ends_at_the_connect_timeout_and_costs_nothing() {
    let scene = Scene::stalled(Duration::from_millis(100)).await;
    let error = scene.client.a().await.expect_err("no handshake");
    assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
    assert_eq!(error.attempts().sends(), 0);
    let text = chain(&error);
    assert!(text.contains("timed out"), "{text}");
    let meter = scene.client.meter();
    assert_eq!((meter.requests, meter.permits, meter.in_flight), (0, 0, 0));
    assert_eq!(scene.front.connections(), 1);
    scene.vendor.assert_count(0);
}

#[tokio::test]
async fn calls_behind_a_stalled_handshake_are_held_and_then_go_on() {
    let scene = Scene::stalled(Duration::from_secs(10)).await;
    let first = scene.behind_a_stall().await;
    let others: Vec<_> = (0..5).map(|_| scene.call()).collect();
    tokio::time::sleep(SKEW * 2).await;
    scene.assert_others_held();
    scene.front.resume();
    first.await.expect("joined").expect("its answer");
    for other in others {
        other.await.expect("joined").expect("its answer");
    }
    scene.vendor.assert_count(6);
    scene.vendor.assert_paid_exactly(&scene.client.meter());
}

#[tokio::test]
async fn calls_behind_a_handshake_that_fails_go_on_when_it_has_failed() {
    let scene = Scene::stalled(Duration::from_secs(2)).await;
    let first = scene.behind_a_stall().await;
    let second = scene.call();
    tokio::time::sleep(SKEW * 2).await;
    scene.assert_others_held();
    let error = first.await.expect("joined").expect_err("no handshake");
    assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
    scene.front.resume();
    second.await.expect("joined").expect("its answer");
    scene.vendor.assert_count(1);
    scene.vendor.assert_paid_exactly(&scene.client.meter());
}

#[tokio::test]
async fn a_call_that_is_held_keeps_its_deadline_and_takes_no_permit() {
    let scene = Scene::stalled(Duration::from_secs(10)).await;
    let first = scene.behind_a_stall().await;
    let held = scene.client.a().deadline(Duration::from_millis(30));
    let error = held.await.expect_err("held");
    let unsent = matches!(error.kind(), ErrorKind::Deadline { sent: false });
    assert!(unsent, "{error}");
    scene.assert_others_held();
    scene.front.resume();
    first.await.expect("joined").expect("its answer");
    scene.vendor.assert_count(1);
    scene.vendor.assert_paid_exactly(&scene.client.meter());
}
