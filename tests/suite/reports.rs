//! A line for each cycle and account, as long as there is a client and something to say.

use std::sync::OnceLock;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tollgate_testkit::{Reply, Vendor};
use tracing::subscriber::DefaultGuard;

use crate::secrets::Log;

#[tollgate::api(
    base_url = "http://reports.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100_000 per second)),
    bucket(other, ceiling(100_000 per second)),
    default_bucket = main,
    report_every = 1 min,
)]
trait Told {
    #[get("/x")]
    async fn x(&self);
    #[get("/y", bucket = other)]
    async fn y(&self);
}

/// Another description of the same API, which does not ask for reports.
#[tollgate::api(
    base_url = "http://reports.invalid",
    scope = process,
    auth = bearer,
    bucket(main, ceiling(100_000 per second)),
    default_bucket = main,
)]
trait Untold {
    #[get("/x")]
    async fn x(&self);
}

fn told(vendor: &Vendor) -> tollgate::Builder<Told> {
    Told::builder().base_url(vendor.url()).bearer("S3CR3T")
}

async fn start() -> Vendor {
    let vendor = Vendor::builder().otherwise(Reply::json_text("null"));
    vendor.start().await
}

/// Has every line of every thread looked at by who listens on its own.
///
/// Where one alone listens, whether a line is wanted is asked of the thread that comes to it first, and
/// never again: of any other test. Where there are two, all are asked.
pub(crate) fn two_listen() {
    static SECOND: OnceLock<tracing::Dispatch> = OnceLock::new();
    SECOND.get_or_init(|| tracing::Dispatch::new(tracing_subscriber::registry()));
}

/// Keeps what this thread says.
pub(crate) fn listen() -> (Log, DefaultGuard) {
    two_listen();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone());
    let guard = tracing::subscriber::set_default(subscriber.finish());
    (log, guard)
}

fn lines(log: &Log) -> Vec<String> {
    let text = log.text();
    let lines = text.lines().filter(|line| line.contains("tollgate::meter"));
    lines.map(str::to_owned).collect()
}

/// Lets `time` pass at once, and the little by which timers are late; and everybody who was waiting
/// for it go on.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time + Duration::from_millis(5)).await;
    settled().await;
    tokio::time::resume();
}

async fn settled() {
    for _ in 0..16 {
        tokio::task::yield_now().await;
    }
}

const MINUTE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_line_is_said_once_a_cycle_and_none_where_nothing_has_changed() {
    let (log, _guard) = listen();
    let vendor = start().await;
    let client = told(&vendor).build().expect("a client");
    client.x().await.expect("an answer");
    client.y().await.expect("an answer");
    settled().await;
    assert_eq!(lines(&log), [""; 0], "not before the cycle is over");
    pass(MINUTE).await;
    pass(MINUTE).await;
    let said = lines(&log);
    assert_eq!(said.len(), 1, "{said:#?}");
    for part in [
        "calls 2, waited 0.0 s, retries 0, exhausted 0, unpaid 0",
        " INFO ",
        "api=\"127.0.0.1:",
        "scope=\"process\"",
        "calls=2",
        "waited=0.0",
        "retries=0",
        "exhausted=0",
        "unpaid=0",
        "requests=2",
        "permits=2",
        "in_flight=0",
    ] {
        assert!(said[0].contains(part), "{part} in {}", said[0]);
    }
    client.x().await.expect("an answer");
    pass(MINUTE).await;
    let said = lines(&log);
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said[1].contains("calls=3"), "{}", said[1]);
    assert!(!log.text().contains("S3CR3T"));
}

#[tokio::test]
async fn clients_of_one_account_are_told_as_one_in_the_shortest_cycle() {
    let (log, _guard) = listen();
    let vendor = start().await;
    let hourly = told(&vendor).report_every(60 * MINUTE);
    let hourly = hourly.build().expect("a client");
    let one = told(&vendor).build().expect("a client");
    let other = told(&vendor).build().expect("a client");
    let untold = Untold::builder().base_url(vendor.url()).bearer("S3CR3T");
    let untold = untold.build().expect("a client");
    one.x().await.expect("an answer");
    other.x().await.expect("an answer");
    hourly.y().await.expect("an answer");
    untold.x().await.expect("an answer");
    pass(MINUTE).await;
    let said = lines(&log);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].contains("calls=4"), "{}", said[0]);

    // Whoever is left has the cycle that is left.
    drop((one, other));
    hourly.x().await.expect("an answer");
    pass(MINUTE).await;
    assert_eq!(lines(&log).len(), 1);
    pass(60 * MINUTE).await;
    assert_eq!(lines(&log).len(), 2);
}

#[tokio::test]
async fn the_task_is_there_for_as_long_as_a_client_wants_reports() {
    let alive = || Handle::current().metrics().num_alive_tasks();
    let vendor = start().await;
    let before = alive();
    let untold = Untold::builder().base_url(vendor.url()).bearer("S3CR3T");
    let untold = untold.build().expect("a client");
    assert_eq!(alive(), before, "nobody asked for reports");
    let client = told(&vendor).build().expect("a client");
    let clone = client.clone();
    let second = told(&vendor).build().expect("a client");
    settled().await;
    assert_eq!(alive(), before + 1, "one for all of them");
    drop((client, second));
    settled().await;
    assert_eq!(alive(), before + 1, "a clone is left");
    drop(clone);
    settled().await;
    assert_eq!(alive(), before);
    let _again = told(&vendor).build().expect("a client");
    settled().await;
    assert_eq!(alive(), before + 1);
    drop(untold);
}

#[test]
fn a_client_that_was_built_outside_of_a_runtime_is_told_from_its_first_call_on() {
    let (log, _guard) = listen();
    let new = || {
        let mut runtime = Builder::new_current_thread();
        runtime.enable_all().build().expect("a runtime")
    };
    let vendor = new().block_on(start());
    let client = told(&vendor).build().expect("a client");
    for expected in 1..=2 {
        // The first runtime takes the task with it.
        new().block_on(async {
            client.x().await.expect("an answer");
            pass(MINUTE).await;
            client.x().await.expect("an answer");
            pass(MINUTE).await;
        });
        let said = lines(&log);
        assert_eq!(said.len(), 2 * expected, "{said:#?}");
    }
}
