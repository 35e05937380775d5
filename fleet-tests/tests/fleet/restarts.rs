//! Stores that forget: everything counts as used up, nothing as fresh.

use std::thread::sleep;
use std::time::{Duration, Instant};

use tollgate_mapped::boottime;
use tollgate_storekit::{Gate, Server};

use crate::exact::{assert_kept, departures, within};
use crate::ground::{Ground, PATIENCE, Worker, comes_true, harvest};

const LIMITS: &str = "window=100/2s";
/// The two seconds of it.
const WINDOW: u64 = 2_000_000_000;
const SKEW: Duration = Duration::from_millis(10);

/// Two machines that take all there is, to which something happens in the middle of a window; they
/// never take more, and go on when the window is over.
fn survive(server: Server, fleet: Option<&str>, what: impl FnOnce(&Server)) {
    let ground = Ground::with(server);
    let said = format!("limits={LIMITS}");
    let mut options = vec![&*said, "skew=10", "timeout=500"];
    options.extend(fleet);
    let mut workers = ground.crowd(1, "one", &options);
    workers.extend(ground.crowd(1, "two", &options));
    let total =
        |workers: &[Worker]| -> usize { workers.iter().map(|worker| worker.entries().len()).sum() };
    comes_true("the window is full", PATIENCE, || total(&workers) >= 100);
    sleep(Duration::from_millis(300));
    let moment = boottime();
    what(&ground.server);
    let before = total(&workers);
    comes_true("they go on", PATIENCE, || total(&workers) >= before + 100);
    let went_on = Duration::from_nanos(boottime() - moment);
    sleep(Duration::from_millis(2_300));
    let entries = harvest(workers);
    assert_kept(&entries, LIMITS, SKEW);
    let moments = departures(&entries, SKEW);
    // Whoever began with a whole window would have used it at once.
    let earlier = within(&moments, 0, moment);
    let end = (moments[earlier - 100] + WINDOW).min(moment + 1_200_000_000);
    assert_eq!(within(&moments, moment, end), 0, "the window was used up");
    eprintln!(
        "{} in all; they went on {went_on:?} after that",
        moments.len()
    );
}

#[test]
fn a_store_that_is_killed_and_has_nothing_written_down_begins_used_up() {
    survive(Server::start(), None, |server| {
        server.kill();
        server.restart();
    });
}

#[test]
fn a_store_that_is_killed_and_has_all_written_down_begins_used_up() {
    survive(Server::builder().appendonly().start(), None, |server| {
        server.kill();
        server.restart();
    });
}

#[test]
fn a_store_that_loses_its_keys_begins_used_up() {
    survive(Server::start(), None, |server| {
        assert_eq!(server.cli(&["FLUSHALL"]), "OK");
    });
}

#[test]
fn a_store_that_loses_its_keys_begins_used_up_also_for_who_has_never_asked() {
    let ground = Ground::new();
    let options = ["limits=window=10/3s"];
    let mut one = ground.obey("one", &options);
    assert_eq!(one.count("take 10 60000"), 10);
    let killed = Instant::now();
    ground.server.kill();
    ground.server.restart();
    let mut new = ground.obey("two", &options);
    comes_true("it goes on", PATIENCE, || new.count("take 1 1000") == 1);
    let after = killed.elapsed();
    assert!(
        after >= Duration::from_secs(3),
        "ten were used in these three seconds: {after:?}"
    );
}

#[test]
fn a_replica_that_is_promoted_begins_used_up() {
    let primary = Server::builder().on_port().start();
    let replica = Server::builder().on_port().replica_of(&primary).start();
    let (ground, url) = (Ground::with(primary), replica.url());
    let said = format!("limits={LIMITS}");
    let old = ground.crowd(2, "one", &[&said, "skew=10", "timeout=300"]);
    let moved = [&*format!("fleet={url}"), &said, "skew=10", "timeout=300"];
    let new = ground.crowd(2, "two", &moved);
    comes_true("the window is full", PATIENCE, || {
        old.iter()
            .map(|worker| worker.entries().len())
            .sum::<usize>()
            >= 100
    });
    // What it was never told of it cannot know: a store hands on behind.
    let told = offset(&ground.server, "master_repl_offset:");
    comes_true("the replica knows of that", PATIENCE, || {
        offset(&replica, "slave_repl_offset:") >= told
    });
    ground.server.kill();
    assert_eq!(replica.cli(&["REPLICAOF", "NO", "ONE"]), "OK");
    let promoted = boottime();
    comes_true("those who were moved go on", PATIENCE, || {
        new.iter()
            .map(|worker| worker.entries().len())
            .sum::<usize>()
            >= 100
    });
    let went_on = Duration::from_nanos(boottime() - promoted);
    let entries = harvest(old.into_iter().chain(new));
    assert_kept(&entries, LIMITS, SKEW);
    eprintln!(
        "{} in all; the new one went on after {went_on:?}",
        entries.len()
    );
}

/// How far a store has come in what is handed on.
fn offset(server: &Server, name: &str) -> u64 {
    let info = server.cli(&["INFO", "replication"]);
    let line = info.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|number| number.trim().parse().ok());
    number.unwrap_or_else(|| panic!("no {name} in {info}"))
}

#[test]
fn a_store_behind_a_line_that_breaks_is_the_same_store() {
    let server = Server::start();
    let gate = Gate::to(&server);
    let fleet = format!("fleet={}", gate.url());
    survive(server, Some(&fleet), |_| gate.cut());
}
