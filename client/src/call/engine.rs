//! The loop of a call, compiled once for all endpoints.

use core::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use tokio::time::Instant;

use super::admitted::{Outcome, Reply};
use super::broken::Broken;
use super::course::Course;
use super::draft::Draft;
use super::heed;
use super::ready::Ready;
use super::spent::Spent;
use crate::error::{ErrorKind, Failure};
use crate::ledger::Cause;

/// One call: draft, and as many exchanges as it takes.
pub(crate) async fn run(draft: Draft) -> Result<Reply, Box<Failure>> {
    finish(draft.checked()?).await
}

/// The part that every call goes through, whatever it follows from.
///
/// Each turn of the loop begins before admission: whatever is sent next owes a permit of its own.
/// Between two turns nothing is held, neither a slot nor a place in a queue.
pub(crate) async fn finish(mut ready: Ready) -> Result<Reply, Box<Failure>> {
    let mut course = Course::begin(&ready)?;
    loop {
        let (admitted, mut underway) = ready.admit(course).await?;
        let (spent, outcome) = admitted.exchange(&mut underway).await;
        let pause;
        (ready, course, pause) = match outcome {
            Outcome::Answer(status, headers, content, pass) => {
                return Ok(Reply {
                    seed: spent.aim.seed,
                    url: spent.aim.url,
                    status,
                    headers,
                    content,
                    ends: underway.left().map(|left| Instant::now() + left),
                    attempts: underway.ledger,
                    pass,
                });
            }
            Outcome::Redirect(status, headers, body) => {
                redirected(spent, underway, status, headers, body)?
            }
            Outcome::Broken(broken) if underway.goes_on(&spent, &broken) => {
                (spent.again(), underway, Duration::ZERO)
            }
            Outcome::Broken(broken) => {
                let replayable = spent.is_replayable();
                let is_blocked = broken.is_throttled() && heed::is_party(&spent.aim);
                if is_blocked {
                    heed::told(&spent.aim).await;
                }
                let (course, pause) =
                    underway.again(&spent.aim.seed, replayable, is_blocked, broken)?;
                (spent.again(), course, pause)
            }
        };
        course = course.may_send(&ready)?;
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
}

/// The request that a redirect leads to, after the pause that it asks for.
fn redirected(
    spent: Spent,
    mut course: Course,
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(Ready, Course, Duration), Box<Failure>> {
    let pause = heed::pause(&spent.aim, &headers);
    let ready = match spent.hop(status, &headers, &mut course) {
        Ok(ready) => ready,
        Err(refused) => {
            let (seed, refusal) = *refused;
            let kind = ErrorKind::Redirect { status, refusal };
            let broken = Broken::answered(kind, status, headers, body);
            return Err(broken.at(&seed, course.ledger));
        }
    };
    if let Err(reason) = course.is_worth(pause) {
        course.ledger.give_up(reason);
        let wait = Some(pause);
        let broken = Broken::answered(ErrorKind::Throttled { status, wait }, status, headers, body);
        return Err(broken.at(&ready.aim.seed, course.ledger));
    }
    course.cause = Cause::Redirect;
    course.paused = pause;
    Ok((ready, course, pause))
}
