//! A line to a server that passes bytes on, or late, or not at all.

mod mood;
mod pump;

use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;

use self::mood::{Answers, Mood};
use crate::Server;
use crate::address::{Address, Line, Listener};

/// Stands before a server and passes on what is said, as it was told.
///
/// What it was told holds for connections that are there and for those to come. It goes on when the
/// server is gone and comes back: then connections that it accepts are closed at once.
///
/// ```
/// use std::time::Duration;
/// use tollgate_storekit::{Gate, Server};
///
/// let server = Server::start();
/// let gate = Gate::to(&server);
/// assert_ne!(gate.url(), server.url());
/// gate.delay(Duration::from_millis(300)); // whoever comes by the gate waits for answers
/// gate.pass();
/// ```
#[derive(Debug)]
#[must_use = "a gate is closed when it is dropped"]
pub struct Gate {
    address: Address,
    password: Option<String>,
    mood: Arc<Mood>,
    accepting: Option<JoinHandle<()>>,
    _dir: Option<TempDir>,
}

impl Gate {
    /// A gate to `server`, on a Unix socket. It passes everything on.
    ///
    /// # Panics
    ///
    /// When there is no room for a socket.
    pub fn to(server: &Server) -> Self {
        let dir = tempfile::Builder::new()
            .prefix("storekit-gate-")
            .tempdir()
            .expect("there is room for a directory");
        let listening = Listener::socket(dir.path().join("socket"));
        Self::open(server, listening, Some(dir))
    }

    /// The same on a free port of 127.0.0.1.
    ///
    /// # Panics
    ///
    /// When there is no port.
    pub fn on_port(server: &Server) -> Self {
        Self::open(server, Listener::port(), None)
    }

    /// The URL for clients, with the password of the server.
    #[must_use]
    pub fn url(&self) -> String {
        self.address.url(self.password.as_deref())
    }

    /// Passes everything on, as at first.
    pub fn pass(&self) {
        self.mood.set(Answers::Pass);
    }

    /// Passes requests on at once, and each answer so much later.
    pub fn delay(&self, by: Duration) {
        self.mood.set(Answers::Delay(by));
    }

    /// Passes requests on, and no answer: the server has done what was asked, and nobody hears of it.
    pub fn swallow(&self) {
        self.mood.set(Answers::Swallow);
    }

    /// Accepts connections and reads, and passes nothing on, never: the server hears of nothing.
    pub fn hang(&self) {
        self.mood.set(Answers::Hang);
    }

    /// Closes all connections, and each new one at once, until it is told otherwise.
    pub fn refuse(&self) {
        self.mood.set(Answers::Refuse);
        self.mood.cut();
    }

    /// Closes all connections that are there. New ones are passed on as before.
    pub fn cut(&self) {
        self.mood.cut();
    }

    /// Swallows the next answer, whichever it is, and closes its connection with it: the server has
    /// done what was asked, and whoever asked cannot know. Everything after that passes.
    ///
    /// An answer is what the server sends at once; who has asked several things loses them together.
    pub fn lose_next(&self) {
        self.mood.set(Answers::LoseNext);
    }

    /// Whether an answer is still to be lost.
    #[must_use]
    pub fn is_about_to_lose(&self) -> bool {
        self.mood.get() == Answers::LoseNext
    }

    /// How many connections were accepted so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.mood.accepted.load(Ordering::Acquire)
    }

    fn open(
        server: &Server,
        listening: io::Result<(Listener, Address)>,
        dir: Option<TempDir>,
    ) -> Self {
        let (listener, address) = listening.expect("there is room for a socket");
        let mood = Arc::new(Mood::default());
        let (theirs, upstream) = (Arc::clone(&mood), server.address().clone());
        let accepting = std::thread::spawn(move || accept(&listener, &upstream, &theirs));
        Self {
            address,
            password: server.password().map(str::to_owned),
            mood,
            accepting: Some(accepting),
            _dir: dir,
        }
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.mood.closed.store(true, Ordering::Release);
        // Wakes the one who accepts, who then sees that it is over.
        let _ = self.address.connect();
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
        self.mood.cut();
    }
}

fn accept(listener: &Listener, upstream: &Address, mood: &Arc<Mood>) {
    loop {
        let accepted = listener.accept();
        if mood.closed.load(Ordering::Acquire) {
            return;
        }
        let Ok(client) = accepted else {
            // Out of descriptors, or the client has gone again.
            std::thread::sleep(Duration::from_millis(1));
            continue;
        };
        mood.accepted.fetch_add(1, Ordering::AcqRel);
        if mood.get() != Answers::Refuse {
            // Without a server the connection is closed at once.
            let _ = join(client, upstream, mood);
        }
    }
}

fn join(client: Line, upstream: &Address, mood: &Arc<Mood>) -> io::Result<()> {
    let server = upstream.connect()?;
    mood.keep([client.another()?, server.another()?]);
    pump::requests(client.another()?, server.another()?, Arc::clone(mood));
    pump::answers(server, client, Arc::clone(mood));
    Ok(())
}
