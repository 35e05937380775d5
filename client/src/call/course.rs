//! What spans the requests of one call: its clock, its ledger, and what has been tried.

use core::time::Duration;

use http::{Method, StatusCode};
use tollgate_limiter::{Clock, Event, Moment};
use url::Url;

use super::broken::Broken;
use super::ready::{Denied, Ready};
use super::seed::Seed;
use super::spent::Spent;
use crate::auth::{After, Generation, RefreshFailed, after_401};
use crate::error::{BoxError, ErrorKind, Failure, RedirectRefusal};
use crate::ledger::{Attempts, Cause, GaveUp};
use crate::meter::Counters;
use crate::retry::{Chances, Fault, Policy, decide};

/// The most redirects of one call, as browsers and HTTP clients have it (the Fetch standard
/// allows 20, most clients 10).
const MOST_HOPS: usize = 10;

/// A call on its way.
pub(super) struct Course {
    pub(super) ledger: Attempts,
    /// Why the next request is sent.
    pub(super) cause: Cause,
    /// The pause before it.
    pub(super) paused: Duration,
    /// Where its requests are counted beside their buckets.
    pub(super) counters: Counters,
    policy: Policy,
    clock: Clock,
    begun: Moment,
    deadline: Option<Moment>,
    /// Until when a further attempt may begin. Set once: an answer that asks for a pause does not
    /// prolong it.
    end: Moment,
    /// Attempts made; redirects are not.
    made: u32,
    hops: Vec<(Method, Url)>,
    /// The token for whose refusal the call was sent again.
    resent_for: Option<Generation>,
    /// What went wrong before, if the next request is a retry.
    last: Option<Broken>,
}

impl Course {
    /// A call begins, and its clock with it.
    pub(super) fn begin(ready: &Ready) -> Result<Self, Box<Failure>> {
        let seed = &ready.aim.seed;
        let inner = &seed.core.inner;
        let Some(paid) = ready.aim.paid() else {
            let text = "the endpoint's bucket is not one of this API".to_owned();
            return Err(unsent(seed, ErrorKind::Argument(text)));
        };
        paid.bucket.count(Event::Call);
        let counters = inner.endpoints.of(seed.label);
        counters.call(paid);
        if let Some(report) = inner.report.get() {
            report.start();
        }
        inner.quota.called();
        let allowed = seed.options.deadline.or(inner.deadline);
        if allowed.is_some_and(|allowed| allowed.is_zero()) {
            return Err(unsent(seed, ErrorKind::Deadline { sent: false }));
        }
        let policy = Policy::of(seed.options.retry.or(inner.retry));
        let clock = paid.bucket.clock().clone();
        let now = clock.now();
        Ok(Self {
            ledger: Attempts::default(),
            cause: Cause::First,
            paused: Duration::ZERO,
            counters,
            policy,
            deadline: allowed.map(|allowed| now + allowed),
            begun: now,
            end: now + policy.within,
            clock,
            made: 0,
            hops: Vec::new(),
            resent_for: None,
            last: None,
        })
    }

    pub(super) fn now(&self) -> Moment {
        self.clock.now()
    }

    pub(super) fn begun(&self) -> Moment {
        self.begun
    }

    /// How long the next request may wait for its token and its permit.
    pub(super) fn patience(&self) -> Option<Duration> {
        let now = self.now();
        self.permit_by().map(|by| by.saturating_duration_since(now))
    }

    /// How long the call has left.
    pub(super) fn left(&self) -> Option<Duration> {
        let now = self.now();
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(now))
    }

    /// When the permit of the next request has to be there: that of a retry, and of what follows it,
    /// before the time for retries ends too.
    pub(super) fn permit_by(&self) -> Option<Moment> {
        match self.made > 1 || self.last.is_some() {
            true => Some(
                self.deadline
                    .map_or(self.end, |deadline| deadline.min(self.end)),
            ),
            false => self.deadline,
        }
    }

    /// The longest pause of the vendor's that is worth waiting for. It is measured when somebody
    /// asks for one: who has queued for long waits for a short pause all the same.
    pub(super) fn longest_pause(&self) -> Duration {
        self.policy.within
    }

    /// Goes on, unless the call has sent as many requests as it may.
    pub(super) fn may_send(self, ready: &Ready) -> Result<Self, Box<Failure>> {
        let seed = &ready.aim.seed;
        match seed.options.most_sends {
            Some(most) if self.ledger.sends() >= most => {
                let limit = u32::try_from(most).unwrap_or(u32::MAX);
                Err(self.refused(seed, ErrorKind::MaxRequests { limit }))
            }
            _ => Ok(self),
        }
    }

    /// A request leaves.
    pub(super) fn leaves(&mut self) {
        if matches!(self.cause, Cause::First | Cause::Retry) {
            self.made = self.made.saturating_add(1);
        }
        self.last = None;
    }

    /// The end of a call whose next request was not admitted. If that was a retry, what went
    /// wrong before is what the caller has to know.
    pub(super) fn refused(mut self, seed: &Seed, kind: ErrorKind) -> Box<Failure> {
        let Some(last) = self.last.take() else {
            return Failure::new(kind, seed.place.clone(), self.ledger);
        };
        self.ledger.give_up(match kind {
            ErrorKind::BreakerOpen { .. } => GaveUp::Breaker,
            ErrorKind::MaxRequests { .. } => GaveUp::Requests,
            _ if self.deadline.is_some_and(|deadline| deadline <= self.end) => GaveUp::Deadline,
            _ => GaveUp::Time,
        });
        last.at(seed, self.ledger)
    }

    /// The end of a call that gets no permit.
    pub(super) fn denied(self, seed: &Seed, Denied { kind, said }: Denied) -> Box<Failure> {
        let is_first = self.last.is_none();
        let failure = self.refused(seed, kind);
        match said {
            Some(said) if is_first => failure.source(said),
            Some(_) | None => failure,
        }
    }

    /// The end of a call for which there is no token.
    pub(super) fn tokenless(self, seed: &Seed, failed: Option<RefreshFailed>) -> Box<Failure> {
        let late = failed.is_none();
        if late && self.last.is_some() {
            return self.refused(seed, ErrorKind::Token { late });
        }
        let failure = Failure::new(ErrorKind::Token { late }, seed.place.clone(), self.ledger);
        match failed {
            Some(failed) => failure.source(failed),
            None => failure,
        }
    }

    /// The end of a call whose signer failed.
    pub(super) fn unsigned(self, seed: &Seed, error: BoxError) -> Box<Failure> {
        Failure::new(ErrorKind::Signature, seed.place.clone(), self.ledger).source(error)
    }

    /// Whether the call goes on with another token than the one that `broken` says was refused.
    pub(super) fn goes_on(&mut self, spent: &Spent, broken: &Broken) -> bool {
        let (Some(tokens), Some(carried)) = (spent.aim.tokens(), spent.carried) else {
            return false;
        };
        if !matches!(broken.kind, ErrorKind::Api { status } if status == StatusCode::UNAUTHORIZED) {
            return false;
        }
        match after_401(carried, tokens.generation(), self.resent_for) {
            After::GiveUp => return false,
            After::Refresh => tokens.refused(carried),
            After::Resend => {}
        }
        if !spent.is_replayable() {
            self.ledger.give_up(GaveUp::Body);
            return false;
        }
        self.resent_for = Some(carried);
        self.cause = Cause::NewToken;
        true
    }

    /// The pause before the call is tried again after `broken`, or the end of the call. A pause
    /// that was asked for is in the bucket's block, if `is_blocked`, and otherwise in this one.
    pub(super) fn again(
        mut self,
        seed: &Seed,
        replayable: bool,
        is_blocked: bool,
        broken: Broken,
    ) -> Result<(Self, Duration), Box<Failure>> {
        let Some(fault) = broken.fault() else {
            return Err(broken.at(seed, self.ledger));
        };
        let asked = broken.asked();
        match self.decide(seed, replayable, fault, asked) {
            Ok(own) => {
                let asked = asked.filter(|_| !is_blocked).unwrap_or_default();
                let pause = own.max(asked);
                self.cause = Cause::Retry;
                self.paused = pause;
                self.last = Some(broken);
                Ok((self, pause))
            }
            Err(reason) => {
                self.ledger.give_up(reason);
                Err(broken.at(seed, self.ledger))
            }
        }
    }

    fn decide(
        &self,
        seed: &Seed,
        replayable: bool,
        fault: Fault,
        asked: Option<Duration>,
    ) -> Result<Duration, GaveUp> {
        let chances = Chances {
            made: self.made,
            repeatable: seed.repeatable,
            replayable,
            asked,
            now: self.now(),
            deadline: self.deadline,
            end: self.end,
            chance: fastrand::f64(),
        };
        let pause = decide(&self.policy, fault, chances)?;
        match seed.core.inner.quota.take() {
            true => Ok(pause),
            false => Err(GaveUp::Quota),
        }
    }

    /// Notes that a redirect leads from one request to another.
    pub(super) fn hop(
        &mut self,
        from: (Method, Url),
        to: (&Method, &Url),
    ) -> Result<(), RedirectRefusal> {
        self.hops.push(from);
        let known = |hop: &(Method, Url)| (&hop.0, &hop.1) == to;
        if self.hops.iter().any(known) {
            return Err(RedirectRefusal::Loop);
        }
        if self.hops.len() > MOST_HOPS {
            return Err(RedirectRefusal::TooMany { hops: MOST_HOPS });
        }
        Ok(())
    }

    /// Whether a pause that a redirect asks for is worth it: it ends before the deadline, and is no
    /// longer than one that a call would wait for. A hop is no retry, and needs no time for retries.
    pub(super) fn is_worth(&self, pause: Duration) -> Result<(), GaveUp> {
        if pause.is_zero() {
            return Ok(());
        }
        let then = self.now() + pause;
        if self.deadline.is_some_and(|deadline| then > deadline) {
            return Err(GaveUp::Deadline);
        }
        match pause > self.policy.within {
            true => Err(GaveUp::Time),
            false => Ok(()),
        }
    }

    /// Whether the call will not wait for a pause that was asked for.
    pub(super) fn is_too_long(&self, pause: Duration) -> bool {
        let then = self.now() + pause;
        then > self.end || self.deadline.is_some_and(|deadline| then > deadline)
    }
}

fn unsent(seed: &Seed, kind: ErrorKind) -> Box<Failure> {
    Failure::new(kind, seed.place.clone(), Attempts::default())
}
