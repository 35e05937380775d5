//! One token for everybody, and one refresh for all who wait.

use core::fmt;
use core::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use tokio::sync::watch;
use tollgate_limiter::{Clock, Moment};
use tracing::Instrument as _;

use super::failed::Unusable;
use super::serving::{serve, serving};
use super::source::Source;
use super::state::State;
use super::{Generation, Held, Payer, RefreshFailed, Token, TokenSource};
use crate::error::BoxError;
use crate::shared::Core;

type Outcome = Result<Held, RefreshFailed>;

/// How the refresh ended, once it has. Closed before that if it was broken off.
type Done = watch::Receiver<Option<Outcome>>;

/// The tokens of a client, of which one is in use at a time.
pub(crate) struct Tokens {
    source: Box<dyn Source>,
    clock: Clock,
    shared: Mutex<Shared>,
}

#[derive(Default)]
struct Shared {
    state: State,
    /// The refresh that is under way.
    refresh: Option<Done>,
}

/// What a call that needs a token finds.
enum Found {
    Settled(Outcome),
    Running(Done),
    /// It is the one that begins the refresh.
    Begun(Refresh, Done),
    /// It begins the refresh too, and has a token that holds for now.
    Early(Refresh, Held),
}

impl Tokens {
    pub(crate) fn new(source: impl TokenSource) -> Arc<Self> {
        Self::timed(source, Clock::monotonic())
    }

    /// By the clock of a test.
    pub(super) fn timed(source: impl TokenSource, clock: Clock) -> Arc<Self> {
        Arc::new(Self {
            source: Box::new(source),
            clock,
            shared: Mutex::default(),
        })
    }

    /// The account that the source names.
    pub(crate) fn account(&self) -> Option<String> {
        self.source.account()
    }

    /// The token that may be put on a request now: neither refused nor at its end. It may be about
    /// to be replaced.
    pub(crate) fn usable(&self) -> Option<Held> {
        let now = self.clock.now();
        self.lock().state.usable(now).cloned()
    }

    /// The token in use, whatever is known about it; `None` only before the first.
    pub(crate) fn current(&self) -> Option<Held> {
        self.lock().state.current().cloned()
    }

    /// Which token is in use.
    pub(crate) fn generation(&self) -> Generation {
        self.lock().state.generation()
    }

    /// Takes note of a 401 for this token. It is not used any more, unless it is not the one in use.
    pub(crate) fn refused(&self, generation: Generation) {
        self.lock().state.refuse(generation);
    }

    /// A token to send with, for a call that began at `begun`. Where none holds, it waits for the
    /// refresh that is under way, or begins one. While one holds nobody waits, although whoever
    /// comes first towards its end begins the refresh.
    ///
    /// The refresh runs in a task of its own. Dropping this future takes nothing from it, from the
    /// others who wait, or from those who come later. It ends with the runtime of whoever began it;
    /// those who wait elsewhere then begin anew.
    pub(crate) async fn get(self: &Arc<Self>, core: &Core, begun: Moment) -> Outcome {
        let mut was_ours = false;
        loop {
            let (done, is_ours) = match self.find(begun) {
                Found::Settled(outcome) => return outcome,
                Found::Early(refresh, held) => {
                    refresh.start(core.clone());
                    return Ok(held);
                }
                Found::Running(done) => (done, false),
                Found::Begun(refresh, done) => {
                    refresh.start(core.clone());
                    (done, true)
                }
            };
            if let Some(outcome) = ended(done).await {
                return outcome;
            }
            // Where nothing can run any more, trying would never end.
            if is_ours && was_ours {
                let error = Unusable::BrokenOff.into();
                return Err(RefreshFailed::new(error, self.clock.now()));
            }
            was_ours |= is_ours;
        }
    }

    fn find(self: &Arc<Self>, begun: Moment) -> Found {
        let now = self.clock.now();
        let mut shared = self.lock();
        if let Some(held) = shared.state.fresh(now) {
            return Found::Settled(Ok(held.clone()));
        }
        let usable = shared.state.usable(now).cloned();
        if let Some(done) = &shared.refresh {
            return match usable {
                _ if serving() == Some(self.address()) => Found::Settled(Err(circular(now))),
                Some(held) => Found::Settled(Ok(held)),
                None => Found::Running(done.clone()),
            };
        }
        if let Some(failed) = shared.state.failed_since(begun, now) {
            return Found::Settled(Err(failed.clone()));
        }
        let (tell, done) = watch::channel(None);
        shared.refresh = Some(done.clone());
        let tokens = Arc::clone(self);
        let refresh = Refresh { tokens, tell };
        match usable {
            Some(held) => Found::Early(refresh, held),
            None => Found::Begun(refresh, done),
        }
    }

    fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing in here panics half-way.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn circular(now: Moment) -> RefreshFailed {
    RefreshFailed::new(Unusable::Circular.into(), now)
}

/// How a refresh ended; `None` if it was broken off.
async fn ended(mut done: Done) -> Option<Outcome> {
    let outcome = done.wait_for(Option::is_some).await.ok()?;
    outcome.clone()
}

/// The refresh that is under way. There is one of it, and however it ends those who wait learn it.
struct Refresh {
    tokens: Arc<Tokens>,
    tell: watch::Sender<Option<Outcome>>,
}

impl Refresh {
    /// Asks the source, in a task that no caller can end.
    fn start(self, core: Core) {
        let work = async move {
            let payer = Payer::new(core);
            let asked = async { self.tokens.source.token(&payer).await };
            let asked = serve(Some(self.tokens.address()), asked);
            // The future is not touched again, and what the source keeps is its own affair, as in
            // any task of tokio's that panics.
            let answer = AssertUnwindSafe(asked).catch_unwind().await;
            self.end(answer.unwrap_or_else(|_| Err(Unusable::Panicked.into())));
        };
        drop(tokio::spawn(work.in_current_span()));
    }

    fn end(&self, answer: Result<Token, BoxError>) {
        let now = self.tokens.clock.now();
        let failed = answer.is_err();
        let outcome = {
            let mut shared = self.tokens.lock();
            shared.refresh = None;
            shared.state.end(answer, now)
        };
        if failed && outcome.is_ok() {
            tracing::warn!("no new token could be had; the one in use goes on being used");
        }
        self.tell.send_replace(Some(outcome));
    }
}

/// Its runtime has ended, which says nothing about the source. Nothing is remembered, and those who
/// wait look again.
impl Drop for Refresh {
    fn drop(&mut self) {
        if self.tell.borrow().is_none() {
            let now = self.tokens.clock.now();
            let mut shared = self.tokens.lock();
            shared.refresh = None;
            shared.state.break_off(now);
        }
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens(..)")
    }
}
