//! Timeouts, the pool, and everything else that the sealed client is built from.

use core::time::Duration;

use super::{Certificate, Identity, Proxy};

/// How long the parts of an attempt may take.
///
/// An attempt's timeout starts when its permit is granted: waiting for the limiter is bounded by
/// the call's deadline alone. There is always one: zero is a timeout that has passed, with which each
/// call is sent, pays and fails.
///
/// ```
/// use std::time::Duration;
/// use tollgate::Timeouts;
///
/// let timeouts = Timeouts::default().connect(Duration::from_secs(3));
/// assert_eq!(timeouts, Timeouts::new(Duration::from_secs(3), Duration::from_secs(30)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Timeouts {
    pub(crate) connect: Duration,
    pub(crate) attempt: Duration,
}

impl Timeouts {
    /// A timeout for making a connection (name, TCP, proxy and TLS), and one for a whole attempt
    /// from the permit to the end of a buffered body, or to the head of a streamed one and then
    /// for each of its chunks.
    pub const fn new(connect: Duration, attempt: Duration) -> Self {
        Self { connect, attempt }
    }

    /// Replaces the timeout for making a connection.
    pub const fn connect(self, connect: Duration) -> Self {
        Self { connect, ..self }
    }

    /// Replaces the timeout of an attempt.
    pub const fn attempt(self, attempt: Duration) -> Self {
        Self { attempt, ..self }
    }
}

impl Default for Timeouts {
    /// Ten seconds to connect, thirty for an attempt.
    fn default() -> Self {
        Self::new(Duration::from_secs(10), Duration::from_secs(30))
    }
}

/// How many idle connections are kept, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Pool {
    pub(crate) max_idle: usize,
    pub(crate) idle_timeout: Duration,
}

impl Pool {
    /// At most `max_idle` idle connections to a host, each for `idle_timeout` at most.
    pub const fn new(max_idle: usize, idle_timeout: Duration) -> Self {
        Self {
            max_idle,
            idle_timeout,
        }
    }
}

impl Default for Pool {
    /// 64 connections, 60 seconds: below the 75 seconds after which nginx closes them.
    fn default() -> Self {
        Self::new(64, Duration::from_secs(60))
    }
}

/// All that the sealed client is built from.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) timeouts: Option<Timeouts>,
    pub(crate) pool: Pool,
    pub(crate) user_agent: String,
    pub(crate) proxy: Option<Proxy>,
    pub(crate) roots: Vec<Certificate>,
    pub(crate) identity: Option<Identity>,
    pub(crate) http2: bool,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            timeouts: None,
            pool: Pool::default(),
            user_agent: concat!("tollgate/", env!("CARGO_PKG_VERSION")).to_owned(),
            proxy: None,
            roots: Vec::new(),
            identity: None,
            http2: false,
        }
    }
}
