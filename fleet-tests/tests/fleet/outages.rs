//! A store that is gone for a while.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_storekit::Gate;

use crate::exact::assert_kept;
use crate::ground::{Ground, comes_true, harvest};

const TIMEOUT: Duration = Duration::from_millis(400);
/// What a busy machine may add to a timeout.
const SLACK: Duration = Duration::from_millis(250);

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
    comes_true("it is served again", Duration::from_secs(2), || {
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
    comes_true("it is refused", TIMEOUT + 2 * SLACK, || {
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
    let mut workers = ground.crowd(2, "one", &[&said, "skew=10", "timeout=400"]);
    let mut one = ground.obey("two", &[&said, "skew=10", "timeout=400"]);
    sleep(Duration::from_millis(700));
    ground.server.kill();
    let gone = Instant::now();
    sleep(Duration::from_millis(100));
    let before: usize = workers.iter().map(|worker| worker.entries().len()).sum();
    while gone.elapsed() < Duration::from_secs(3) {
        let (took, why) = refused(&one.ask("call 60000"));
        assert_eq!(why, "StoreDown(Unreachable)");
        assert!(took < TIMEOUT + SLACK, "{took:?}");
        sleep(Duration::from_millis(50));
    }
    let after: usize = workers.iter().map(|worker| worker.entries().len()).sum();
    assert_eq!(before, after, "nothing was granted without the store");
    assert!(workers.iter().all(|worker| worker.beats() > 0));
    ground.server.restart();
    for worker in &mut workers {
        comes_true("it goes on", Duration::from_secs(3), || {
            worker.entries().len() > after
        });
    }
    assert_kept(&harvest(workers), limits, Duration::from_millis(10));
}
