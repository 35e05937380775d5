//! A server of one test's own, on a socket in a directory of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::Fleet;

/// A `redis-server` that ends with the test.
pub(super) struct Server {
    dir: TempDir,
    child: Child,
    options: Vec<String>,
}

impl Server {
    /// One that writes nothing to disk.
    pub(super) fn start() -> Self {
        Self::with(&[])
    }

    /// One with further options.
    pub(super) fn with(options: &[&str]) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let options = options.iter().map(|&option| option.to_owned()).collect();
        let child = launch(&dir, &options);
        let server = Self {
            dir,
            child,
            options,
        };
        server.await_ready();
        server
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.dir.path().join("s")
    }

    pub(super) fn url(&self) -> String {
        format!("redis+unix://{}", self.socket().display())
    }

    pub(super) fn fleet(&self) -> Fleet {
        Fleet::new(self.url())
    }

    /// Ends the server without a word, and starts it again in the same directory.
    pub(super) fn restart(&mut self) {
        self.kill();
        self.restart_dead();
    }

    /// Starts it again in the same directory after it was killed.
    pub(super) fn restart_dead(&mut self) {
        self.child = launch(&self.dir, &self.options);
        self.await_ready();
    }

    pub(super) fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        let _ = fs::remove_file(self.socket());
    }

    /// A connection for looking behind the scenes.
    pub(super) fn door(&self) -> redis::Connection {
        let client = redis::Client::open(self.url()).expect("a URL");
        client.get_connection().expect("it runs")
    }

    fn await_ready(&self) {
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            let client = redis::Client::open(self.url()).expect("a URL");
            let ready = client
                .get_connection()
                .and_then(|mut door| redis::cmd("PING").query::<String>(&mut door));
            match ready {
                Ok(_) => return,
                // It asks for a password, so it is there.
                Err(error) if error.code() == Some("NOAUTH") => return,
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        panic!("redis-server does not start; on Debian it is in the package `redis-server`");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn launch(dir: &TempDir, options: &Vec<String>) -> Child {
    let path = |name: &str| dir.path().join(name);
    Command::new("redis-server")
        .args(["--port", "0", "--save", "", "--appendonly", "no"])
        .args(["--dir", &dir.path().display().to_string()])
        .args(["--unixsocket", &path("s").display().to_string()])
        .args(options)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-server is installed; on Debian it is in the package of that name")
}
