//! What an API, an endpoint, a builder or a call sets; what it leaves out, the next wider one says.

use core::num::NonZeroU32;
use core::time::Duration;

/// How a call is tried again. A value holds what was set; the rest is inherited: a call's from its
/// endpoint, an endpoint's from its group, a group's from the builder, the builder's from the API,
/// and the API's from the defaults.
///
/// | setting | default | why |
/// |---|---|---|
/// | [`attempts`](Self::attempts) | 4 | the first and three more: a fault that outlives three pauses is an outage |
/// | [`base`](Self::base) | 500 ms | longer than a failover of a load balancer |
/// | [`cap`](Self::cap) | 20 s | no pause of ours is longer |
/// | [`within`](Self::within) | 2 min | longer than the 60 s that a limit per minute asks for, and still a time that a person waits |
/// | [`jitter`](Self::jitter) | on | clients that failed together must not come back together |
///
/// ```
/// use std::time::Duration;
/// use tollgate::Retry;
///
/// const PATIENT: Retry = Retry::new().attempts(8).within(Duration::from_secs(3600));
/// assert_ne!(PATIENT, Retry::new());
/// assert_eq!(Retry::off(), Retry::new().attempts(1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "settings do nothing until they are given to a builder or a call"]
pub struct Retry {
    pub(crate) attempts: Option<NonZeroU32>,
    pub(crate) base: Option<Duration>,
    pub(crate) cap: Option<Duration>,
    pub(crate) within: Option<Duration>,
    pub(crate) jitter: Option<bool>,
}

impl Retry {
    /// Everything inherited.
    pub const fn new() -> Self {
        Self {
            attempts: None,
            base: None,
            cap: None,
            within: None,
            jitter: None,
        }
    }

    /// No attempt but the first. A call still waits for a pause that the vendor asked of everybody,
    /// as long as [`within`](Self::within) says.
    pub const fn off() -> Self {
        Self::new().attempts(1)
    }

    /// The most attempts of one call, the first included; 0 counts as 1. Redirects and the one
    /// repetition with a new token do not count.
    pub const fn attempts(self, attempts: u32) -> Self {
        let attempts = match NonZeroU32::new(attempts) {
            Some(attempts) => attempts,
            None => NonZeroU32::MIN,
        };
        Self {
            attempts: Some(attempts),
            ..self
        }
    }

    /// The pause before the second attempt. It doubles with each further one.
    pub const fn base(self, base: Duration) -> Self {
        Self {
            base: Some(base),
            ..self
        }
    }

    /// The longest pause of our own. A pause that the vendor asks for may be longer.
    pub const fn cap(self, cap: Duration) -> Self {
        Self {
            cap: Some(cap),
            ..self
        }
    }

    /// The time from the start of the call within which a further attempt may begin, and the hops
    /// and tokens that follow it. It is set once, when the call starts: later answers do not prolong
    /// it.
    ///
    /// It is also the longest pause of the vendor's that a call waits for before its first attempt,
    /// or before a hop. That is measured when the pause is met, so it does not run out in the queue.
    pub const fn within(self, within: Duration) -> Self {
        Self {
            within: Some(within),
            ..self
        }
    }

    /// Whether a pause is random between zero and its full length ("full jitter").
    pub const fn jitter(self, jitter: bool) -> Self {
        Self {
            jitter: Some(jitter),
            ..self
        }
    }

    /// This, and where it says nothing, what `wider` says.
    pub(crate) fn or(self, wider: Self) -> Self {
        Self {
            attempts: self.attempts.or(wider.attempts),
            base: self.base.or(wider.base),
            cap: self.cap.or(wider.cap),
            within: self.within.or(wider.within),
            jitter: self.jitter.or(wider.jitter),
        }
    }
}

/// What becomes of an answer that is a redirect. Each hop is a request of its own and pays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Redirects {
    /// Redirects are followed, but for 301 and 302 of a write (not GET, HEAD or OPTIONS): by custom
    /// these turn a POST into a GET (RFC 9110 section 15.4.2), and the write would be lost.
    #[default]
    Follow,
    /// Those too: after a 301 or 302, a POST goes on as a GET without its body, and any other write
    /// as it is.
    FollowWrites,
    /// A redirect is an error.
    Never,
}

/// What an API or one of its endpoints sets for its calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// See [`Call::deadline`](crate::Call::deadline).
    pub deadline: Option<Duration>,
    /// See [`Call::attempt_timeout`](crate::Call::attempt_timeout).
    pub attempt_timeout: Option<Duration>,
    /// See [`Call::redirects`](crate::Call::redirects).
    pub redirects: Option<Redirects>,
    /// See [`Call::retry`](crate::Call::retry).
    pub retry: Retry,
}

impl Settings {
    /// Everything inherited.
    pub const INHERITED: Self = Self {
        deadline: None,
        attempt_timeout: None,
        redirects: None,
        retry: Retry::new(),
    };
}
