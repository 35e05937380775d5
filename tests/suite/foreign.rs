//! What the vendor says is left: it slows us down when somebody else spends, and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tollgate::ErrorKind;
use tollgate_testkit::{Reply, Script, Vendor};

/// Ten a second would be ours.
#[tollgate::api(
    base_url = "http://foreign.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per minute)),
    default_bucket = main,
    limits_from = github,
)]
trait Shared {
    #[get("/a")]
    async fn a(&self) -> ();
}

/// The same without a word about the vendor.
#[tollgate::api(
    base_url = "http://foreign.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per minute)),
    default_bucket = main,
)]
trait Unknown {
    #[get("/a")]
    async fn a(&self) -> ();
}

const DATE: &str = "Wed, 21 Oct 2026 07:28:00 GMT";

/// An answer that says what is left for the next forty seconds.
fn left(remaining: u64, limit: u64) -> Reply {
    Reply::empty(204)
        .header("Date", DATE)
        .header("X-RateLimit-Limit", limit.to_string())
        .header("X-RateLimit-Remaining", remaining.to_string())
        .header("X-RateLimit-Reset", "1792567720")
}

macro_rules! scene {
    ($api:ident, $script:expr) => {{
        let vendor = Vendor::builder().otherwise($script).start().await;
        let builder = $api::builder().base_url(vendor.url());
        (vendor, builder.build().expect("a client"))
    }};
}

#[tokio::test]
async fn what_is_left_bounds_what_leaves_until_the_reset() {
    let script = left(2, 1_000)
        .then(left(1, 1_000))
        .then(left(0, 1_000))
        .then(Reply::empty(204));
    let (vendor, client) = scene!(Shared, script);
    for _ in 0..3 {
        client.a().await.expect("one that is left");
    }
    let error = client.a().deadline(Duration::from_secs(5)).await;
    let error = error.expect_err("nothing is left for forty seconds");
    let ErrorKind::LimiterWait { needed, .. } = error.kind() else {
        panic!("{error}")
    };
    assert!((35..=40).contains(&needed.as_secs()), "{needed:?}");
    assert_eq!(error.attempts().sends(), 0);
    vendor.assert_count(3);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn what_others_spent_is_on_the_meter() {
    let script = left(999, 1_000)
        .then(left(990, 1_000))
        .then(left(989, 1_000));
    let (vendor, client) = scene!(Shared, script);
    client.a().await.expect("an answer");
    assert_eq!(client.meter().foreign, 0);
    client.a().await.expect("an answer");
    assert_eq!(client.meter().foreign, 8, "one of the nine was ours");
    client.a().await.expect("an answer");
    assert_eq!(client.meter().foreign, 8);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn more_than_the_ceiling_is_never_granted_whatever_is_left() {
    #[tollgate::api(
        base_url = "http://foreign.invalid",
        scope = process,
        auth = none,
        bucket(main, ceiling(3 per minute)),
        default_bucket = main,
        limits_from = github,
    )]
    trait Small {
        #[get("/a")]
        async fn a(&self) -> ();
    }
    let (vendor, client) = scene!(Small, left(5_000, 5_000));
    for _ in 0..3 {
        client.a().await.expect("an answer");
    }
    let fourth = client.a().deadline(Duration::from_secs(1)).await;
    assert!(matches!(
        fourth.expect_err("above").kind(),
        ErrorKind::LimiterWait { .. }
    ));
    vendor.assert_count(3);
}

#[tokio::test]
async fn the_standard_fields_count_always_and_a_vendors_own_only_where_it_is_named() {
    let (_vendor, client) = scene!(Unknown, left(0, 1_000));
    client.a().await.expect("an answer");
    client.a().await.expect("what is not named says nothing");
    let standard = Reply::empty(204).header("RateLimit", r#""default";r=0;t=30"#);
    let (vendor, client) = scene!(Unknown, standard);
    client.a().await.expect("an answer");
    let second = client.a().deadline(Duration::from_secs(1)).await;
    assert!(matches!(
        second.expect_err("used up").kind(),
        ErrorKind::LimiterWait { .. }
    ));
    vendor.assert_count(1);
}

#[tokio::test]
async fn numbers_without_measure_stop_nothing_for_good_and_panic_nowhere() {
    let numbers = [
        "0",
        "18446744073709551615",
        "99999999999999999999999",
        "-1",
        "x",
    ];
    for (remaining, reset) in numbers
        .iter()
        .flat_map(|one| numbers.iter().map(move |two| (one, two)))
    {
        let reply = Reply::empty(204)
            .header("X-RateLimit-Remaining", *remaining)
            .header("X-RateLimit-Limit", *reset)
            .header("X-RateLimit-Reset", *reset);
        let (_vendor, client) = scene!(Shared, Script::from(reply));
        client.a().await.expect("an answer");
        let second = client.a().deadline(Duration::from_millis(500)).await;
        if let Err(error) = second {
            let (ErrorKind::LimiterWait { needed, .. } | ErrorKind::Blocked { needed, .. }) =
                error.kind()
            else {
                panic!("{error}")
            };
            assert!(*needed <= Duration::from_secs(3 * 86_400), "{needed:?}");
        }
    }
}

#[tokio::test]
async fn a_window_that_rolls_is_used_to_its_end() {
    // Ten are always left, however many go: what was said before is no bound for what is said now.
    let rolling = Reply::empty(204).header("RateLimit", r#""default";r=2;t=30"#);
    let (vendor, client) = scene!(Unknown, rolling);
    for _ in 0..20 {
        let call = client.a().deadline(Duration::from_secs(5));
        call.await.expect("there are always two left");
    }
    assert_eq!(vendor.count(), 20);
    vendor.assert_paid_exactly(&client.meter());
}

/// A vendor of 1,000 a minute from which somebody else takes as much as we do.
fn shared_by_two() -> Script {
    let ours = AtomicU64::new(0);
    Script::handler(move |_| left(998 - 2 * ours.fetch_add(1, Ordering::Relaxed), 1_000))
}

#[tokio::test]
async fn the_paid_share_is_on_the_meter_and_is_warned_of_once() {
    let (log, _guard) = crate::reports::listen();
    let (vendor, client) = scene!(Shared, shared_by_two());
    for _ in 0..60 {
        client.a().await.expect("an answer");
    }
    let meter = client.meter();
    assert_eq!((meter.units, meter.foreign), (60, 60));
    assert!(
        (0.49..0.51).contains(&meter.paid_share()),
        "{}",
        meter.paid_share()
    );
    vendor.assert_paid_exactly(&meter);
    let text = log.text();
    let warnings: Vec<_> = text
        .lines()
        .filter(|line| line.contains("tollgate::share"))
        .collect();
    assert_eq!(warnings.len(), 1, "{text}");
    let said = "somebody spends from this account without paying here: 50 % of what the vendor counted lately was paid";
    assert!(
        warnings[0].contains("WARN") && warnings[0].contains(said),
        "{text}"
    );
}

#[tokio::test]
async fn whoever_wants_no_warning_has_none() {
    let (log, _guard) = crate::reports::listen();
    let vendor = Vendor::builder().otherwise(shared_by_two()).start().await;
    let builder = Shared::builder().base_url(vendor.url()).warn_below(0);
    let client = builder.build().expect("a client");
    for _ in 0..60 {
        client.a().await.expect("an answer");
    }
    assert!(!log.text().contains("tollgate::share"), "{}", log.text());
    let error = Shared::builder()
        .warn_below(101)
        .build()
        .expect_err("more than all");
    assert!(error.to_string().contains("from 0 to 100"), "{error}");
}
