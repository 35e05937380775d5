//! A store of two nodes.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use tollgate_storekit::{Cluster, Server};

use crate::exact::assert_kept;
use crate::ground::{Ground, harvest};

#[test]
fn a_cluster_has_each_account_on_one_node_and_keeps_its_limits() {
    let cluster = Cluster::of(2);
    let ports = cluster.nodes().iter().filter_map(Server::port);
    let ports: Vec<String> = ports.map(|port| format!("127.0.0.1:{port}")).collect();
    let fleet = format!("fleet=redis+cluster://{}", ports.join(","));
    let ground = Ground::new();
    let limits = "window=100/500ms,bucket=300/1s/100";
    let said = format!("limits={limits}");
    // By the digests of their names, two on each node.
    let accounts = ["a", "b", "g", "h"];
    let workers = accounts.map(|account| {
        let account = format!("account={account}");
        let options = [&*fleet, &said, &account, "skew=10"];
        let mut workers = ground.crowd(1, "one", &options);
        workers.extend(ground.crowd(1, "two", &options));
        workers
    });
    sleep(Duration::from_millis(3_500));
    // Every key of an account in one slot, and both nodes have some of them.
    let mut slots = BTreeSet::new();
    for node in cluster.nodes() {
        let keys = node.cli(&["KEYS", "tollgate:*"]);
        let own: BTreeSet<String> = keys
            .lines()
            .map(|key| node.cli(&["CLUSTER", "KEYSLOT", key]))
            .collect();
        assert!(!own.is_empty(), "a node that has nothing to do");
        slots.extend(own);
    }
    assert_eq!(slots.len(), accounts.len(), "{slots:?}");
    for workers in workers {
        let each: Vec<usize> = workers
            .iter()
            .map(|worker| worker.entries().len())
            .collect();
        let entries = harvest(workers);
        assert_kept(&entries, limits, Duration::from_millis(10));
        eprintln!("{each:?} granted");
        assert!(each.iter().all(|count| *count > 30), "{each:?}");
    }
}
