//! What the vendor is to be, before it is started.

use std::io;
use std::time::Duration;

use crate::gate::Gate;
use crate::pages::Pages;
use crate::reply::Reply;
use crate::request::Request;
use crate::route::Route;
use crate::script::Script;
use crate::throttle::Throttle;
use crate::vendor::Vendor;

/// How much of a body is kept where nothing else is said: 16 MiB.
const KEPT_BODY: usize = 16 << 20;

/// A vendor that has not opened yet.
///
/// ```
/// use std::time::Duration;
/// use tollgate_testkit::{Gate, Reply, Vendor};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let vendor = Vendor::builder()
///     .ceiling(Gate::token_bucket(10, Duration::from_secs(1), 50).per_bearer())
///     .route("POST /orders", Reply::empty(503).then(Reply::empty(201)))
///     .route("GET /health", Reply::text("ok").delay(Duration::from_millis(20)))
///     .handle("GET /orders/{id}", |request| match request.param("id") {
///         Some("7") => Reply::json(&["a", "b"]),
///         _ => Reply::empty(404),
///     })
///     .start()
///     .await;
/// assert_eq!(vendor.url(), format!("http://127.0.0.1:{}", vendor.addr().port()));
/// # }
/// ```
///
/// The first route that fits a request answers it, in the order in which they were added. A
/// request that none fits gets the fallback: a 404 that says so, or `{}` for a vendor without any
/// route.
#[derive(Debug)]
#[must_use = "a builder opens no port until it is started"]
pub struct Builder {
    pub(crate) routes: Vec<Route>,
    pub(crate) fallback: Option<Script>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) throttle: Throttle,
    pub(crate) conduct: Conduct,
    pub(crate) record: bool,
    pub(crate) slow_connect: bool,
    pub(crate) marked: bool,
}

/// How the vendor treats every connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conduct {
    pub(crate) keep_body: usize,
    pub(crate) first_read_delay: Duration,
    pub(crate) delay: Duration,
    pub(crate) rejects_early: bool,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self {
            routes: Vec::new(),
            fallback: None,
            gates: Vec::new(),
            throttle: Throttle::new(),
            conduct: Conduct {
                keep_body: KEPT_BODY,
                first_read_delay: Duration::ZERO,
                delay: Duration::ZERO,
                rejects_early: false,
            },
            record: true,
            slow_connect: false,
            marked: false,
        }
    }

    /// Answers requests that fit the pattern by a script or always by one reply.
    ///
    /// A pattern is a path, with a method before it or for every method: `/items`,
    /// `GET /items/{id}` (one segment each, for [`Request::param`]), `/files/*` (everything that
    /// begins so), `/items?page=2` (this very query). Paths are compared byte for byte.
    ///
    /// # Panics
    ///
    /// For a pattern whose path does not begin with `/`.
    pub fn route(mut self, pattern: &str, script: impl Into<Script>) -> Self {
        self.routes.push(Route::new(pattern, script.into()));
        self
    }

    /// Answers requests that fit the pattern by a closure; see [`Script::handler`].
    ///
    /// # Panics
    ///
    /// For a pattern whose path does not begin with `/`.
    pub fn handle(
        self,
        pattern: &str,
        handler: impl Fn(&Request) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.route(pattern, Script::handler(handler))
    }

    /// Serves `items` things in pages of `per_page` with a `Link` header; see [`Pages`].
    ///
    /// # Panics
    ///
    /// For pages of zero items, and for a pattern whose path does not begin with `/`.
    pub fn pages(self, pattern: &str, items: usize, per_page: usize) -> Self {
        self.route(pattern, Pages::new(items, per_page))
    }

    /// Answers what no route fits.
    pub fn otherwise(mut self, script: impl Into<Script>) -> Self {
        self.fallback = Some(script.into());
        self
    }

    /// Enforces a ceiling; several hold together.
    pub fn ceiling(mut self, gate: impl Into<Gate>) -> Self {
        self.gates.push(gate.into());
        self
    }

    /// How to answer beyond a ceiling.
    pub fn throttle(mut self, throttle: Throttle) -> Self {
        self.throttle = throttle;
        self
    }

    /// Answers beyond a ceiling before the request's body is read, and closes the connection.
    pub fn rejecting_early(mut self) -> Self {
        self.conduct.rejects_early = true;
        self
    }

    /// Waits this long before every answer, as a far vendor does.
    pub fn delay(mut self, delay: Duration) -> Self {
        self.conduct.delay = delay;
        self
    }

    /// Takes each connection but reads nothing from it for so long: what the client sent
    /// meanwhile arrives at once.
    pub fn first_read_delay(mut self, delay: Duration) -> Self {
        self.conduct.first_read_delay = delay;
        self
    }

    /// Makes the first connects slow. The kernel's queue for connections is full until
    /// [`Vendor::accept`] is called; a client that tried before gets through when its kernel tries
    /// again, on Linux one second after the first attempt, then after three and seven.
    pub fn slow_connect(mut self) -> Self {
        self.slow_connect = true;
        self
    }

    /// Expects the mark of a client's door on each request, and tells what carried none; see
    /// [`assert_all_paid`](crate::assert_all_paid). Unix alone.
    ///
    /// The program under test is built with the feature `coverage` of `tollgate`. Its door asks this
    /// vendor for a key, once in each process; no other code of the program can have it without that
    /// being seen.
    pub fn marked(mut self) -> Self {
        self.marked = true;
        self
    }

    /// Whether requests are kept (usual) or only counted. For benches: without it
    /// [`Vendor::requests`] and everything made from it panics.
    pub fn record(mut self, record: bool) -> Self {
        self.record = record;
        self
    }

    /// Keeps so many bytes of each body (usually 16 MiB); what is longer is read and counted, not
    /// kept.
    pub fn keep_body(mut self, bytes: usize) -> Self {
        self.conduct.keep_body = bytes;
        self
    }

    /// Opens the vendor.
    ///
    /// # Panics
    ///
    /// If there is no free port or no thread to be had, or no place for keys; see [`try_start`](Self::try_start).
    pub async fn start(self) -> Vendor {
        match self.try_start().await {
            Ok(vendor) => vendor,
            Err(error) => panic!("the vendor could not open on 127.0.0.1: {error}"),
        }
    }

    /// Opens the vendor.
    ///
    /// # Errors
    ///
    /// If there is no free port or no thread to be had; with [`marked`](Self::marked) also if no private
    /// folder can be made in the directory for temporary files.
    pub async fn try_start(self) -> io::Result<Vendor> {
        Vendor::from_builder(self).await
    }
}
