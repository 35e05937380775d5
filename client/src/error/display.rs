//! The words of an error: what was being done, what was wrong, what would be right.

use core::fmt;

use super::{ErrorKind, Failure, Place, RedirectRefusal};

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            api,
            endpoint,
            method,
            host,
            template,
            sealed: _,
        } = self;
        write!(f, "{api}::{endpoint} ({method} {host}{template})")
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)?;
        let sends = self.attempts.sends();
        let before = match self.kind {
            ErrorKind::Throttled { .. } => self.attempts.may_have_been_received_before(),
            _ => self.kind.is_unsent() && self.attempts.may_have_been_received(),
        };
        if before {
            let requests = if sends == 1 { "a request" } else { "requests" };
            write!(
                f,
                "; {requests} of this call before it may have been carried out"
            )?;
        } else if sends > 1 {
            write!(f, " (request {sends} of this call)")?;
        }
        match self.attempts.gave_up() {
            Some(reason) => write!(f, "; not tried again: {reason}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(text) => f.write_str(text),
            Self::LimiterWait { bucket, needed, left } => write!(
                f,
                "the bucket `{bucket}` has no permit for {needed:.1?} and the call has {left:.1?} left; \
                 give it a later deadline or call less often"
            ),
            Self::Blocked { bucket, needed, left } => write!(
                f,
                "the vendor asked for a pause: the bucket `{bucket}` is blocked for {needed:.1?}, and the \
                 call waits for {left:.1?} at most (its deadline, or `within` of its `retry`)"
            ),
            Self::CostTooLarge { bucket, cost, largest } => write!(
                f,
                "a request costs {cost} and the bucket `{bucket}` never holds more than {largest}: another \
                 description of this API is stricter; make the two agree"
            ),
            Self::StateLost { bucket } => write!(
                f,
                "the state of the bucket `{bucket}`, which processes share, is lost, and nothing is sent without \
                 it; see the log, and make the state directory usable"
            ),
            #[cfg(feature = "fleet")]
            Self::StoreDown { bucket, fault } => write!(
                f,
                "the bucket `{bucket}` gives nothing: {fault}, and nothing is sent without it; which store it is \
                 and what it said is the source of this error"
            ),
            Self::Token { late: false } => f.write_str("no token could be had"),
            Self::Token { late: true } => f.write_str("the call's time passed while it waited for a token"),
            Self::Signature => f.write_str("the request could not be signed and was not sent"),
            Self::Deadline { sent: false } => f.write_str("the call's deadline passed before a request was sent"),
            Self::Deadline { sent: true } => {
                f.write_str("the call's deadline passed while a request was on its way; it may have been received")
            }
            Self::AttemptTimeout { limit } => {
                write!(f, "no complete answer within the attempt timeout of {limit:.1?}; the request may have been received")
            }
            Self::Cancelled => f.write_str(
                "the runtime of the call was shut down; a request may have been received",
            ),
            Self::Connect => f.write_str("no connection could be made; this request was not sent and its permit went back"),
            Self::Transport { received: 0 } => {
                f.write_str("the exchange broke before an answer; the request may have been received")
            }
            Self::Transport { received } => {
                write!(f, "the answer's body broke off after {received} bytes")
            }
            Self::Throttled { status, wait: None } => write!(f, "the vendor throttles: {status}"),
            Self::Throttled { status, wait: Some(wait) } => {
                write!(f, "the vendor throttles: {status}, and asks for a pause of {wait:.1?}")
            }
            Self::Redirect { status, refusal } => {
                write!(f, "the vendor answered with a redirect ({status}), which is not followed: {refusal}")
            }
            Self::BreakerOpen { left } => write!(
                f,
                "too many calls before this one failed: the circuit breaker refuses calls for another {left:.1?}"
            ),
            Self::Upgrade => f.write_str("the vendor switched protocols unasked (101); the connection was closed"),
            Self::Api { status } => write!(f, "the vendor answered {status}"),
            Self::Decode { path, reason } if path.is_empty() => {
                write!(f, "the answer is not what the description says: {reason}")
            }
            Self::Decode { path, reason } => {
                write!(f, "the answer is not what the description says: at `{path}`: {reason}")
            }
            Self::BodyTooLarge { limit } => write!(
                f,
                "the answer's body is larger than {limit} bytes; allow more with `max_body` or describe it as a `ByteStream`"
            ),
            Self::ForeignNextLink { target } => {
                write!(f, "the link to the next page leads to {target}, to which nothing is sent")
            }
            Self::PageLoop { pages, cursor: _ } => {
                write!(f, "after {pages} pages the vendor leads back to what was read before, or gives it again")
            }
            Self::MaxRequests { limit } => {
                write!(f, "the walk used up its {limit} requests and the vendor has more pages; raise `max_requests`")
            }
        }
    }
}

impl fmt::Display for RedirectRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Never => f.write_str("the call or its endpoint says so"),
            Self::Write => f.write_str(
                "a write may not arrive as what it is; describe the endpoint at its new place, or say `redirects = follow_writes`",
            ),
            Self::Target => f.write_str("its `Location` is missing, not one address, or none to send to"),
            Self::Secret => f.write_str("it leads to another origin, and the credential stands in its address"),
            Self::Downgrade => f.write_str("it leads from https to http"),
            Self::ForeignBody => f.write_str(
                "it would send the body to another origin; name that as a `host` in the description if it may",
            ),
            Self::Body => f.write_str(
                "the body is a stream that can be read only once; give a `Body::replayable`",
            ),
            Self::Loop => f.write_str("it leads back to a request that this call made before"),
            Self::TooMany { hops } => write!(f, "the call has followed {hops} already"),
        }
    }
}
