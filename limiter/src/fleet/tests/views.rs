//! Who looks at the store sees what processes did, and changes nothing.

use std::time::Duration;

use redis::Commands;
use tollgate_limits::{Budget, Ceiling, Period, Rate};

use super::driven::{topic, wanting};
use super::server::Server;
use crate::fleet::message::{Ask, Counts, News};
use crate::fleet::store::Store;
use crate::rule::Spec;
use crate::{Limits, StoreErrorKind, reset_fleet, survey_fleet};

fn limits() -> Limits {
    let ceiling = Ceiling::Window(Rate::per(10, Period::SECOND).expect("a rate"));
    let budget = Budget::new(Rate::per(5, Period::SECOND).expect("a rate"), 4);
    Limits::new(vec![ceiling], budget, Duration::from_millis(1)).expect("it fits")
}

fn rules() -> Vec<Spec> {
    Spec::all(&limits()).collect()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// A server of which it is known that it has forgotten nothing.
fn settled() -> Server {
    let server = Server::start();
    std::thread::sleep(Duration::from_micros(2_200_000));
    server
}

fn tell(server: &Server, bucket: &str, ask: &Ask) {
    let store = Store::new(&server.fleet()).expect("a URL");
    let telling = async { store.tell(&topic(bucket), ask).await };
    runtime()
        .block_on(telling)
        .unwrap_or_else(|fault| panic!("{fault}"));
}

/// How often anything was changed.
fn changes(server: &Server) -> String {
    let facts: String = redis::cmd("INFO")
        .arg("persistence")
        .query(&mut server.door())
        .expect("it runs");
    let mut lines = facts.lines();
    let changes = lines.find(|line| line.starts_with("rdb_changes_since_last_save:"));
    changes.expect("it counts").to_owned()
}

#[test]
fn what_processes_did_is_shown_and_nothing_is_changed() {
    let server = settled();
    let counts = Counts {
        calls: 3,
        requests: 2,
        permits: 2,
        waited: 7,
        ..Counts::default()
    };
    let ask = Ask {
        counts,
        slots: Some(9),
        ..wanting(&rules(), &[1, 1])
    };
    tell(&server, "read", &ask);
    tell(&server, "write", &wanting(&rules(), &[4, 1]));
    let before = changes(&server);
    let accounts = survey_fleet(&server.fleet()).expect("it is there");
    assert_eq!(changes(&server), before);

    assert_eq!(accounts.len(), 1);
    let account = &accounts[0];
    assert_eq!((&*account.api, &*account.account), ("api.example", "me"));
    let [read, write] = &account.buckets[..] else {
        panic!("{account:?}")
    };
    assert_eq!((&*read.name, &*write.name), ("read", "write"));
    assert_eq!(read.limits, [limits()]);
    assert!((2..4).contains(&read.available), "{read:?}");
    assert_eq!((read.next, read.blocked), (Some(Duration::ZERO), None));
    let meter = read.meter;
    assert_eq!(
        (meter.calls, meter.requests, meter.permits, meter.in_flight),
        (3, 2, 2, 2)
    );
    assert_eq!(meter.waited, Duration::from_micros(7));
    assert_eq!((write.available, write.meter.waiting), (0, 1));
    assert!(write.next.is_some_and(|next| next > Duration::ZERO));
}

#[test]
fn a_bucket_at_rest_is_shown_with_its_counters() {
    let server = settled();
    let ask = Ask {
        counts: Counts {
            calls: 3,
            ..Counts::default()
        },
        ..wanting(&rules(), &[1])
    };
    tell(&server, "read", &ask);
    let mut door = server.door();
    let states: Vec<String> = door.keys("*:s").expect("keys");
    let lists: Vec<String> = door.keys("*:w*").expect("keys");
    let () = door.del([states, lists].concat()).expect("it does");
    let accounts = survey_fleet(&server.fleet()).expect("it is there");
    let bucket = &accounts[0].buckets[0];
    assert_eq!((bucket.available, bucket.meter.calls), (4, 3));
}

#[test]
fn a_block_is_shown_and_forgotten_by_a_reset_as_is_what_was_used() {
    let server = settled();
    let ask = Ask {
        news: vec![News::Blocked { left: 60_000_000 }],
        ..wanting(&rules(), &[1])
    };
    tell(&server, "read", &ask);
    let view =
        |server: &Server| survey_fleet(&server.fleet()).expect("it is there")[0].buckets[0].clone();
    let bucket = view(&server);
    assert!(
        bucket
            .blocked
            .is_some_and(|left| left > Duration::from_secs(58)),
        "{bucket:?}"
    );
    assert_eq!(bucket.available, 0);

    reset_fleet(&server.fleet(), "api.example", "me").expect("it is known");
    let bucket = view(&server);
    assert_eq!(
        (bucket.blocked, bucket.available, bucket.meter.blocks),
        (None, 4, 1)
    );
    let unknown = reset_fleet(&server.fleet(), "api.example", "you").expect_err("it is not known");
    assert_eq!(unknown.kind(), StoreErrorKind::Store);
}

#[test]
fn a_store_that_cannot_be_had_is_an_error_that_names_it() {
    let mut server = Server::start();
    let fleet = server.fleet();
    server.kill();
    let error = survey_fleet(&fleet).expect_err("nobody is there");
    assert_eq!(error.kind(), StoreErrorKind::Store);
    assert!(error.to_string().contains("no connection"), "{error}");
}
