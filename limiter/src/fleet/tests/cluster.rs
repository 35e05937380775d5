//! A cluster of two servers is one store.

use std::time::{Duration, Instant};

use tollgate_limits::{Period, Rate};
use tollgate_storekit::{Cluster, Server};

use super::driven::wanting;
use crate::fleet::message::{Ask, Stop, Topic};
use crate::fleet::script::{Call, Mode};
use crate::fleet::store::Store;
use crate::rule::Spec;
use crate::{Fleet, StoreFault, survey_fleet};

fn fleet(cluster: &Cluster) -> Fleet {
    let ports = cluster.nodes().iter().filter_map(Server::port);
    let ports: Vec<String> = ports.map(|port| format!("127.0.0.1:{port}")).collect();
    Fleet::new(format!("redis+cluster://{}", ports.join(","))).timeout(Duration::from_secs(30))
}

/// The slot of a key.
fn slot(cluster: &Cluster, key: &str) -> u32 {
    let slot = cluster.nodes()[0].cli(&["CLUSTER", "KEYSLOT", key]);
    slot.parse().expect("a slot")
}

fn topic(account: u32) -> Topic {
    Topic {
        api: "api.example".into(),
        account: account.to_string().into(),
        bucket: "read".into(),
    }
}

/// One that even a server that has just started can have forgotten nothing of, soon.
fn wanted() -> Ask {
    let rate = Rate::per(3, Period::from_millis(700).expect("a time")).expect("a rate");
    wanting(&[Spec::Window { rate, skew: 0 }], &[1; 4])
}

#[tokio::test]
async fn accounts_are_spread_over_a_cluster_and_each_has_all_its_keys_in_one_slot() {
    let cluster = Cluster::of(2);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let store = Store::new(&fleet(&cluster)).expect("a URL");
    for account in 0..8 {
        let reply = store.tell(&topic(account), &wanted()).await;
        let reply = reply.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((reply.given.len(), reply.anew), (3, None));
        assert!(matches!(reply.stop, Stop::Until(_)));
        let slots = Call::new(&topic(account), &wanted(), Mode::Ask).keys;
        let slots = slots.iter().map(|key| slot(&cluster, key));
        let mut slots: Vec<u32> = slots.collect();
        slots.dedup();
        assert_eq!(slots.len(), 1);
    }
    for node in cluster.nodes() {
        assert_ne!(node.cli(&["DBSIZE"]), "0", "both have some");
    }
    let fleet = fleet(&cluster);
    let looking = tokio::task::spawn_blocking(move || survey_fleet(&fleet));
    let accounts = looking.await.expect("it ends").expect("it is there");
    assert_eq!(accounts.len(), 8);
}

#[tokio::test]
async fn a_key_that_has_moved_is_followed_and_what_was_used_is_not_forgotten() {
    let cluster = Cluster::of(2);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let store = Store::new(&fleet(&cluster)).expect("a URL");
    let first = store.tell(&topic(1), &wanted()).await.expect("it answers");
    assert_eq!(first.given.len(), 3);
    let key = &Call::new(&topic(1), &wanted(), Mode::Ask).keys[0];
    let [one, other] = cluster.nodes() else {
        panic!("there are two")
    };
    let slot = slot(&cluster, key);
    let (from, to) = if slot < 8192 {
        (one, other)
    } else {
        (other, one)
    };
    // Lost on the way: the new one knows nothing.
    assert_eq!(from.cli(&["FLUSHALL"]), "OK");
    let id = to.cli(&["CLUSTER", "MYID"]);
    for node in [to, from] {
        let told = node.cli(&["CLUSTER", "SETSLOT", &slot.to_string(), "NODE", &id]);
        assert_eq!(told, "OK");
    }
    let ask = Ask {
        known: super::driven::known(&first),
        ..wanted()
    };
    let reply = store
        .tell(&topic(1), &ask)
        .await
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(reply.anew.is_some() && reply.given.is_empty(), "{reply:?}");
    assert_eq!(to.cli(&["EXISTS", key]), "1");
}

#[tokio::test]
async fn a_cluster_that_is_not_whole_is_named_in_time() {
    let cluster = Cluster::of(2);
    let fleet = fleet(&cluster).timeout(Duration::from_secs(2));
    let store = Store::new(&fleet).expect("a URL");
    store.tell(&topic(1), &wanted()).await.expect("it answers");
    cluster.nodes().iter().for_each(Server::kill);
    for _ in 0..2 {
        let start = Instant::now();
        let fault = store
            .tell(&topic(1), &wanted())
            .await
            .expect_err("nobody is there");
        let took = start.elapsed();
        assert!(took < Duration::from_secs(20), "{took:?}");
        assert!(
            matches!(fault.kind(), StoreFault::Unreachable | StoreFault::Silent),
            "{fault}"
        );
    }
}
