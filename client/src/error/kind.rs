//! The kinds of failure of a call.

use core::time::Duration;

use http::StatusCode;

/// Why a call failed.
///
/// Which kinds can have reached the vendor is part of their meaning: the request that ended in one
/// marked *unsent* spent no permit. Requests of the call before it (hops, a refused token) did; they
/// are in [`Error::attempts`](super::Error::attempts).
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// *Unsent.* An argument cannot be sent as it is; the text names it and the cure.
    Argument(String),
    /// *Unsent.* The earliest possible permit lies beyond the call's deadline. The call failed
    /// at once instead of waiting for it.
    LimiterWait {
        /// The bucket whose permit was asked for.
        bucket: String,
        /// How long the permit would have taken, at the least.
        needed: Duration,
        /// How long the call had left.
        left: Duration,
    },
    /// *Unsent.* The vendor asked for a pause that ends after the call's deadline, or of which more is
    /// left than the call waits for ([`Retry::within`](crate::Retry::within)); or it says that a limit is
    /// used up for that long.
    Blocked {
        /// The bucket that is blocked.
        bucket: String,
        /// How long the pause lasts, at the least.
        needed: Duration,
        /// How long the call waits at most: until its deadline, and no longer than `within` of its
        /// [`Retry`](crate::Retry), also without a deadline and with `retry = off`.
        left: Duration,
    },
    /// *Unsent.* One request costs more than the bucket can ever hold, since another description
    /// of the same API shares the bucket and is stricter.
    CostTooLarge {
        /// The bucket.
        bucket: String,
        /// What the request costs.
        cost: u32,
        /// The most that the bucket can hold.
        largest: u32,
    },
    /// *Unsent.* The file in which processes share the account's state is gone, and for some seconds, or
    /// until the deadline, no other could be had. Why not stands in the log; see
    /// [`guide::scope`](crate::guide::scope).
    StateLost {
        /// The bucket whose permit was asked for.
        bucket: String,
    },
    /// *Unsent.* The store by which machines share the account cannot be had, and nothing is sent without
    /// it. What it said is the source of the error; what may be done without it,
    /// [`Without`](crate::Without) says.
    #[cfg(feature = "fleet")]
    StoreDown {
        /// The bucket whose permit was asked for.
        bucket: String,
        /// What stands in the way.
        fault: crate::StoreFault,
    },
    /// No token could be had from the client's [`TokenSource`](crate::TokenSource). What was sent
    /// before, and was refused with a 401, is in the attempts.
    Token {
        /// Whether the call's deadline passed while it waited, or, behind a retry, its time for
        /// retries. Otherwise the source failed, and what it said ends the chain of sources.
        late: bool,
    },
    /// The client's [`Signer`](crate::Signer) failed, with the error that is the source of this
    /// one; the request was not sent.
    Signature,
    /// The call's deadline passed.
    Deadline {
        /// Whether a request was on its way then, and may have been received.
        sent: bool,
    },
    /// The runtime in which the call ran was shut down; a request may have been received.
    Cancelled,
    /// One attempt took longer than its timeout; the request may have been received.
    AttemptTimeout {
        /// The timeout of an attempt.
        limit: Duration,
    },
    /// *Unsent.* No connection to the vendor could be made; the permit went back.
    Connect,
    /// The exchange broke after the request may have left.
    Transport {
        /// How many bytes of the answer's body had arrived.
        received: u64,
    },
    /// The vendor says that it has had too many requests. The bucket is blocked until the end
    /// of the pause that it asked for, for everybody who shares it; without one, for a second. A host
    /// that is no party to the account blocks nobody.
    /// [`Attempts::gave_up`](crate::Attempts::gave_up) says why the call did not wait for it.
    Throttled {
        /// 429, or that of a redirect whose pause ends too late, or another that means the same
        /// together with the answer's headers: 503 with `Retry-After`, 403 with an exhausted limit,
        /// 420, 529.
        status: StatusCode,
        /// The pause that the vendor asked for, if it named one.
        wait: Option<Duration>,
    },
    /// The vendor answered with a redirect that is not followed. The hops before it are in
    /// [`Error::attempts`](super::Error::attempts).
    Redirect {
        /// 301, 302, 303, 307 or 308.
        status: StatusCode,
        /// Why it is not followed.
        refusal: RedirectRefusal,
    },
    /// *Unsent.* The circuit breaker refuses calls, since too many before this one failed.
    BreakerOpen {
        /// How long it will, at the least: the breaker's time and not the call's.
        left: Duration,
    },
    /// The vendor switched to another protocol, which no request of ours asks for.
    Upgrade,
    /// The vendor refused or failed; [`Error::api`](super::Error::api) holds the typed body.
    Api {
        /// 400 and above; or 300, 304, 305 or 306; or a success that the API's own classifier says
        /// is none.
        status: StatusCode,
    },
    /// The answer succeeded, but its body is not what the description says.
    Decode {
        /// The path to the field, such as `items[3].id`; empty for the body as a whole.
        path: String,
        /// What is wrong there.
        reason: String,
    },
    /// The answer's body is larger than the limit, and was not read to its end.
    BodyTooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// The link to the next page leads to another origin, or cannot be followed safely. Nothing
    /// was sent there.
    ForeignNextLink {
        /// The origin or scheme it leads to, without path, query or user information.
        target: String,
    },
    /// The vendor leads back to a page that was read before, or gave the same items for the third
    /// time in a row: does it know the parameter that turns the pages? What was found has been
    /// delivered, the third page not.
    PageLoop {
        /// How many pages were read.
        pages: u64,
        /// The cursor that came again, or that gave the same again; `None` where it was an address,
        /// which may hold a secret, or a number.
        cursor: Option<crate::Cursor>,
    },
    /// The walk has made as many requests as [`max_requests`](crate::Pages::max_requests) allows
    /// and the vendor has more pages, or a hop of a page was one request too many.
    MaxRequests {
        /// The number of requests that were allowed.
        limit: u32,
    },
}

impl ErrorKind {
    /// Whether the request that ended so was not sent.
    pub(crate) fn is_unsent(&self) -> bool {
        #[cfg(feature = "fleet")]
        if let Self::StoreDown { .. } = self {
            return true;
        }
        matches!(
            self,
            Self::Argument(_)
                | Self::LimiterWait { .. }
                | Self::Blocked { .. }
                | Self::CostTooLarge { .. }
                | Self::StateLost { .. }
                | Self::Token { .. }
                | Self::Signature
                | Self::BreakerOpen { .. }
                | Self::Deadline { sent: false }
                | Self::Connect
                | Self::MaxRequests { .. }
        )
    }
}

/// Why a redirect is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RedirectRefusal {
    /// The call or its endpoint says [`Redirects::Never`](crate::Redirects::Never).
    Never,
    /// It is a 301 or 302 of a write; a POST would by custom go on as a GET. See
    /// [`Redirects::FollowWrites`](crate::Redirects::FollowWrites).
    Write,
    /// There is no `Location`, more than one, or one that is no address to send to.
    Target,
    /// It leads from https to http.
    Downgrade,
    /// It leads to another origin, and the credential stands in its address, in whatever encoding.
    Secret,
    /// It would send the body to another origin, which the description does not name as a `host`.
    ForeignBody,
    /// The body was a stream that can be read only once.
    Body,
    /// It leads back to a request that this call made before.
    Loop,
    /// The call has followed as many as it may.
    TooMany {
        /// How many.
        hops: usize,
    },
}
