//! The token in use and what is known about it. Nothing here waits, and time is an argument.

use core::time::Duration;
use std::sync::Arc;

use http::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};
use tollgate_limiter::Moment;

use super::Token;
use super::failed::{RefreshFailed, Unusable};
use crate::encode;
use crate::error::BoxError;

/// How long before its end a token is replaced, at most. Longer than a request takes, clocks being
/// equal: the vendor told a duration.
const EARLIEST: Duration = Duration::from_secs(30);

/// The shortest pause between two tries to replace a token that still holds.
const EARLY_PAUSE: Duration = Duration::from_secs(1);

/// The longest life that is taken from a server: ten years.
const LONGEST: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

/// For how long a refresh that failed is the answer to calls that were under way when it did. They
/// come to ask one by one, as their own 401s arrive, and must not repeat it one by one. A call that
/// was queued for longer may try.
const SHARED: Duration = Duration::from_secs(5);

/// Which token: the first, the second, …
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Generation(u64);

impl Generation {
    fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    #[cfg(test)]
    pub(super) fn nth(n: u64) -> Self {
        Self(n)
    }
}

/// A token that can be put on a request.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    pub(crate) generation: Generation,
    value: Arc<SecretString>,
}

impl Held {
    fn new(token: &SecretString, generation: Generation) -> Result<Self, Unusable> {
        let token = token.expose_secret();
        if token.is_empty() {
            return Err(Unusable::Empty);
        }
        let value = SecretString::from(format!("Bearer {token}"));
        // A header does not keep blanks at its ends, and two spellings would be two tokens.
        let is_bare = token.trim_matches([' ', '\t']).len() == token.len();
        if !is_bare || HeaderValue::from_str(value.expose_secret()).is_err() {
            return Err(Unusable::Unsendable);
        }
        Ok(Self {
            generation,
            value: Arc::new(value),
        })
    }

    /// The token without the name of its scheme.
    pub(crate) fn secret(&self) -> &str {
        let value = self.value.expose_secret();
        value.split_once(' ').map_or(value, |(_, token)| token)
    }

    /// The value of the `Authorization` header. It was tried when the token came.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        encode::credential_value(self.value.expose_secret().to_owned())
    }
}

/// The token in use.
#[derive(Debug, Default)]
pub(super) struct State {
    held: Option<Held>,
    lapse: Option<Lapse>,
    refused: bool,
    failed: Option<RefreshFailed>,
}

/// When a token is replaced, and when it has ended.
#[derive(Clone, Copy, Debug)]
struct Lapse {
    early: Moment,
    end: Moment,
}

impl State {
    /// The token, if it can be put on a request without a second thought.
    pub(super) fn fresh(&self, now: Moment) -> Option<&Held> {
        let lapses = self.lapse.is_some_and(|lapse| now >= lapse.early);
        self.held.as_ref().filter(|_| !self.refused && !lapses)
    }

    /// The token, if nothing is known that makes it useless.
    pub(super) fn usable(&self, now: Moment) -> Option<&Held> {
        let lapsed = self.lapse.is_some_and(|lapse| now >= lapse.end);
        self.held.as_ref().filter(|_| !self.refused && !lapsed)
    }

    /// The token, whatever is known about it.
    pub(super) fn current(&self) -> Option<&Held> {
        self.held.as_ref()
    }

    pub(super) fn generation(&self) -> Generation {
        let held = self.held.as_ref();
        held.map(|held| held.generation).unwrap_or_default()
    }

    /// The vendor refused this token. Of one that was replaced meanwhile that means nothing.
    pub(super) fn refuse(&mut self, generation: Generation) {
        self.refused |= self.held.is_some() && self.generation() == generation;
    }

    /// A refresh has ended: the token to go on with, or the failure for all who wait.
    pub(super) fn end(
        &mut self,
        outcome: Result<Token, BoxError>,
        now: Moment,
    ) -> Result<Held, RefreshFailed> {
        let error = match outcome.map(|token| self.replace(&token, now)) {
            Ok(Ok(held)) => return Ok(held),
            Ok(Err(unusable)) => unusable.into(),
            Err(error) => error,
        };
        if let Some(held) = self.usable(now).cloned() {
            self.put_off(now);
            return Ok(held);
        }
        let failed = RefreshFailed::new(error, now);
        self.failed = Some(failed.clone());
        Err(failed)
    }

    fn replace(&mut self, token: &Token, now: Moment) -> Result<Held, Unusable> {
        let held = Held::new(&token.secret, self.generation().next())?;
        *self = Self {
            held: Some(held.clone()),
            lapse: token.life.map(|life| Lapse::after(life, now)),
            refused: false,
            failed: None,
        };
        Ok(held)
    }

    /// A refresh has ended without an answer, good or bad.
    pub(super) fn break_off(&mut self, now: Moment) {
        if self.usable(now).is_some() {
            self.put_off(now);
        }
    }

    /// A token that holds was not replaced: it is used, and the next try waits a little.
    fn put_off(&mut self, now: Moment) {
        if let Some(lapse) = &mut self.lapse {
            let rest = lapse.end.saturating_duration_since(now);
            lapse.early = lapse.end.min(now + (rest / 4).max(EARLY_PAUSE));
        }
    }

    /// The failure that is the answer to a call that began at `begun`, if it was under way then.
    pub(super) fn failed_since(&self, begun: Moment, now: Moment) -> Option<&RefreshFailed> {
        let shared = |failed: &&RefreshFailed| {
            failed.at >= begun && now.saturating_duration_since(failed.at) < SHARED
        };
        self.failed.as_ref().filter(shared)
    }
}

impl Lapse {
    fn after(life: Duration, now: Moment) -> Self {
        let life = life.min(LONGEST);
        let margin = EARLIEST.min(life / 10);
        Self {
            early: now + life.saturating_sub(margin),
            end: now + life,
        }
    }
}
