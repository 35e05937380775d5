//! Without the store a breaker goes on by what is known.

use std::time::{Duration, Instant};

use tollgate_storekit::{Gate, Server};

use super::{SOON, is_tripped, machine, rules};
use crate::BreakerState::{Closed, HalfOpen, Open};

const LONG: Duration = Duration::from_secs(600);
const SHORT: Duration = Duration::from_millis(120);

#[tokio::test]
async fn a_closed_one_counts_by_itself_and_tells_it_when_the_store_is_back() {
    let server = Server::start();
    let one = machine(server.url(), rules(LONG));
    drop(one.breaker.ready().await.unwrap());
    server.kill();
    one.fail(3);
    assert_eq!(one.breaker.state(), Open);
    server.restart();
    one.until("told", |_| is_tripped(&server)).await;
    let other = machine(server.url(), rules(LONG));
    assert!(other.breaker.ready().await.is_err());
}

#[tokio::test]
async fn an_open_one_lets_one_probe_of_each_machine_through_at_a_time() {
    let server = Server::start();
    let gate = Gate::to(&server);
    // Long enough to ask whether it is open.
    let machines = [0, 1].map(|_| machine(gate.url(), rules(Duration::from_secs(3))));
    machines[0].fail(3);
    machines[1].until("open", |it| it.state() != Closed).await;
    gate.hang();
    let began = Instant::now();
    for machine in &machines {
        machine
            .until("half-open", |it| it.state() == HalfOpen)
            .await;
        let turn = machine.turn().await;
        let second = machine
            .breaker
            .ready()
            .await
            .expect("the same probe is kept for both");
        let pass = machine.breaker.enter().unwrap();
        assert!(machine.breaker.enter().is_err() && machine.breaker.ready().await.is_err());
        drop((turn, second));
        pass.failed();
        assert!(machine.breaker.ready().await.is_err(), "open again");
    }
    assert!(began.elapsed() < SOON / 2, "nobody waits for long");
    for machine in &machines {
        let _turn = machine.turn().await;
        machine.breaker.enter().unwrap().succeeded();
        assert_eq!(machine.breaker.state(), Closed);
    }
}

#[tokio::test]
async fn the_later_of_two_states_counts_when_the_store_is_back() {
    let server = Server::builder().appendonly().start();
    let [one, other] = [0, 1].map(|_| machine(server.url(), rules(SHORT)));
    one.fail(3);
    other.until("open", |it| it.state() != Closed).await;
    server.kill();
    let _turn = one.turn().await;
    one.breaker.enter().unwrap().succeeded();
    server.restart();
    one.until("known to be back", |_| {
        server.cli(&["HGET", &server.cli(&["KEYS", "*"]), "tripped"]) == "0"
    })
    .await;
    other.until("closed", |it| it.state() == Closed).await;
}

#[tokio::test]
async fn what_a_store_has_lost_is_brought_back_by_whoever_knows() {
    let server = Server::start();
    let one = machine(server.url(), rules(LONG));
    one.fail(3);
    one.until("told", |_| is_tripped(&server)).await;
    assert_eq!(server.cli(&["FLUSHALL"]), "OK");
    one.until("told again", |_| is_tripped(&server)).await;
    assert_eq!(one.breaker.state(), Open);
    let other = machine(server.url(), rules(LONG));
    assert!(other.breaker.ready().await.is_err());
}

#[tokio::test]
async fn a_failure_whose_answer_is_lost_counts_at_most_once() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let one = machine(gate.url(), rules(LONG));
    drop(one.breaker.ready().await.unwrap());
    gate.lose_next();
    one.fail(1);
    one.until("lost", |_| !gate.is_about_to_lose()).await;
    one.fail(1);
    let key = || server.cli(&["KEYS", "*"]);
    one.until("told", |_| server.cli(&["HGET", &key(), "failures"]) == "2")
        .await;
    drop(one.breaker.ready().await.unwrap());
    assert_eq!(one.breaker.state(), Closed);
    one.fail(1);
    one.until("open", |it| it.state() == Open).await;
}

#[tokio::test]
async fn a_store_that_is_not_there_holds_nobody_up() {
    let server = Server::start();
    let gate = Gate::to(&server);
    gate.hang();
    let one = machine(gate.url(), rules(LONG));
    let began = Instant::now();
    drop(one.breaker.ready().await.unwrap());
    assert!(began.elapsed() < SOON / 2, "the timeout is 1 s");
    let mut asks = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        drop(one.breaker.ready().await.unwrap());
        asks.push(began.elapsed());
    }
    // Who is not run for a moment is late once, and who waits for the store is late each time.
    let best = asks.iter().min().expect("five");
    assert!(
        *best < Duration::from_millis(200),
        "known to be gone: {asks:?}"
    );
}
