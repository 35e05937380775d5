//! Clients on several machines, and what the vendor saw of them.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tollgate_limiter::{Fleet, survey_fleet};
use tollgate_testkit::{Gate, Reply, Vendor};

use crate::ground::{Ground, PATIENCE, Worker, comes_true};

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_a_fleet_pay_for_every_request_and_are_never_throttled() {
    const CALLS: usize = 150;
    let ground = Ground::new();
    let vendor = Vendor::builder()
        .ceiling(Gate::token_bucket(200, Duration::from_secs(1), 100))
        .delay(Duration::from_millis(3))
        .route("GET /items/{id}", Reply::json_text("7"))
        .start()
        .await;
    let caller = |_| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fleet-caller"));
        command.args([&vendor.url(), &ground.server.url(), &CALLS.to_string()]);
        let mut caller = Worker::start(command.stderr(Stdio::inherit()));
        caller.says("ready");
        caller
    };
    let mut callers: Vec<Worker> = (0..4).map(caller).collect();
    // A store that was just started counts as used up; then all of the burst is there.
    thread::sleep(Duration::from_millis(2_500));
    let start = Instant::now();
    thread::scope(|scope| {
        for caller in &mut callers {
            scope.spawn(|| {
                assert_eq!(caller.ask("go"), format!("answered {CALLS}"));
            });
        }
    });
    let seen = vendor.count();
    assert_eq!(seen, 4 * CALLS);
    vendor.assert_none_throttled();
    // A hundred at once, and 500 at 200 in a second.
    let took = start.elapsed();
    eprintln!("{seen} requests in {took:?}");
    assert!(took < 10 * Duration::from_millis(2_500), "{took:?}");
    let survey = || survey_fleet(&Fleet::new(ground.server.url())).unwrap();
    // Counters are told behind, by callers that are there until they hear that they may go.
    comes_true("all is told", PATIENCE, || {
        survey()[0].buckets[0].meter.requests >= seen as u64
    });
    let accounts = survey();
    let meter = accounts[0].buckets[0].meter;
    assert_eq!((meter.permits, meter.requests), (seen as u64, seen as u64));
    assert_eq!((accounts.len(), meter.unpaid()), (1, 0));
}
