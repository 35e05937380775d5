//! A cluster of two servers is one store.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::RedisResult;
use tempfile::TempDir;
use tollgate_limits::{Period, Rate};

use super::driven::wanting;
use crate::fleet::message::{Ask, Stop, Topic};
use crate::fleet::script::{Call, Mode};
use crate::fleet::store::Store;
use crate::rule::Spec;
use crate::{Fleet, StoreFault, survey_fleet};

struct Node {
    _dir: TempDir,
    child: Child,
    port: u16,
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A port that nobody has now.
fn port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

impl Node {
    fn start() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let port = port();
        let mut command = Command::new("redis-server");
        command
            .args(["--bind", "127.0.0.1", "--port", &port.to_string()])
            .args([
                "--cluster-enabled",
                "yes",
                "--cluster-port",
                &self::port().to_string(),
            ])
            .args(["--save", "", "--dir", &dir.path().display().to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = command.spawn().expect("redis-server is installed");
        Self {
            _dir: dir,
            child,
            port,
        }
    }

    fn ask<T: redis::FromRedisValue>(&self, words: &[&str]) -> RedisResult<T> {
        let client = redis::Client::open(("127.0.0.1", self.port))?;
        redis::cmd(words[0])
            .arg(&words[1..])
            .query(&mut client.get_connection()?)
    }

    fn told(&self, words: &[&str]) {
        wait_until(|| self.ask::<redis::Value>(words).is_ok());
    }
}

fn wait_until(holds: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < end, "the cluster does not come up");
        std::thread::sleep(Duration::from_millis(20));
    }
}

struct Cluster([Node; 2]);

impl Cluster {
    fn start() -> Self {
        let nodes = [Node::start(), Node::start()];
        let [one, other] = &nodes;
        one.told(&["CLUSTER", "ADDSLOTSRANGE", "0", "8191"]);
        other.told(&["CLUSTER", "ADDSLOTSRANGE", "8192", "16383"]);
        let bus: Vec<String> = other
            .ask(&["CONFIG", "GET", "cluster-port"])
            .expect("a number");
        one.told(&[
            "CLUSTER",
            "MEET",
            "127.0.0.1",
            &other.port.to_string(),
            &bus[1],
        ]);
        let cluster = Self(nodes);
        cluster.await_ready();
        cluster
    }

    fn await_ready(&self) {
        wait_until(|| {
            self.0.iter().all(|node| {
                let facts = node.ask::<String>(&["CLUSTER", "INFO"]).unwrap_or_default();
                facts.contains("cluster_state:ok") && facts.contains("cluster_known_nodes:2")
            })
        });
    }

    fn fleet(&self) -> Fleet {
        let [one, other] = &self.0;
        let url = format!(
            "redis+cluster://127.0.0.1:{},127.0.0.1:{}",
            one.port, other.port
        );
        Fleet::new(url).timeout(Duration::from_secs(3))
    }
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
    let cluster = Cluster::start();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let store = Store::new(&cluster.fleet()).expect("a URL");
    for account in 0..8 {
        let reply = store.tell(&topic(account), &wanted()).await;
        let reply = reply.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!((reply.given.len(), reply.anew), (3, None));
        assert!(matches!(reply.stop, Stop::Until(_)));
        let slots = Call::new(&topic(account), &wanted(), Mode::Ask).keys;
        let slots = slots.iter().map(|key| {
            cluster.0[0]
                .ask::<u32>(&["CLUSTER", "KEYSLOT", key])
                .expect("a slot")
        });
        let mut slots: Vec<u32> = slots.collect();
        slots.dedup();
        assert_eq!(slots.len(), 1);
    }
    for node in &cluster.0 {
        assert!(
            node.ask::<u32>(&["DBSIZE"]).expect("a number") > 0,
            "both have some"
        );
    }
    let fleet = cluster.fleet();
    let looking = tokio::task::spawn_blocking(move || survey_fleet(&fleet));
    let accounts = looking.await.expect("it ends").expect("it is there");
    assert_eq!(accounts.len(), 8);
}

#[tokio::test]
async fn a_key_that_has_moved_is_followed_and_what_was_used_is_not_forgotten() {
    let cluster = Cluster::start();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let store = Store::new(&cluster.fleet()).expect("a URL");
    let first = store.tell(&topic(1), &wanted()).await.expect("it answers");
    assert_eq!(first.given.len(), 3);
    let key = &Call::new(&topic(1), &wanted(), Mode::Ask).keys[0];
    let [one, other] = &cluster.0;
    let slot: u32 = one.ask(&["CLUSTER", "KEYSLOT", key]).expect("a slot");
    let (from, to) = if slot < 8192 {
        (one, other)
    } else {
        (other, one)
    };
    // Lost on the way: the new one knows nothing.
    from.told(&["FLUSHALL"]);
    let id: String = to.ask(&["CLUSTER", "MYID"]).expect("a name");
    for node in [to, from] {
        node.told(&["CLUSTER", "SETSLOT", &slot.to_string(), "NODE", &id]);
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
    assert!(to.ask::<u32>(&["EXISTS", key]).expect("a number") == 1);
}

#[tokio::test]
async fn a_cluster_that_is_not_whole_is_named_in_time() {
    let mut cluster = Cluster::start();
    let fleet = cluster.fleet().timeout(Duration::from_millis(400));
    let store = Store::new(&fleet).expect("a URL");
    store.tell(&topic(1), &wanted()).await.expect("it answers");
    for node in &mut cluster.0 {
        node.child.kill().expect("it runs");
        node.child.wait().expect("it ends");
    }
    for _ in 0..2 {
        let start = Instant::now();
        let fault = store
            .tell(&topic(1), &wanted())
            .await
            .expect_err("nobody is there");
        assert!(start.elapsed() < Duration::from_millis(900));
        assert!(
            matches!(fault.kind(), StoreFault::Unreachable | StoreFault::Silent),
            "{fault}"
        );
    }
}
