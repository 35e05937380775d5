//! One token for everybody, and one refresh for all who wait.

use core::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// The refresh that is under way. While there is one, no token is put on.
    refresh: Option<Done>,
}

/// What a call that needs a token finds.
enum Found {
    Settled(Outcome),
    Running(Done),
    /// It is the one that begins the refresh.
    Begun(Refresh, Done),
}

impl Tokens {
    pub(crate) fn new(source: impl TokenSource) -> Arc<Self> {
        Arc::new(Self {
            source: Box::new(source),
            clock: Clock::monotonic(),
            shared: Mutex::default(),
        })
    }

    /// The account that the source names.
    pub(crate) fn account(&self) -> Option<String> {
        self.source.account()
    }

    /// The token that may be put on a request now: not refused, not about to end, and not being
    /// replaced.
    pub(crate) fn fresh(&self) -> Option<Held> {
        let now = self.clock.now();
        self.lock().fresh(now).cloned()
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

    /// A token to send with, for a call that began at `begun`. Waits for the refresh that is under
    /// way, or begins one.
    ///
    /// The refresh runs in a task of its own. Dropping this future takes nothing from it, from the
    /// others who wait, or from those who come later.
    pub(crate) async fn get(self: &Arc<Self>, core: &Core, begun: Moment) -> Outcome {
        let mut done = match self.find(begun) {
            Found::Settled(outcome) => return outcome,
            Found::Running(done) => done,
            Found::Begun(refresh, done) => {
                refresh.start(core.clone());
                done
            }
        };
        let outcome = done.wait_for(Option::is_some).await;
        let outcome = outcome.ok().and_then(|outcome| outcome.clone());
        // The refresh says how it ended before it lets go, in whatever way it ends.
        let broken_off = || RefreshFailed::new(Unusable::BrokenOff.into(), self.clock.now());
        outcome.unwrap_or_else(|| Err(broken_off()))
    }

    fn find(self: &Arc<Self>, begun: Moment) -> Found {
        let now = self.clock.now();
        let mut shared = self.lock();
        if let Some(held) = shared.fresh(now) {
            return Found::Settled(Ok(held.clone()));
        }
        if let Some(done) = &shared.refresh {
            return match serving() == Some(self.address()) {
                true => Found::Settled(Err(RefreshFailed::new(Unusable::Circular.into(), now))),
                false => Found::Running(done.clone()),
            };
        }
        if let Some(failed) = shared.state.failed_since(begun, now) {
            return Found::Settled(Err(failed.clone()));
        }
        let (tell, done) = watch::channel(None);
        shared.refresh = Some(done.clone());
        let tokens = Arc::clone(self);
        Found::Begun(Refresh { tokens, tell }, done)
    }

    fn address(&self) -> usize {
        core::ptr::from_ref(self).addr()
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        // Nothing in here panics half-way.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn fresh(&self, now: Moment) -> Option<&Held> {
        self.state.fresh(now).filter(|_| self.refresh.is_none())
    }
}

/// The refresh that is under way. There is one of it, and however it ends it tells those who wait.
struct Refresh {
    tokens: Arc<Tokens>,
    tell: watch::Sender<Option<Outcome>>,
}

impl Refresh {
    /// Asks the source, in a task that no caller can end.
    fn start(self, core: Core) {
        let work = async move {
            let payer = Payer::new(core);
            let asked = self.tokens.source.token(&payer);
            let answer = serve(Some(self.tokens.address()), asked).await;
            self.end(answer);
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

impl Drop for Refresh {
    fn drop(&mut self) {
        if self.tell.borrow().is_none() {
            self.end(Err(Unusable::BrokenOff.into()));
        }
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tokens(..)")
    }
}
