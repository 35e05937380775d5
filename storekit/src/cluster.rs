//! Several servers that share the slots.

use std::time::{Duration, Instant};

use crate::Server;
use crate::builder::PATIENCE;

/// A cluster of servers without replicas, each with its part of the slots.
///
/// ```
/// use tollgate_storekit::Cluster;
///
/// let cluster = Cluster::of(2);
/// let moved = cluster.nodes()[0].cli(&["SET", "{3}", "x"]);
/// assert!(moved == "OK" || moved.starts_with("MOVED"), "{moved}");
/// ```
#[derive(Debug)]
#[must_use = "a cluster ends when it is dropped"]
pub struct Cluster {
    nodes: Vec<Server>,
}

const SLOTS: usize = 16_384;

impl Cluster {
    /// Starts so many nodes, splits the slots among them, and waits until all agree.
    ///
    /// # Panics
    ///
    /// For no node at all, and when one does not start or they do not agree.
    pub fn of(nodes: usize) -> Self {
        assert!(nodes > 0, "a cluster has a node");
        let start = |_| {
            let node = Server::builder().cluster();
            node.config("cluster-node-timeout 2000").start()
        };
        let cluster = Self {
            nodes: (0..nodes).map(start).collect(),
        };
        cluster.split();
        cluster.introduce();
        cluster.agree();
        cluster
    }

    /// The nodes; the first has the first slots.
    pub fn nodes(&self) -> &[Server] {
        &self.nodes
    }

    /// The URL of each node. One of them is enough for a client to find all.
    #[must_use]
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(Server::url).collect()
    }

    /// The node that has the slot of `key`.
    pub fn node_of(&self, key: &str) -> &Server {
        let slot = self.nodes[0].cli(&["CLUSTER", "KEYSLOT", key]);
        let slot: usize = slot.parse().expect("a slot is a number");
        let has = |index: &usize| slot < (index + 1) * SLOTS / self.nodes.len();
        let index = (0..self.nodes.len()).find(has);
        &self.nodes[index.expect("every slot is somebody's")]
    }

    fn split(&self) {
        let count = self.nodes.len();
        for (index, node) in self.nodes.iter().enumerate() {
            let first = (index * SLOTS / count).to_string();
            let last = ((index + 1) * SLOTS / count - 1).to_string();
            told(node, &["CLUSTER", "ADDSLOTSRANGE", &first, &last]);
            told(
                node,
                &["CLUSTER", "SET-CONFIG-EPOCH", &(index + 1).to_string()],
            );
        }
    }

    fn introduce(&self) {
        let first = &self.nodes[0];
        for node in &self.nodes[1..] {
            let [port, bus] = [node.port(), node.bus()].map(|it| it.unwrap_or(0).to_string());
            told(first, &["CLUSTER", "MEET", "127.0.0.1", &port, &bus]);
        }
    }

    fn agree(&self) {
        let end = Instant::now() + PATIENCE;
        let size = format!("cluster_size:{}\r\n", self.nodes.len());
        let agrees = |node: &Server| {
            let info = node.cli(&["CLUSTER", "INFO"]);
            info.contains("cluster_state:ok") && info.contains(&size)
        };
        while !self.nodes.iter().all(agrees) {
            assert!(Instant::now() < end, "the nodes never agreed");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn told(node: &Server, words: &[&str]) {
    let answer = node.cli(words);
    assert_eq!(answer, "OK", "`{}`", words.join(" "));
}
