//! A failure that does not know its place yet, and what it may have done.

use core::time::Duration;
use std::time::SystemTime;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use tollgate_signals::retry_after;

use super::seed::Seed;
use crate::error::{BoxError, ErrorKind, Failure};
use crate::ledger::Attempts;
use crate::retry::Fault;
use crate::wire::SendError;

/// One request that failed.
pub(super) struct Broken {
    pub(super) kind: ErrorKind,
    pub(super) reply: Option<(StatusCode, HeaderMap, Bytes)>,
    pub(super) source: Option<BoxError>,
    /// Whether the next attempt would fail alike, whatever the kind.
    pub(super) is_lasting: bool,
}

impl From<ErrorKind> for Broken {
    fn from(kind: ErrorKind) -> Self {
        Self {
            kind,
            reply: None,
            source: None,
            is_lasting: false,
        }
    }
}

impl Broken {
    pub(super) fn unanswered(error: SendError, ledger: &mut Attempts) -> Self {
        let (kind, source, is_lasting) = match error {
            SendError::NotSent { error, may_pass } => {
                ledger.unsent();
                let unbuildable =
                    "the request cannot be written, as with a URL of more than 64 KiB";
                let kind = match error.is_builder() {
                    true => ErrorKind::Argument(unbuildable.to_owned()),
                    false => ErrorKind::Connect,
                };
                (kind, Some(error), !may_pass)
            }
            SendError::MaybeSent(error) => {
                (ErrorKind::Transport { received: 0 }, Some(error), false)
            }
            SendError::Upgraded => (ErrorKind::Upgrade, None, true),
        };
        Self {
            source: source.map(Into::into),
            is_lasting,
            ..Self::from(kind)
        }
    }

    pub(super) fn answered(
        kind: ErrorKind,
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
    ) -> Self {
        Self {
            reply: Some((status, headers, body)),
            ..Self::from(kind)
        }
    }

    /// What the request may have done, if its failure is one that may pass.
    pub(super) fn fault(&self) -> Option<Fault> {
        match &self.kind {
            _ if self.is_lasting => None,
            ErrorKind::Connect | ErrorKind::Throttled { .. } => Some(Fault::Harmless),
            ErrorKind::AttemptTimeout { .. } | ErrorKind::Transport { .. } => Some(Fault::Unclear),
            ErrorKind::Api { status } if may_pass(*status) => Some(Fault::Unclear),
            _ => None,
        }
    }

    /// The pause that the vendor asked for.
    pub(super) fn asked(&self) -> Option<Duration> {
        match (&self.kind, &self.reply) {
            (ErrorKind::Throttled { wait, .. }, _) => *wait,
            (ErrorKind::Api { status }, Some((_, headers, _))) if may_pass(*status) => {
                retry_after(headers, SystemTime::now()).wait()
            }
            _ => None,
        }
    }

    pub(super) fn is_throttled(&self) -> bool {
        matches!(self.kind, ErrorKind::Throttled { .. })
    }

    pub(super) fn at(self, seed: &Seed, attempts: Attempts) -> Box<Failure> {
        let Self {
            kind,
            reply,
            source,
            is_lasting: _,
        } = self;
        let mut failure = Failure::new(kind, seed.place.clone(), attempts);
        if let Some((status, headers, body)) = reply {
            let body = seed.core.inner.credential.redacted(body);
            failure = failure.reply(status, headers, body);
        }
        match source {
            Some(source) => failure.source(source),
            None => failure,
        }
    }
}

/// Statuses of a fault that may be over at the next attempt: RFC 9110 sections 15.5.9 (408) and
/// 15.6, RFC 8470 section 5.2 (425), and the ones by which a CDN says that its way to the vendor
/// is broken (520 to 524, Cloudflare).
fn may_pass(status: StatusCode) -> bool {
    matches!(
        status.as_u16(),
        408 | 425 | 500 | 502 | 503 | 504 | 520..=524
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(status: u16) -> Option<Fault> {
        let status = StatusCode::from_u16(status).expect("a status");
        Broken::from(ErrorKind::Api { status }).fault()
    }

    #[test]
    fn only_faults_that_may_pass_are_tried_again() {
        for status in [408, 425, 500, 502, 503, 504, 520, 524] {
            assert_eq!(fault(status), Some(Fault::Unclear), "{status}");
        }
        for status in [400, 401, 403, 404, 409, 410, 422, 501, 505, 511, 525, 530] {
            assert_eq!(fault(status), None, "{status}");
        }
    }
}
