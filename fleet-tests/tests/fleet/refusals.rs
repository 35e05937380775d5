//! Stores that cannot be used, and the names of the reasons.

use std::time::{Duration, Instant};

use tollgate_storekit::Server;

use crate::ground::{Ground, PATIENCE};

const LIMITS: &str = "limits=window=100/1s";

/// What the first call is told by the store at `url`, and how soon.
fn told(ground: &Ground, url: &str) -> String {
    let fleet = format!("fleet={url}");
    let mut worker = ground.obey("one", &[&fleet, LIMITS, "timeout=1000"]);
    let start = Instant::now();
    let said = worker.ask("call 60000");
    let took = start.elapsed();
    // Not when its time is over, which is a minute.
    assert!(took < Duration::from_secs(20), "{took:?}: {said}");
    let why = said.split(' ').nth(2);
    why.unwrap_or_else(|| panic!("{url}: {said}")).to_owned()
}

#[test]
fn a_wrong_password_is_named() {
    let ground = Ground::with(Server::builder().on_port().password("right").start());
    let port = ground.server.port().unwrap();
    let urls = ["redis://:wrong@", "redis://", "redis://nobody:right@"];
    for url in urls {
        let url = format!("{url}127.0.0.1:{port}");
        assert_eq!(told(&ground, &url), "StoreDown(Denied)", "{url}");
    }
    let mut worker = ground.obey("one", &[LIMITS]);
    assert_eq!(worker.count("take 1 60000"), 1, "the right one");
}

#[test]
fn no_word_of_the_password_is_logged() {
    let ground = Ground::with(Server::builder().on_port().password("right").start());
    let port = ground.server.port().unwrap();
    let fleet = format!("fleet=redis://user:s3cr3t@127.0.0.1:{port}");
    let (mut worker, lines) = ground.loud("one", &[&fleet, LIMITS]);
    assert!(worker.ask("call 60000").contains("Denied"));
    // Who waits is told before it is logged.
    let first = lines.recv_timeout(PATIENCE);
    let first = first.expect("what is wrong with the store is logged");
    assert!(first.contains("the store"), "{first}");
    drop(worker);
    for line in [first].into_iter().chain(lines) {
        assert!(!line.contains("s3cr3t"), "{line}");
    }
}

#[test]
fn a_user_who_may_run_no_scripts_is_named() {
    let ground = Ground::with(Server::builder().on_port().start());
    let weak = [
        "ACL",
        "SETUSER",
        "weak",
        "on",
        ">pass",
        "~*",
        "+@all",
        "-@scripting",
    ];
    assert_eq!(ground.server.cli(&weak), "OK");
    let port = ground.server.port().unwrap();
    let url = format!("redis://weak:pass@127.0.0.1:{port}");
    assert_eq!(told(&ground, &url), "StoreDown(Denied)");
}

#[test]
fn a_user_who_may_not_touch_our_keys_is_named() {
    let ground = Ground::with(Server::builder().on_port().start());
    let weak = ["ACL", "SETUSER", "weak", "on", ">pass", "~other:*", "+@all"];
    assert_eq!(ground.server.cli(&weak), "OK");
    let port = ground.server.port().unwrap();
    let url = format!("redis://weak:pass@127.0.0.1:{port}");
    assert_eq!(told(&ground, &url), "StoreDown(Denied)");
}

#[test]
fn a_replica_is_named() {
    let ground = Ground::with(Server::builder().on_port().start());
    let replica = Server::builder()
        .on_port()
        .replica_of(&ground.server)
        .start();
    assert_eq!(told(&ground, &replica.url()), "StoreDown(ReadOnly)");
}

#[test]
fn a_store_that_is_not_there_is_named() {
    let ground = Ground::new();
    let url = "redis+unix:///nowhere/at/all";
    assert_eq!(told(&ground, url), "StoreDown(Unreachable)");
}
