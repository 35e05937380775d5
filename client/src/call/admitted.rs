//! The state that holds a permit, and the exchange that spends it.

use core::fmt;
use core::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, StatusCode};
use tollgate_limiter::{Moment, Permit};
use url::Url;

use super::draft::Seed;
use super::heed;
use crate::error::{ErrorKind, Failure};
use crate::ledger::Attempts;
use crate::wire::{self, Answer, AnswerBody, Outgoing, SendError};

/// The most of an error answer's body that is read: 64 KiB.
const ERROR_BODY: u64 = 64 * 1024;

/// How long is waited for the body of an error answer.
const EXCERPT_TIME: Duration = Duration::from_secs(1);

/// A request with its permit and its credential, about to leave.
pub(crate) struct Admitted {
    pub(super) seed: Seed,
    pub(super) permit: Permit,
    pub(super) request: Outgoing,
    pub(super) deadline: Option<Moment>,
}

/// An answer that the description allows: a success, or a 404 where that is one.
pub struct Reply {
    pub(crate) seed: Seed,
    pub(crate) url: Url,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Content,
    pub(crate) attempts: Attempts,
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reply({} from {})", self.status, self.seed.place)
    }
}

/// The body of an answer.
pub(crate) enum Content {
    /// Read to its end, inside the attempt.
    Whole(Bytes),
    /// Still arriving, and holding its in-flight slot.
    Open(AnswerBody),
}

impl Admitted {
    /// Sends the request and reads what the caller wants of the answer.
    ///
    /// The attempt's timeout starts here, with the permit. Dropping the future keeps the permit
    /// spent, since the request may be on its way, and frees the in-flight slot.
    pub(crate) async fn exchange(self) -> Result<Reply, Box<Failure>> {
        let Self {
            seed,
            permit,
            request,
            deadline,
        } = self;
        let bucket = permit.bucket().clone();
        let name = seed
            .core
            .paid(seed.charge.bucket)
            .map_or("", |paid| paid.name);
        let mut attempts = Attempts::default();
        attempts.paid(name, permit.cost().units(), permit.waited());
        let limit = seed
            .options
            .attempt_timeout
            .unwrap_or(seed.core.inner.attempt_timeout);
        let left =
            deadline.map(|deadline| deadline.saturating_duration_since(bucket.clock().now()));
        let (limit, timeout) = bound(limit, left);
        let url = request.url.clone();
        let exchange = send_and_read(&seed, permit, request, &mut attempts);
        let read = match tokio::time::timeout(limit, exchange).await {
            Ok(read) => read,
            Err(_) => Err(Broken::from(timeout)),
        };
        let read = match read {
            Ok((status, headers, Content::Open(body))) if !status.is_success() => {
                Err(refused(&seed, status, headers, body).await)
            }
            read => read,
        };
        match read {
            Ok((status, headers, content)) => Ok(Reply {
                seed,
                url,
                status,
                headers,
                content,
                attempts,
            }),
            Err(broken) => Err(broken.at(&seed, attempts)),
        }
    }
}

/// The error of an answer that is no success. What it says about limits is heeded before its
/// body is read, which may take its time, and again when the body says more.
async fn refused(
    seed: &Seed,
    status: StatusCode,
    headers: HeaderMap,
    mut body: AnswerBody,
) -> Broken {
    let kind = heed::refusal(seed, status, &headers, &[]);
    let excerpt = excerpt(&mut body).await;
    let kind = match kind {
        ErrorKind::Throttled { .. } => kind,
        _ => heed::refusal(seed, status, &headers, &excerpt),
    };
    Broken {
        kind,
        reply: Some((status, headers, excerpt)),
        source: None,
    }
}

/// The tighter of the attempt's timeout and what the call has left, and the error it ends in.
fn bound(limit: Duration, left: Option<Duration>) -> (Duration, ErrorKind) {
    match left {
        Some(left) if left < limit => (left, ErrorKind::Deadline { sent: true }),
        _ => (limit, ErrorKind::AttemptTimeout { limit }),
    }
}

async fn send_and_read(
    seed: &Seed,
    permit: Permit,
    request: Outgoing,
    attempts: &mut Attempts,
) -> Result<(StatusCode, HeaderMap, Content), Broken> {
    let answer = match wire::send(&seed.core.inner.sealed, permit, request).await {
        Ok(answer) => answer,
        Err(error) => return Err(Broken::unanswered(error, attempts)),
    };
    let Answer {
        status,
        headers,
        mut body,
    } = answer;
    attempts.answered(status);
    heed::learn(seed, &headers);
    let absent = seed.options.absent_is_answer && status == StatusCode::NOT_FOUND;
    if !status.is_success() && !absent {
        return Ok((status, headers, Content::Open(body)));
    }
    if seed.options.streamed && status.is_success() {
        return Ok((status, headers, Content::Open(body)));
    }
    let limit = seed.options.max_body.unwrap_or(seed.core.inner.max_body);
    let announced = body
        .announced()
        .filter(|_| seed.place.method != Method::HEAD);
    if announced.is_some_and(|length| length > limit) {
        return Err(Broken::too_large(limit, status, headers));
    }
    match whole(&mut body, limit).await {
        Ok(Some(bytes)) => Ok((status, headers, Content::Whole(bytes))),
        Ok(None) => Err(Broken::too_large(limit, status, headers)),
        Err(source) => {
            let kind = ErrorKind::Transport {
                received: body.received(),
            };
            Err(Broken {
                kind,
                reply: Some((status, headers, Bytes::new())),
                source: Some(source),
            })
        }
    }
}

/// The whole body; `None` when it is larger than `limit`. One that came in one piece is not copied.
async fn whole(body: &mut AnswerBody, limit: u64) -> Result<Option<Bytes>, crate::error::BoxError> {
    let Some(first) = body.chunk().await? else {
        return Ok(Some(Bytes::new()));
    };
    if body.received() > limit {
        return Ok(None);
    }
    let Some(second) = body.chunk().await? else {
        return Ok(Some(first));
    };
    let mut all = BytesMut::from(first);
    let mut next = Some(second);
    while let Some(chunk) = next {
        if body.received() > limit {
            return Ok(None);
        }
        all.extend_from_slice(&chunk);
        next = body.chunk().await?;
    }
    Ok(Some(all.freeze()))
}

/// The beginning of an error answer's body: what arrives within a second. The status is the error
/// that counts; a body that drips or breaks off must not hide it.
async fn excerpt(body: &mut AnswerBody) -> Bytes {
    let mut all = BytesMut::new();
    let read = async {
        while let Ok(Some(chunk)) = body.chunk().await {
            all.extend_from_slice(&chunk);
            if body.received() > ERROR_BODY {
                break;
            }
        }
    };
    // Late or not, what has arrived is there.
    let _ = tokio::time::timeout(EXCERPT_TIME, read).await;
    all.freeze()
}

/// A failure that does not know its place yet.
struct Broken {
    kind: ErrorKind,
    reply: Option<(StatusCode, HeaderMap, Bytes)>,
    source: Option<crate::error::BoxError>,
}

impl From<ErrorKind> for Broken {
    fn from(kind: ErrorKind) -> Self {
        Self {
            kind,
            reply: None,
            source: None,
        }
    }
}

impl Broken {
    fn unanswered(error: SendError, attempts: &mut Attempts) -> Self {
        let (kind, source) = match error {
            SendError::NotSent(source) => {
                attempts.unsent();
                let unbuildable =
                    "the request cannot be written, as with a URL of more than 64 KiB";
                let kind = match source.is_builder() {
                    true => ErrorKind::Argument(unbuildable.to_owned()),
                    false => ErrorKind::Connect,
                };
                (kind, Some(source))
            }
            SendError::MaybeSent(source) => (ErrorKind::Transport { received: 0 }, Some(source)),
            SendError::Upgraded => (ErrorKind::Upgrade, None),
        };
        Self {
            kind,
            reply: None,
            source: source.map(Into::into),
        }
    }

    fn too_large(limit: u64, status: StatusCode, headers: HeaderMap) -> Self {
        let reply = Some((status, headers, Bytes::new()));
        Self {
            kind: ErrorKind::BodyTooLarge { limit },
            reply,
            source: None,
        }
    }

    fn at(self, seed: &Seed, attempts: Attempts) -> Box<Failure> {
        let Self {
            kind,
            reply,
            source,
        } = self;
        let mut failure = Failure::new(kind, seed.place.clone(), attempts);
        if let Some((status, headers, body)) = reply {
            failure = failure.reply(status, headers, body);
        }
        match source {
            Some(source) => failure.source(source),
            None => failure,
        }
    }
}
