//! What an exchange says about the vendor's health, for the circuit breaker.
//!
//! A failure is what the vendor, or the way to it, is to blame for: 5xx, no connection, no answer in
//! time. What the caller is to blame for (4xx, an argument, a deadline), a limit (any answer that
//! throttles, a 503 too; a refusal of our own) and an answer that cannot be read say nothing: they
//! neither open a breaker nor close one.

use http::StatusCode;
use tollgate_limiter::Pass;

use super::broken::Broken;
use crate::error::ErrorKind;

/// What is known about the vendor afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Health {
    Well,
    Sick,
    Unknown,
}

/// What a status says.
pub(super) fn health(status: StatusCode) -> Health {
    match status.as_u16() {
        500.. => Health::Sick,
        400..500 => Health::Unknown,
        _ => Health::Well,
    }
}

impl Broken {
    /// What a failure without a status, or in spite of it, says.
    pub(super) fn health(&self) -> Health {
        match self.kind {
            ErrorKind::Connect | ErrorKind::Transport { .. } | ErrorKind::AttemptTimeout { .. } => {
                Health::Sick
            }
            _ => Health::Unknown,
        }
    }
}

/// Tells the breaker.
pub(super) fn report(pass: Option<Pass>, health: Health) {
    let Some(pass) = pass else { return };
    match health {
        Health::Well => pass.succeeded(),
        Health::Sick => pass.failed(),
        Health::Unknown => drop(pass),
    }
}
