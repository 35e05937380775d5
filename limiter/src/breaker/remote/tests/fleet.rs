//! Breakers of several machines are one.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use tollgate_storekit::{Gate, Server};

use super::{Machine, SOON, is_tripped, machine, rules};
use crate::BreakerState::{Closed, HalfOpen, Open};
use crate::Fleet;
use crate::breaker::breakers;
use crate::fleet::{Store, prefix};

const LONG: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(120);

/// Two machines with one breaker, which opens for so long.
fn two(server: &Server, open: Duration) -> [Machine; 2] {
    [0, 1].map(|_| machine(server.url(), rules(open)))
}

#[tokio::test]
async fn failures_on_all_machines_together_open_it_for_all_of_them() {
    let server = Server::start();
    let [one, other] = two(&server, LONG);
    one.fail(2);
    // In between, so that the two are told before the third happens.
    other
        .until("two failures", |_| server.cli(&["DBSIZE"]) == "1")
        .await;
    drop(other.breaker.ready().await.unwrap());
    other.fail(1);
    one.until("open", |it| it.state() == Open).await;
    other.until("open", |it| it.state() == Open).await;
    assert!(one.breaker.enter().is_err());
}

#[tokio::test]
async fn a_success_on_one_machine_ends_what_others_counted() {
    let server = Server::start();
    let [one, other] = two(&server, LONG);
    let key = || server.cli(&["KEYS", "*"]);
    one.fail(2);
    one.until("a key", |_| !key().is_empty()).await;
    drop(other.breaker.ready().await.unwrap());
    other.breaker.enter().unwrap().succeeded();
    let failures = |_: &crate::Breaker| server.cli(&["HGET", &key(), "failures"]) == "0";
    other.until("no failure", failures).await;
    other.fail(2);
    one.until("two", |_| server.cli(&["HGET", &key(), "failures"]) == "2")
        .await;
    assert_eq!([one, other].map(|it| it.breaker.state()), [Closed, Closed]);
}

#[tokio::test]
async fn a_machine_that_comes_later_knows_before_its_first_request() {
    let server = Server::start();
    let [one, _] = two(&server, LONG);
    one.fail(3);
    one.until("told", |_| is_tripped(&server)).await;
    let late = machine(server.url(), rules(LONG));
    assert!(late.breaker.ready().await.is_err());
    assert_eq!(late.breaker.refused(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_all_machines_one_request_goes_in_each_half_open_period() {
    let server = Server::start();
    let machines = two(&server, SHORT);
    machines[0].fail(3);
    machines[1].until("open", |it| it.state() != Closed).await;
    let probes = Mutex::new(Vec::new());
    let end = Instant::now() + SOON;
    let work = |which: usize| {
        let (machine, probes) = (&machines[which % 2], &probes);
        async move {
            while probes.lock().unwrap().len() < 6 && Instant::now() < end {
                if let Ok(_turn) = machine.breaker.ready().await
                    && let Ok(pass) = machine.breaker.enter()
                {
                    probes.lock().unwrap().push((Instant::now(), which % 2));
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    pass.failed();
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    };
    tokio::join!(work(0), work(1), work(2), work(3), work(4), work(5));
    let probes = probes.into_inner().unwrap();
    assert!(probes.len() >= 6, "{probes:?}");
    for pair in probes.windows(2) {
        let between = pair[1].0 - pair[0].0;
        assert!(between >= SHORT, "two in one period: {between:?} {pair:?}");
    }
}

#[tokio::test]
async fn a_probe_that_succeeds_closes_it_for_all() {
    let server = Server::start();
    let [one, other] = two(&server, SHORT);
    one.fail(3);
    other.until("open", |it| it.state() != Closed).await;
    let turn = other.turn().await;
    assert!(
        one.breaker.ready().await.is_err(),
        "the other has the probe"
    );
    let pass = other.breaker.enter().unwrap();
    drop(turn);
    pass.succeeded();
    one.until("closed", |it| it.state() == Closed).await;
    one.breaker.enter().unwrap().succeeded();
}

#[tokio::test]
async fn a_probe_that_is_not_used_or_dropped_is_the_next_ones() {
    let server = Server::start();
    let [one, other] = two(&server, SHORT);
    one.fail(3);
    other.until("open", |it| it.state() != Closed).await;

    let turn = one.turn().await;
    assert!(other.breaker.ready().await.is_err(), "kept for one");
    assert!(other.breaker.enter().is_err(), "nobody goes without asking");
    drop(turn);
    let turn = other.turn().await;
    let pass = other.breaker.enter().unwrap();
    drop(turn);
    assert!(one.breaker.ready().await.is_err(), "under way");
    drop(pass);
    let _turn = one.turn().await;
    assert!(one.breaker.enter().is_ok());
}

#[tokio::test]
async fn whoever_stops_asking_leaves_the_probe_to_others() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let one = machine(gate.url(), rules(SHORT));
    let other = machine(server.url(), rules(SHORT));
    other.fail(3);
    drop(one.breaker.ready().await);
    one.until("half-open", |it| it.state() == HalfOpen).await;
    gate.delay(Duration::from_millis(800));
    let asks = tokio::time::timeout(Duration::from_millis(20), one.breaker.ready());
    assert!(asks.await.is_err(), "it waits for the store");
    // Long before the 20 s that a probe has.
    drop(other.turn().await);
}

#[tokio::test]
async fn results_of_earlier_states_change_nothing_on_any_machine() {
    let server = Server::start();
    let [one, other] = two(&server, SHORT);
    let passes = [(); 4].map(|()| one.breaker.enter().unwrap());
    let [early, late, third, fourth] = passes;
    other.fail(3);
    one.until("open", |it| it.state() != Closed).await;
    early.succeeded();
    let turn = other.turn().await;
    late.failed();
    let pass = other.breaker.enter().unwrap();
    drop(turn);
    third.succeeded();
    assert!(one.breaker.ready().await.is_err(), "the probe is out");
    pass.succeeded();
    one.until("closed", |it| it.state() == Closed).await;
    fourth.failed();
    one.fail(2);
    let failures = || server.cli(&["HGET", &server.cli(&["KEYS", "*"]), "failures"]);
    one.until("told", |_| failures() == "2").await;
    assert_eq!(one.breaker.state(), Closed, "two failures since");
}

#[tokio::test]
async fn nobody_goes_on_a_guess_when_the_time_is_over() {
    let server = Server::start();
    let [one, _] = two(&server, SHORT);
    one.fail(3);
    one.until("half-open", |it| it.state() == HalfOpen).await;
    assert!(one.breaker.look().is_err() && one.breaker.enter().is_err());
    let _turn = one.turn().await;
    assert!(one.breaker.look().is_ok() && one.breaker.enter().is_ok());
}

#[tokio::test]
async fn successes_cost_the_store_next_to_nothing_and_leave_nothing_there() {
    let server = Server::start();
    let [one, _] = two(&server, LONG);
    drop(one.breaker.ready().await.unwrap());
    let began = Instant::now();
    for _ in 0..10_000 {
        one.breaker.enter().unwrap().succeeded();
    }
    let tenths = began.elapsed().as_millis() / 100 + 3;
    let stats = server.cli(&["INFO", "commandstats"]);
    let calls = stats
        .lines()
        .find_map(|line| {
            line.strip_prefix("cmdstat_eval:calls=")
                .or(line.strip_prefix("cmdstat_evalsha:calls="))
        })
        .and_then(|line| line.split(',').next()?.parse::<u128>().ok());
    assert!(calls.unwrap() <= 2 * tenths, "{stats}");
    assert_eq!(server.cli(&["DBSIZE"]), "0");
}

#[tokio::test]
async fn whoever_looks_sees_what_it_does_and_how_often_it_refused() {
    let server = Server::start();
    let [one, _] = two(&server, LONG);
    one.fail(3);
    for _ in 0..5 {
        assert!(one.breaker.enter().is_err());
    }
    let store = Store::new(&Fleet::new(server.url())).unwrap();
    let prefix = prefix("breaker.example", "me");
    let end = Instant::now() + SOON;
    let seen = loop {
        // Whoever uses it tells what is new.
        let _ = one.breaker.ready().await;
        match breakers(&store, &prefix).await.unwrap().pop() {
            Some(seen) if seen.refused >= 5 => break seen,
            seen => assert!(Instant::now() < end, "{seen:?}"),
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!((seen.name.as_str(), seen.state), ("*", Open));
    assert!(seen.left > Some(LONG - SOON) && seen.left <= Some(LONG));
}

#[tokio::test]
async fn what_is_known_is_kept_as_long_as_it_is_of_use_and_no_longer() {
    let server = Server::start();
    let [one, _] = two(&server, LONG);
    one.fail(1);
    one.until("told", |_| server.cli(&["DBSIZE"]) == "1").await;
    let key = server.cli(&["KEYS", "*"]);
    assert!(
        key.starts_with("tollgate:1:{") && key.ends_with("}:*:breaker"),
        "{key}"
    );
    let left: u128 = server.cli(&["PTTL", &key]).parse().unwrap();
    // Twice the time it is open, and a probe.
    let most = (2 * LONG + Duration::from_secs(20)).as_millis() + 1_000;
    assert!(left > most - 100_000 && left <= most, "{left}");
    assert_eq!(server.cli(&["HGET", &key, "api"]), "breaker.example");
}
