//! How calls are tried again and how long they may take, as far as a description says it.

use proc_macro2::Span;

use super::Number;

/// A length of time that is more than zero.
#[derive(Clone)]
pub(crate) struct Length {
    pub(crate) nanos: u64,
    /// Where it is written.
    pub(crate) span: Span,
}

impl Length {
    /// The length in words: `10 s`, `2 min`, `500 ms`.
    pub(crate) fn words(&self) -> String {
        let units = [
            (60_000_000_000, "min"),
            (1_000_000_000, "s"),
            (1_000_000, "ms"),
            (1_000, "us"),
            (1, "ns"),
        ];
        let nanos = self.nanos;
        let whole = units.iter().find(|(unit, _)| nanos.is_multiple_of(*unit));
        whole.map_or_else(String::new, |(unit, name)| {
            format!("{} {name}", nanos / unit)
        })
    }
}

/// What an API, a group or an endpoint sets for its calls. What is absent is inherited.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    pub(crate) deadline: Option<Length>,
    pub(crate) attempt_timeout: Option<Length>,
    pub(crate) redirects: Option<Redirects>,
    pub(crate) retry: Option<Retry>,
}

impl Settings {
    /// This, and where it says nothing, what `wider` says.
    pub(crate) fn or(self, wider: &Self) -> Self {
        let wider = wider.clone();
        Self {
            deadline: self.deadline.or(wider.deadline),
            attempt_timeout: self.attempt_timeout.or(wider.attempt_timeout),
            redirects: self.redirects.or(wider.redirects),
            retry: match (self.retry, wider.retry) {
                (Some(own), Some(wider)) => Some(own.or(wider)),
                (own, wider) => own.or(wider),
            },
        }
    }
}

/// How a call is tried again.
#[derive(Clone, Default)]
pub(crate) struct Retry {
    /// The first one included; 1 is `retry = off`.
    pub(crate) attempts: Option<Number>,
    pub(crate) base: Option<Length>,
    pub(crate) cap: Option<Length>,
    pub(crate) within: Option<Length>,
    pub(crate) jitter: Option<bool>,
}

impl Retry {
    /// Whether there is one attempt and no more.
    pub(crate) fn is_off(&self) -> bool {
        self.attempts.as_ref().and_then(Number::value) == Some(1)
    }

    fn or(self, wider: Self) -> Self {
        Self {
            attempts: self.attempts.or(wider.attempts),
            base: self.base.or(wider.base),
            cap: self.cap.or(wider.cap),
            within: self.within.or(wider.within),
            jitter: self.jitter.or(wider.jitter),
        }
    }
}

/// What becomes of a redirect.
#[derive(Clone, Copy)]
pub(crate) enum Redirects {
    Follow,
    FollowWrites,
    Never,
}

/// Whether a request may be repeated that may have been received.
pub(crate) enum Repeat {
    /// As its verb says.
    ByMethod,
    /// The endpoint says that it may.
    Idempotent,
    /// Every attempt carries the same key in this header.
    Key(String),
}
