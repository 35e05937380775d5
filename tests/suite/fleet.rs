//! One budget for many machines: what a client says and counts where a store decides.
//!
//! That the limits hold over machines and processes is tested where those are.

use std::future::IntoFuture as _;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use tollgate::{BuildErrorKind, ErrorKind, Fleet, StoreFault};
use tollgate_limiter::{Breaker, BreakerRules, Clock, Plan, Registry, Scope};
use tollgate_storekit::{Gate, Server};
use tollgate_testkit::{Reply, Script, Vendor};

use crate::secrets::Log;

#[tollgate::api(
    base_url = "http://fleet.invalid",
    auth = bearer,
    bucket(main, ceiling(5 per 6 s)),
    bucket(wide, ceiling(10_000 per second)),
    default_bucket = main,
    breaker(failures = 2, open = 1 s),
    retry = off,
)]
trait Shared {
    #[get("/x")]
    async fn x(&self);
    #[get("/y", bucket = wide)]
    async fn y(&self);
}

async fn start(script: impl Into<Script>) -> Vendor {
    Vendor::builder().otherwise(script).start().await
}

fn well() -> Reply {
    Reply::json_text("null")
}

/// A client of the account `me` of this vendor, and of no other test's.
fn client(vendor: &Vendor, store: impl Into<Fleet>) -> Shared {
    let builder = Shared::builder().base_url(vendor.url()).account("me");
    let built = builder.bearer("t").fleet(store).build();
    built.expect("a client")
}

/// The breaker of the same account on another machine.
fn elsewhere(vendor: &Vendor, store: String) -> (Registry, Breaker) {
    let registry = Registry::with_clock(Clock::monotonic());
    let two = NonZeroU32::new(2).expect("not zero");
    let rules = BreakerRules::new(two, Duration::from_secs(1));
    let plan = Plan::new(vendor.addr().to_string(), "me").breaker("*", rules);
    let account = registry.account(&plan, &Scope::Fleet(store.into()));
    let breaker = account.expect("an account").breaker("*").cloned();
    (registry, breaker.expect("a breaker"))
}

fn kind<T: std::fmt::Debug>(result: Result<T, tollgate::Error>) -> String {
    format!("{:?}", result.expect_err("refused").kind())
}

#[tokio::test]
async fn clients_of_one_account_share_what_the_store_gives_and_count_it() {
    let (server, vendor) = (Server::start(), start(well()).await);
    let [one, other] = [(); 2].map(|()| client(&vendor, server.url()));
    // A server that was just started counts as used up.
    one.x().await.expect("an answer, after a while");
    let began = Instant::now();
    for client in [&one, &other, &one, &other] {
        client.x().await.expect("an answer");
    }
    assert!(began.elapsed() < Duration::from_secs(5), "all five at once");
    let sixth = other.x().deadline(Duration::from_millis(500)).await;
    let sixth = kind(sixth);
    assert!(sixth.starts_with("LimiterWait"), "{sixth}");
    vendor.assert_count(5);
    let meter = one.meter();
    vendor.assert_paid_exactly(&meter);
    assert!(meter.trips >= 1 && meter.leases >= 5, "{meter:?}");
    assert!(meter.lease_losses <= meter.leases - 5, "{meter:?}");
    // It goes on while this looks.
    let trips = other.meter().trips;
    let all = meter.trips..=one.meter().trips;
    assert!(
        all.contains(&trips),
        "one line to the store: {trips} of {all:?}"
    );
}

#[tokio::test]
async fn without_the_store_nothing_is_sent_and_the_error_says_why_in_time() {
    let (server, vendor) = (Server::start(), start(well()).await);
    let gate = Gate::to(&server);
    gate.hang();
    let store = Fleet::new(gate.url()).timeout(Duration::from_millis(300));
    let client = client(&vendor, store);
    let began = Instant::now();
    let error = client.x().await.expect_err("no store");
    assert!(
        began.elapsed() < Duration::from_secs(20),
        "{:?}",
        began.elapsed()
    );
    assert!(
        matches!(error.kind(), ErrorKind::StoreDown { bucket, fault: StoreFault::Silent } if bucket == "main"),
        "{error:?}"
    );
    assert!(error.to_string().contains("`main`"), "{error}");
    vendor.assert_count(0);

    // Back again, it is gone on with.
    gate.pass();
    let end = Instant::now() + Duration::from_secs(20);
    while let Err(error) = client.y().await {
        assert!(Instant::now() < end, "never back: {error}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    vendor.assert_count(1);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn what_is_wrong_with_a_url_is_told_when_the_client_is_built_and_without_its_password() {
    let vendor = start(well()).await;
    for url in [
        "http://:S3CR3T@127.0.0.1",
        "S3CR3T",
        "redis://:S3CR3T@127.0.0.1/x",
    ] {
        let builder = Shared::builder().base_url(vendor.url()).bearer("wrong");
        let error = builder.fleet(url).build().expect_err("no such store");
        assert!(matches!(error.kind(), BuildErrorKind::Store(_)), "{error}");
        let said = format!("{error} {error:?}");
        assert!(!said.contains("S3CR3T"), "{said}");
    }
}

#[tokio::test]
async fn one_account_has_one_scope_and_one_store() {
    let (server, vendor) = (Server::start(), start(well()).await);
    let _held = client(&vendor, server.url());
    let builder = || {
        Shared::builder()
            .base_url(vendor.url())
            .account("me")
            .bearer("t")
    };
    let other = Server::start().url();
    for refused in [
        builder().process(),
        builder().machine(),
        builder().fleet(other),
    ] {
        let error = refused.build().expect_err("a second budget");
        assert!(matches!(error.kind(), BuildErrorKind::Scope(_)), "{error}");
    }
}

#[tokio::test]
async fn a_breaker_that_another_machine_has_tripped_refuses_before_the_first_request() {
    let (server, vendor) = (Server::start(), start(well()).await);
    let (_machine, breaker) = elsewhere(&vendor, server.url());
    drop(breaker.ready().await.expect("closed"));
    for _ in 0..2 {
        breaker.enter().expect("closed").failed();
    }
    let end = Instant::now() + Duration::from_secs(60);
    // Of the second of the two too.
    let tripped = || server.cli(&["HGET", &server.cli(&["KEYS", "*"]), "tripped"]);
    while tripped() != "1" {
        assert!(Instant::now() < end, "never told");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let client = client(&vendor, server.url());
    let refused = kind(client.y().await);
    assert!(refused.starts_with("BreakerOpen"), "{refused}");
    vendor.assert_count(0);
    assert_eq!(client.meter().refused, 1);

    // When its time is over, one of the two goes to see.
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    client.y().await.expect("the probe");
    let end = Instant::now() + Duration::from_secs(60);
    while breaker.ready().await.is_err() {
        assert!(Instant::now() < end, "never closed there");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    vendor.assert_count(1);
}

#[tokio::test]
async fn the_probe_of_the_fleet_is_one_request_of_all_machines() {
    let script = Reply::empty(503).times(2).then(well());
    let (server, vendor) = (Server::start(), start(script).await);
    let client = client(&vendor, server.url());
    let (_machine, breaker) = elsewhere(&vendor, server.url());
    for _ in 0..2 {
        client.y().await.expect_err("503");
    }
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    // The other machine has it, in the queue.
    let end = Instant::now() + Duration::from_secs(60);
    let turn = loop {
        match breaker.ready().await {
            Ok(turn) if breaker.state() != tollgate_limiter::BreakerState::Closed => break turn,
            _ => assert!(Instant::now() < end, "never half-open there"),
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    let refused = kind(client.y().await);
    assert!(refused.starts_with("BreakerOpen"), "{refused}");
    vendor.assert_count(2);
    drop(turn);
    while client.y().await.is_err() {
        assert!(Instant::now() < end, "never given back");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    vendor.assert_count(3);
}

#[tokio::test]
async fn a_call_that_is_dropped_in_the_queue_gives_the_probe_back() {
    let vendor = Vendor::builder()
        .route("/y", Reply::empty(503).times(2).then(well()))
        .otherwise(well())
        .start()
        .await;
    let server = Server::start();
    let client = client(&vendor, server.url());
    let (_machine, breaker) = elsewhere(&vendor, server.url());
    for _ in 0..5 {
        client.x().await.expect("an answer");
    }
    for _ in 0..2 {
        client.y().await.expect_err("503");
    }
    tokio::time::sleep(Duration::from_millis(1_050)).await;
    let mut queued = Box::pin(client.x().into_future());
    let asked = tokio::time::timeout(Duration::from_millis(150), &mut queued).await;
    assert!(asked.is_err(), "its bucket is empty for longer");
    assert!(breaker.ready().await.is_err(), "the call has the probe");
    drop(queued);
    // Long before its bucket has a permit again.
    let end = Instant::now() + Duration::from_secs(3);
    while breaker.ready().await.is_err() {
        assert!(Instant::now() < end, "never given back");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_ne!(breaker.state(), tollgate_limiter::BreakerState::Closed);
    vendor.assert_count(7);
}

#[tokio::test]
async fn a_report_names_the_scope_and_has_the_trips_and_no_password() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone());
    crate::reports::two_listen();
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let server = Server::builder().password("S3CR3T").start();
    let vendor = start(well()).await;
    let builder = Shared::builder().base_url(vendor.url()).account("me");
    let builder = builder.bearer("t").fleet(server.url());
    let client = builder.report_every(Duration::from_millis(20)).build();
    let client = client.expect("a client");
    client.y().await.expect("an answer");
    let end = Instant::now() + Duration::from_secs(60);
    while !log.text().contains("tollgate::meter") {
        assert!(Instant::now() < end, "no report");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let text = log.text();
    let line = text.lines().find(|line| line.contains("tollgate::meter"));
    let line = line.expect("a report");
    assert!(line.contains("scope=\"fleet\""), "{line}");
    for field in ["trips=", "leases=", "lease_losses="] {
        assert!(line.contains(field), "{line}");
    }
    assert!(!text.contains("S3CR3T"), "{text}");
}

#[cfg(feature = "metrics")]
#[tokio::test]
async fn a_recorder_is_told_of_trips_and_leases_once_for_all_clients() {
    use metrics_util::debugging::{DebugValue, DebuggingRecorder};

    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let (server, vendor) = (Server::start(), start(well()).await);
    let clients = [(); 2].map(|()| client(&vendor, server.url()));
    let mut known = (0, 0);
    for client in clients.iter().cycle().take(6) {
        client.y().await.expect("an answer");
        let meter = client.meter();
        known = (meter.trips, meter.leases);
    }
    let told = |name: &str| -> u64 {
        let all = snapshotter.snapshot().into_vec();
        let counted = all
            .into_iter()
            .filter_map(|(key, _, _, value)| match value {
                DebugValue::Counter(count) if key.key().name() == name => Some(count),
                _ => None,
            });
        counted.sum()
    };
    // A snapshot takes what was counted, so there is one.
    let leases = told("tollgate_leases_total");
    assert!(leases >= 6 && leases <= known.1, "{leases} of {known:?}");
}
