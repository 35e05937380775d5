//! The state that holds a permit, and the exchange that spends it.

use core::fmt;
use core::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode};
use tollgate_limiter::{Event, Pass, Permit};
use url::Url;

use super::aim::Aim;
use super::broken::Broken;
use super::course::Course;
use super::health::{Health, health, report};
use super::heed;
use super::payee::Payee;
use super::reading::{excerpt, whole};
use super::seed::Seed;
use super::spent::Spent;
use crate::error::ErrorKind;
use crate::ledger::{Attempt, Attempts, Cause};
use crate::meter::Granted;
use crate::redirect::is_redirect;
use crate::wire::{self, Answer, AnswerBody, Outgoing, Way};

/// How long is waited for the body of an error answer.
const EXCERPT_TIME: Duration = Duration::from_secs(1);

/// How long is waited for one that is hardly of use any more.
const AT_HAND: Duration = Duration::from_millis(50);

/// A request with its permit and its credential, about to leave.
pub(super) struct Admitted {
    pub(super) spent: Spent,
    pub(super) permit: Permit,
    /// The permit, as its endpoint counts it.
    pub(super) granted: Granted,
    /// What the breaker has to be told.
    pub(super) pass: Option<Pass>,
    pub(super) request: Outgoing,
    /// The connects that it waited for, and is now one of.
    pub(super) way: Way,
}

/// An answer that the description allows: a success, or a 404 where that is one.
pub struct Reply {
    pub(crate) seed: Seed,
    pub(crate) url: Url,
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) content: Content,
    pub(crate) attempts: Attempts,
    /// When a body that is still arriving has to have ended.
    pub(crate) ends: Option<tokio::time::Instant>,
    /// To be told that the answer could be read, in which case it is a success.
    pub(crate) pass: Option<Pass>,
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reply({} from {})", self.status, self.seed.place)
    }
}

/// The body of an answer.
// With the feature `fleet` only: a flight is a few bytes longer there.
#[allow(
    clippy::large_enum_variant,
    reason = "one for each exchange, moved a few times; a box would be an allocation for each stream"
)]
pub(crate) enum Content {
    /// Read to its end, inside the attempt.
    Whole(Bytes),
    /// Still arriving, and holding its in-flight slot.
    Open(AnswerBody),
}

/// What an exchange came to.
pub(super) enum Outcome {
    Answer(StatusCode, HeaderMap, Content, Option<Pass>),
    /// A redirect that could be followed, with the beginning of its body.
    Redirect(StatusCode, HeaderMap, Bytes),
    Broken(Broken),
}

impl Admitted {
    /// Sends the request and reads what the caller wants of the answer.
    ///
    /// The attempt's timeout starts here, with the permit. Dropping the future keeps the permit
    /// spent, since the request may be on its way, and frees the in-flight slot.
    pub(super) async fn exchange(self, course: &mut Course) -> (Spent, Outcome) {
        let Self {
            spent,
            permit,
            granted,
            pass,
            request,
            way,
        } = self;
        note(&spent.aim, &permit, course);
        let seed = &spent.aim.seed;
        let limit = seed
            .options
            .attempt_timeout
            .unwrap_or(seed.core.inner.attempt_timeout);
        let (limit, timeout) = bound(limit, course.left());
        let exchange = send_and_read(
            &spent.aim,
            &way,
            permit,
            granted,
            request,
            &mut course.ledger,
        );
        let read = match tokio::time::timeout(limit, exchange).await {
            Ok(read) => read,
            Err(_) => Err(Broken::from(timeout)),
        };
        let outcome = match read {
            Ok((status, headers, Content::Open(body))) if !passes(seed, status) => {
                refused(&spent.aim, status, headers, body, pass, course).await
            }
            Ok((status, headers, content)) => judged(&spent.aim, status, headers, content, pass),
            Err(broken) => {
                report(pass, broken.health());
                Outcome::Broken(broken)
            }
        };
        (spent, outcome)
    }
}

/// Writes the request into the ledger and the meter.
fn note(aim: &Aim, permit: &Permit, course: &mut Course) {
    if course.cause == Cause::Retry {
        permit.bucket().count(Event::Retry);
        if let Some(paid) = aim.paid() {
            course.counters.retried(paid);
        }
    }
    course.ledger.sent(Attempt {
        cause: course.cause,
        host: aim.host(),
        bucket: aim.paid().map_or("", |paid| paid.name),
        cost: permit.cost().units(),
        paused: core::mem::take(&mut course.paused),
        waited: permit.waited(),
        status: None,
    });
    course.leaves();
}

/// Whether the status is one that the caller gets as an answer.
fn passes(seed: &Seed, status: StatusCode) -> bool {
    let absent = seed.options.absent_is_answer && status == StatusCode::NOT_FOUND;
    status.is_success() || absent
}

/// What an answer is that is no success. What it says about limits is heeded before its body is
/// read, which may take its time, and again when the body says more.
async fn refused(
    aim: &Aim,
    status: StatusCode,
    headers: HeaderMap,
    mut body: AnswerBody,
    pass: Option<Pass>,
    course: &Course,
) -> Outcome {
    let early = heed::early(aim, status, &headers);
    // Who will not wait for the pause anyway is told soon, whatever the body does.
    let is_over = early.is_some_and(|held| course.is_too_long(held.wait()));
    let time = if is_over { AT_HAND } else { EXCERPT_TIME };
    let time = course.left().map_or(time, |left| left.min(time));
    let excerpt = excerpt(&mut body, time).await;
    drop(body);
    if is_redirect(status) {
        report(pass, health(status));
        return Outcome::Redirect(status, headers, excerpt);
    }
    let kind = heed::refusal(aim, status, &headers, &excerpt, early);
    report(
        pass,
        match kind {
            // A limit is no illness, whatever its status.
            ErrorKind::Throttled { .. } => Health::Unknown,
            _ => health(status),
        },
    );
    Outcome::Broken(Broken::answered(kind, status, headers, excerpt))
}

/// A success, unless the API's classifier knows better.
fn judged(
    aim: &Aim,
    status: StatusCode,
    headers: HeaderMap,
    content: Content,
    pass: Option<Pass>,
) -> Outcome {
    if let Content::Whole(body) = &content
        && let Some(kind) = heed::success(aim, status, &headers, body)
    {
        // Neither well nor sick: the pass is dropped.
        return Outcome::Broken(Broken::answered(kind, status, headers, body.clone()));
    }
    match health(status) {
        Health::Sick => {
            report(pass, Health::Sick);
            Outcome::Answer(status, headers, content, None)
        }
        _ => {
            // The caller may take its time to read what has arrived.
            pass.iter().for_each(Pass::answered);
            Outcome::Answer(status, headers, content, pass)
        }
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
    aim: &Aim,
    way: &Way,
    permit: Permit,
    granted: Granted,
    request: Outgoing,
    ledger: &mut Attempts,
) -> Result<(StatusCode, HeaderMap, Content), Broken> {
    let Aim {
        seed,
        payee,
        method,
        ..
    } = aim;
    let as_of = permit.serial();
    let answer = match wire::send(&seed.core.inner.sealed, way, permit, granted, request).await {
        Ok(answer) => answer,
        Err(error) => return Err(Broken::unanswered(error, ledger)),
    };
    let Answer {
        status,
        headers,
        mut body,
    } = answer;
    ledger.answered(status);
    if matches!(payee, Payee::Own(_)) && heed::is_party(aim) && !seed.options.bare {
        heed::learn(aim, &headers);
    }
    heed::left(aim, as_of, &headers);
    if !passes(seed, status) || seed.options.streamed && status.is_success() {
        return Ok((status, headers, Content::Open(body)));
    }
    let limit = seed.options.max_body.unwrap_or(seed.core.inner.max_body);
    let too_large = |headers| {
        let kind = ErrorKind::BodyTooLarge { limit };
        Broken::answered(kind, status, headers, Bytes::new())
    };
    let announced = body.announced().filter(|_| *method != Method::HEAD);
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large(headers));
    }
    match whole(&mut body, limit).await {
        Ok(Some(bytes)) => Ok((status, headers, Content::Whole(bytes))),
        Ok(None) => Err(too_large(headers)),
        Err(source) => {
            let received = body.received();
            let kind = ErrorKind::Transport { received };
            let broken = Broken::answered(kind, status, headers, Bytes::new());
            let source = Some(source);
            Err(Broken { source, ..broken })
        }
    }
}
