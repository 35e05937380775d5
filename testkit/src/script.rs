//! What a route answers, from the first request to the last.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::reply::Reply;
use crate::request::Request;

/// The answers of one route: a sequence whose last reply stays, or a handler.
///
/// ```
/// use tollgate_testkit::{Reply, Script};
///
/// // Two failures, then success for good.
/// let script: Script = Reply::empty(503).times(2).then(Reply::json(&["ready"]));
/// // As many different answers as there are requests.
/// let echo = Script::handler(|request| Reply::text(request.target()));
/// # let _ = (script, echo);
/// ```
#[must_use = "a script answers nothing until it is given to a route"]
pub struct Script(Kind);

enum Kind {
    Sequence {
        replies: Vec<Reply>,
        next: AtomicUsize,
    },
    Handler(Arc<dyn Fn(&Request) -> Reply + Send + Sync>),
}

impl Script {
    /// A script that makes each answer from the request.
    ///
    /// The handler runs on the vendor's own thread: while it works, nothing else is read. If it
    /// panics, the answer is a 500 with the panic's text.
    pub fn handler(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        Self(Kind::Handler(Arc::new(handler)))
    }

    /// Adds the reply that follows.
    ///
    /// # Panics
    ///
    /// After a handler, which has no end that anything could follow.
    pub fn then(self, reply: Reply) -> Self {
        self.then_times(1, reply)
    }

    /// Adds a reply that is given `times` times.
    ///
    /// # Panics
    ///
    /// After a handler, which has no end that anything could follow.
    pub fn then_times(self, times: usize, reply: Reply) -> Self {
        match self.0 {
            Kind::Sequence { mut replies, next } => {
                replies.extend(std::iter::repeat_n(reply, times));
                Self(Kind::Sequence { replies, next })
            }
            Kind::Handler(_) => panic!("a handler answers for good: nothing can follow it"),
        }
    }

    /// The answer to the request that is next in line.
    pub(crate) fn answer(&self, request: &Request) -> Reply {
        match &self.0 {
            Kind::Handler(handler) => handler(request),
            Kind::Sequence { replies, next } => {
                let turn = next
                    .fetch_add(1, Ordering::Relaxed)
                    .min(replies.len().saturating_sub(1));
                replies
                    .get(turn)
                    .cloned()
                    .unwrap_or_else(|| Reply::empty(204))
            }
        }
    }
}

impl From<Reply> for Script {
    fn from(reply: Reply) -> Self {
        Self(Kind::Sequence {
            replies: vec![reply],
            next: AtomicUsize::new(0),
        })
    }
}

impl Reply {
    /// This reply first, then another.
    pub fn then(self, reply: Reply) -> Script {
        Script::from(self).then(reply)
    }

    /// This reply so many times; add what follows with [`Script::then`]. The last reply stays.
    pub fn times(self, times: usize) -> Script {
        let none = Script(Kind::Sequence {
            replies: vec![],
            next: AtomicUsize::new(0),
        });
        none.then_times(times, self)
    }
}

impl std::fmt::Debug for Script {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Kind::Sequence { replies, next } => f
                .debug_struct("Sequence")
                .field("replies", replies)
                .field("next", next)
                .finish(),
            Kind::Handler(_) => f.write_str("Handler"),
        }
    }
}
