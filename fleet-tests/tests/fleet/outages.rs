//! A store that is gone for a while.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_mapped::boottime;
use tollgate_storekit::Gate;

use crate::exact::{assert_kept, departures, nanos, within};
use crate::ground::{Ground, PATIENCE, Worker, comes_true, harvest};

const TIMEOUT: Duration = Duration::from_millis(400);
/// What a busy machine may add to a timeout. Calls that are not refused wait for a minute.
const SLACK: Duration = Duration::from_secs(10);
/// How long what a store gave may be used, with the skew that is declared here.
const AT_HAND: Duration = Duration::from_millis(110);

/// How long it took to be refused, and with what.
fn refused(said: &str) -> (Duration, String) {
    let rest = said.strip_prefix("refused ");
    let (micros, why) = rest
        .and_then(|rest| rest.split_once(' '))
        .unwrap_or_else(|| {
            panic!("it was not refused: {said}");
        });
    (
        Duration::from_micros(micros.parse().unwrap()),
        why.to_owned(),
    )
}

/// How often each was granted something.
fn each(workers: &[Worker]) -> Vec<usize> {
    let entries = workers.iter().map(|worker| worker.entries().len());
    entries.collect()
}

#[test]
fn a_store_that_accepts_and_never_answers_is_named_within_the_timeout() {
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    let fleet = format!("fleet={}", gate.url());
    let options = [&*fleet, "limits=window=1000/1s", "timeout=400"];
    gate.hang();
    let mut worker = ground.obey("one", &options);
    for _ in 0..3 {
        let (took, why) = refused(&worker.ask("call 60000"));
        assert_eq!(why, "StoreDown(Silent)");
        assert!(took < TIMEOUT + SLACK, "{took:?}");
    }
    assert_eq!(ground.trips(), 0);
    gate.pass();
    comes_true("it is served again", PATIENCE, || {
        worker.ask("call 60000").starts_with("granted")
    });
}

#[test]
fn a_store_that_stops_answering_is_named_within_the_timeout() {
    let ground = Ground::new();
    let gate = Gate::to(&ground.server);
    let fleet = format!("fleet={}", gate.url());
    let options = [&*fleet, "limits=window=100000/1s", "timeout=400"];
    let mut worker = ground.obey("one", &options);
    assert!(worker.ask("call 60000").starts_with("granted"));
    gate.hang();
    // What was at hand may still go.
    comes_true("it is refused", PATIENCE, || {
        let asked = Instant::now();
        let said = worker.ask("call 60000");
        assert!(asked.elapsed() < TIMEOUT + SLACK, "{said}");
        said.ends_with("StoreDown(Silent)")
    });
}

#[test]
fn a_store_that_is_gone_for_seconds_is_named_and_nothing_is_granted() {
    let ground = Ground::new();
    let limits = "window=100/500ms";
    let said = format!("limits={limits}");
    let workers = ground.crowd(2, "one", &[&said, "skew=10", "timeout=400"]);
    let mut one = ground.obey("two", &[&said, "skew=10", "timeout=400"]);
    sleep(Duration::from_millis(700));
    ground.server.kill();
    let gone = Instant::now();
    let down = boottime();
    while gone.elapsed() < Duration::from_secs(3) {
        let (took, why) = refused(&one.ask("call 60000"));
        assert_eq!(why, "StoreDown(Unreachable)");
        assert!(took < TIMEOUT + SLACK, "{took:?}");
        sleep(Duration::from_millis(50));
    }
    comes_true("all are refused", PATIENCE, || {
        workers.iter().all(|worker| worker.beats() > 0)
    });
    let (back, before) = (boottime(), each(&workers));
    ground.server.restart();
    comes_true("all go on", PATIENCE, || {
        let now = each(&workers);
        now.iter().zip(&before).all(|(now, before)| now > before)
    });
    let entries = harvest(workers);
    // By the moment of the grant: who was granted something may write that down later.
    let granted = departures(&entries, Duration::ZERO);
    let without = within(&granted, down + nanos(AT_HAND), back);
    assert_eq!(without, 0, "nothing was granted without the store");
    assert_kept(&entries, limits, Duration::from_millis(10));
}
