//! What a server is to be like.

use std::time::{Duration, Instant};

use crate::Server;
use crate::address::Address;
use crate::server::{Place, ask};

/// A server that is to be started.
///
/// ```
/// use tollgate_storekit::Server;
///
/// let server = Server::builder().password("secret").config("maxmemory 64mb").start();
/// assert!(server.url().contains("secret"));
/// assert_eq!(server.cli(&["CONFIG", "GET", "maxmemory"]), "maxmemory\n67108864");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing runs until `start`"]
pub struct Builder {
    pub(crate) on_port: bool,
    pub(crate) cluster: bool,
    pub(crate) password: Option<String>,
    /// The port of the primary, and its password.
    pub(crate) primary: Option<(u16, Option<String>)>,
    pub(crate) lines: Vec<String>,
}

impl Builder {
    /// Listens at a free port of 127.0.0.1 instead of a Unix socket.
    pub fn on_port(mut self) -> Self {
        self.on_port = true;
        self
    }

    /// Asks for a password: letters and digits, since it stands in a URL.
    pub fn password(mut self, password: &str) -> Self {
        self.password = Some(password.to_owned());
        self.config(&format!("requirepass {password}"))
    }

    /// Writes everything down at once: what was answered is there after a restart.
    pub fn appendonly(self) -> Self {
        self.config("appendonly yes").config("appendfsync always")
    }

    /// Copies `primary`, and takes no writes of its own.
    ///
    /// # Panics
    ///
    /// When `primary` is not on a port: servers do not find each other over Unix sockets.
    pub fn replica_of(mut self, primary: &Server) -> Self {
        let port = primary
            .port()
            .expect("a replica finds its primary by a port: start that with `on_port`");
        self.primary = Some((port, primary.password().map(str::to_owned)));
        self
    }

    /// Takes part in a cluster, on a port. It owns nothing yet: see [`Cluster`](crate::Cluster).
    pub fn cluster(mut self) -> Self {
        self.cluster = true;
        self.on_port()
    }

    /// Adds a line to the server's configuration, which outdoes what is there.
    pub fn config(mut self, line: &str) -> Self {
        self.lines.push(line.to_owned());
        self
    }

    /// Starts it, and waits until it answers.
    ///
    /// # Panics
    ///
    /// When `redis-server` is missing or does not start, with what it said.
    #[must_use = "a server ends when it is dropped"]
    pub fn start(self) -> Server {
        for _ in 0..CLASHES {
            if let Some(server) = Server::try_start(&self, Place::new(&self)) {
                self.settle(&server);
                return server;
            }
        }
        panic!("{CLASHES} ports that the system called free were taken when the server came");
    }

    /// A replica is there when it has its copy, and hears of what comes after that.
    fn settle(&self, server: &Server) {
        let Some((port, password)) = &self.primary else {
            return;
        };
        until("the replica has its copy", || {
            let info = server.cli(&["INFO", "replication"]);
            info.contains("master_link_status:up")
        });
        // Which it may have for a second before anything is handed on: the primary waits for a word
        // of it. A message is handed on, and leaves nothing.
        let primary = |words: &[&str]| {
            let answer = ask(&Address::Port(*port), password.as_deref(), words);
            answer.expect("the primary answers")
        };
        let _ = primary(&["PUBLISH", "storekit", "hears"]);
        let said = offset(&primary(&["INFO", "replication"]), "master_repl_offset:");
        until("the replica hears of what comes", || {
            let info = server.cli(&["INFO", "replication"]);
            offset(&info, "slave_repl_offset:") >= said
        });
    }
}

fn until(what: &str, holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "it never came: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How far a server has come in what is handed on; nowhere, if it does not say.
fn offset(info: &str, name: &str) -> u64 {
    let line = info.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|number| number.trim().parse().ok())
        .unwrap_or(0)
}

/// So often a port may be taken by somebody else first.
const CLASHES: usize = 10;
/// As long as anything may take that always comes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);
