//! One server: a process, a directory, an address.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::address::{Address, Listener};
use crate::builder::{Builder, PATIENCE};
use crate::{nursery, resp};

/// A `redis-server` of its own.
///
/// It keeps its directory and its address when it is stopped, killed and restarted. It ends with
/// the value, and with the process that started it.
///
/// ```
/// use tollgate_storekit::Server;
///
/// let server = Server::builder().appendonly().start();
/// server.cli(&["SET", "kept", "yes"]);
/// server.kill();
/// server.restart();
/// assert_eq!(server.cli(&["GET", "kept"]), "yes");
/// ```
#[derive(Debug)]
#[must_use = "a server ends when it is dropped"]
pub struct Server {
    place: Place,
    password: Option<String>,
    child: Mutex<Option<Child>>,
}

/// Where it is, running or not.
#[derive(Debug)]
pub(crate) struct Place {
    dir: TempDir,
    address: Address,
    /// By which the nodes of a cluster find each other.
    bus: Option<u16>,
}

impl Server {
    /// Starts one on a Unix socket that writes nothing down, and waits until it answers.
    ///
    /// # Panics
    ///
    /// When `redis-server` is missing or does not start, with what it said.
    pub fn start() -> Self {
        Self::builder().start()
    }

    /// Something else.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The URL for clients, password included.
    #[must_use]
    pub fn url(&self) -> String {
        self.place.address.url(self.password())
    }

    /// What the server has for a file: its configuration, its log, what it wrote down.
    #[must_use]
    pub fn dir(&self) -> &Path {
        self.place.dir.path()
    }

    /// The port it listens at, unless that is a Unix socket.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        match self.place.address {
            Address::Port(port) => Some(port),
            Address::Socket(_) => None,
        }
    }

    /// Asks the server something over a connection of its own; the answer as text: numbers in
    /// decimal, `(nil)` for nothing, a list with one line for each item, an error as its text.
    ///
    /// # Panics
    ///
    /// When the server is gone, or takes longer than 30 s.
    #[must_use]
    pub fn cli(&self, words: &[&str]) -> String {
        match self.ask(words) {
            Ok(answer) => answer,
            Err(error) => panic!("`{}` got no answer: {error}", words.join(" ")),
        }
    }

    /// Kills it, as SIGKILL does, and waits until it is gone. It may be gone already.
    pub fn kill(&self) {
        if let Some(mut child) = self.child().take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Has it end by itself: it writes down what it was told to.
    pub fn stop(&self) {
        let _ = self.ask(&["SHUTDOWN"]);
        if let Some(mut child) = self.child().take() {
            let end = Instant::now() + PATIENCE;
            while matches!(child.try_wait(), Ok(None)) && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again, in the same directory and at the same address; stops it first if it runs.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub fn restart(&self) {
        if self.child().is_some() {
            self.stop();
        }
        // Its port is anybody's while it is gone, as that of a connection that ends soon.
        let end = Instant::now() + PATIENCE;
        let child = loop {
            match self.place.run(self.password()) {
                Some(child) => break child,
                None => assert!(Instant::now() < end, "somebody else keeps its port"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        *self.child() = Some(child);
    }

    /// `None` if somebody else has its port.
    pub(crate) fn try_start(wanted: &Builder, place: Place) -> Option<Self> {
        place.configure(wanted);
        let password = wanted.password.clone();
        let child = place.run(password.as_deref())?;
        Some(Self {
            place,
            password,
            child: Mutex::new(Some(child)),
        })
    }

    pub(crate) fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    pub(crate) fn address(&self) -> &Address {
        &self.place.address
    }

    pub(crate) fn bus(&self) -> Option<u16> {
        self.place.bus
    }

    fn ask(&self, words: &[&str]) -> io::Result<String> {
        self.place.ask(self.password(), words)
    }

    fn child(&self) -> MutexGuard<'_, Option<Child>> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

impl Place {
    pub(crate) fn new(wanted: &Builder) -> Self {
        let dir = tempfile::Builder::new()
            .prefix("storekit-")
            .tempdir()
            .expect("there is room for a directory");
        let address = match wanted.on_port {
            true => Address::Port(free_port()),
            false => Address::Socket(dir.path().join("socket")),
        };
        let bus = wanted.cluster.then(free_port);
        Self { dir, address, bus }
    }

    fn configure(&self, wanted: &Builder) {
        let dir = self.dir.path().display();
        let mut lines = vec![
            format!("dir {dir}"),
            format!("logfile {dir}/log"),
            "daemonize no".to_owned(),
            // Only what a test asks for is written down.
            "save \"\"".to_owned(),
            // `DEBUG SLEEP` makes a server slow.
            "enable-debug-command yes".to_owned(),
            "bind 127.0.0.1".to_owned(),
        ];
        match &self.address {
            Address::Socket(path) => {
                lines.push("port 0".to_owned());
                lines.push(format!("unixsocket {}", path.display()));
            }
            Address::Port(port) => lines.push(format!("port {port}")),
        }
        if let Some(bus) = self.bus {
            lines.push("cluster-enabled yes".to_owned());
            lines.push(format!("cluster-port {bus}"));
        }
        if let Some((port, password)) = &wanted.primary {
            lines.push(format!("replicaof 127.0.0.1 {port}"));
            lines.push("repl-diskless-sync-delay 0".to_owned());
            lines.extend(password.as_ref().map(|it| format!("masterauth {it}")));
        }
        lines.extend(wanted.lines.iter().cloned());
        fs::write(self.file("conf"), lines.join("\n") + "\n").expect("the directory is ours");
    }

    /// Starts the server and waits until it answers; `None` if somebody else has its port.
    fn run(&self, password: Option<&str>) -> Option<Child> {
        // What an earlier run has said is no answer to why this one fails.
        let _ = fs::remove_file(self.file("log"));
        let conf = self.file("conf").display().to_string();
        let mut child = nursery::spawn(vec!["redis-server".to_owned(), conf]);
        let end = Instant::now() + PATIENCE;
        while !self.is_up(password) {
            let ended = matches!(child.try_wait(), Ok(Some(_)));
            if ended || end < Instant::now() {
                let _ = child.kill();
                let _ = child.wait();
                let log = fs::read_to_string(self.file("log")).unwrap_or_default();
                assert!(
                    log.contains("ddress already in use"),
                    "redis-server does not start. It says:\n{log}"
                );
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Some(child)
    }

    fn is_up(&self, password: Option<&str>) -> bool {
        self.ask(password, &["PING"]).is_ok_and(|it| it == "PONG")
    }

    fn ask(&self, password: Option<&str>, words: &[&str]) -> io::Result<String> {
        ask(&self.address, password, words)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }
}

/// Asks whoever is at `address` over a connection of its own.
pub(crate) fn ask(address: &Address, password: Option<&str>, words: &[&str]) -> io::Result<String> {
    let mut line = address.connect()?;
    line.patience(PATIENCE)?;
    if let Some(password) = password {
        resp::ask(&mut line, &["AUTH", password])?;
    }
    resp::ask(&mut line, words)
}

/// A port that nobody listens at; who comes first has it.
fn free_port() -> u16 {
    match Listener::port() {
        Ok((_, Address::Port(port))) => port,
        other => panic!("no port of 127.0.0.1 is to be had: {other:?}"),
    }
}
