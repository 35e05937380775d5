//! The state before admission: a request that only lacks its permit and its credential.

use core::time::Duration;
use std::sync::Arc;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use secrecy::ExposeSecret as _;
use tollgate_limiter::{
    Breaker, Clock, Cost, Moment, Pass, Permit, Refused, RefusedKind, Terms, Turn,
};
use url::Url;

use super::admitted::Admitted;
use super::aim::Aim;
use super::course::Course;
use super::signed::sign;
use super::spent::{Kept, Spent};
use super::target::below_base;
use crate::auth::{Credential, Held, RefreshFailed, Tokens};
use crate::encode::{self, Body};
use crate::error::{ErrorKind, Failure};
use crate::meter::{Counters, Granted};
use crate::shared::{Core, Paid};
use crate::wire::{Outgoing, Way};

pub(crate) struct Ready {
    pub(crate) aim: Aim,
    pub(crate) open: Option<Open>,
    pub(crate) body: Option<Body>,
}

/// A target with a place in its path that the credential fills. It is kept apart from the URL,
/// in which a value of the caller's could look like that place.
pub(crate) struct Open {
    pub(crate) path: String,
    pub(crate) query: String,
}

impl Ready {
    /// Waits for the permit, then puts on the credential.
    ///
    /// Everything that can fail has been checked before; between the permit and the send there
    /// is no await. Dropping the future takes nothing.
    pub(super) async fn admit(self, course: Course) -> Result<(Admitted, Course), Box<Failure>> {
        let seed = &self.aim.seed;
        let Some(paid) = self.aim.paid() else {
            let text = "the endpoint's bucket is not one of this API".to_owned();
            return Err(course.refused(seed, ErrorKind::Argument(text)));
        };
        let asked = Asked {
            cost: self.aim.cost(),
            by: course.permit_by(),
            terms: terms(&course, seed.options.urgent),
        };
        // Before the queue: a refusal takes no place in it. Held until the breaker is entered.
        let _turn = match turn(self.aim.breaker().cloned(), asked.by).await {
            Ok(turn) => turn,
            Err(kind) => {
                if let ErrorKind::BreakerOpen { .. } = kind {
                    course.counters.refused(paid);
                }
                return Err(course.refused(seed, kind));
            }
        };
        let way = self.aim.way();
        let Some(tokens) = self.aim.tokens().cloned() else {
            return match permit(&way, paid, &asked, &course.counters).await {
                Ok((permit, granted)) => self.admitted(permit, granted, way, None, course),
                Err(denied) => Err(course.denied(seed, denied)),
            };
        };
        let mut round = 0;
        loop {
            // Without a permit, so that whoever fetches the token finds one.
            match token(&tokens, &seed.core, course.begun(), course.patience()).await {
                Ok(_) => {}
                Err(failed) => return Err(course.tokenless(seed, failed)),
            }
            let (permit, granted) = match permit(&way, paid, &asked, &course.counters).await {
                Ok(permit) => permit,
                Err(denied) => return Err(course.denied(seed, denied)),
            };
            round += 1;
            let held = match round < ROUNDS {
                true => tokens.usable(),
                false => tokens.current(),
            };
            // It may have been lost during the wait. Unspent, the permit goes back whole.
            if held.is_some() {
                return self.admitted(permit, granted, way, held, course);
            }
        }
    }

    fn admitted(
        self,
        permit: Permit,
        granted: Granted,
        way: Way,
        held: Option<Held>,
        course: Course,
    ) -> Result<(Admitted, Course), Box<Failure>> {
        let Self { aim, open, body } = self;
        let (mut url, mut headers) = match with_credential(&aim, open.as_ref()) {
            Ok(request) => request,
            Err(mistake) => return Err(course.refused(&aim.seed, ErrorKind::Argument(mistake))),
        };
        if let Some(value) = held.as_ref().and_then(Held::header) {
            headers.insert(AUTHORIZATION, value);
        }
        // It may have opened during the wait. Unspent, the permit goes back whole.
        let pass = match pass(&aim) {
            Ok(pass) => pass,
            Err(left) => {
                if let Some(paid) = aim.paid() {
                    course.counters.refused(paid);
                }
                return Err(course.refused(&aim.seed, ErrorKind::BreakerOpen { left }));
            }
        };
        if let Err(error) = sign(&aim, &mut url, &mut headers, body.as_ref()) {
            return Err(course.unsigned(&aim.seed, error));
        }
        let kept = Kept::of(body.as_ref());
        let request = Outgoing {
            method: aim.method.clone(),
            url,
            headers,
            body,
        };
        let spent = Spent {
            aim,
            open,
            kept,
            carried: held.map(|held| held.generation),
        };
        let admitted = Admitted {
            spent,
            permit,
            granted,
            pass,
            request,
            way,
        };
        Ok((admitted, course))
    }
}

/// The breaker's word that the request may go, where there is a breaker. Only in a fleet does it take
/// time, and no longer than there is.
async fn turn(breaker: Option<Breaker>, by: Option<Moment>) -> Result<Option<Turn>, ErrorKind> {
    let Some(breaker) = breaker else {
        return Ok(None);
    };
    let ready = breaker.ready();
    let turn = match by {
        None => ready.await,
        Some(by) => {
            let left = by.saturating_duration_since(Clock::monotonic().now());
            let in_time = tokio::time::timeout(left, ready).await;
            in_time.map_err(|_| ErrorKind::Deadline { sent: false })?
        }
    };
    turn.map(Some)
        .map_err(|open| ErrorKind::BreakerOpen { left: open.left })
}

/// The breaker's pass, where there is a breaker; how long it refuses, where it does.
fn pass(aim: &Aim) -> Result<Option<Pass>, Duration> {
    let pass = aim.breaker().map(Breaker::enter).transpose();
    pass.map_err(|open| open.left)
}

/// How often a call gives its permit back since its token was lost while it waited. After that it
/// goes with the token in use, and the vendor has the last word.
const ROUNDS: usize = 3;

/// A token, or the failure for want of one; none when the time was up.
async fn token(
    tokens: &Arc<Tokens>,
    core: &Core,
    begun: Moment,
    left: Option<Duration>,
) -> Result<Held, Option<RefreshFailed>> {
    let token = tokens.get(core, begun);
    let token = match left {
        None => token.await,
        Some(left) => {
            let in_time = tokio::time::timeout(left, token).await;
            in_time.map_err(|_| None)?
        }
    };
    token.map_err(Some)
}

/// No permit.
pub(super) struct Denied {
    pub(super) kind: ErrorKind,
    /// What there is to say beside that.
    pub(super) said: Option<String>,
}

/// A permit that is asked for.
struct Asked {
    cost: Cost,
    by: Option<Moment>,
    terms: Terms,
}

fn terms(course: &Course, urgent: bool) -> Terms {
    let terms = Terms::from(course.permit_by()).longest_pause(course.longest_pause());
    match urgent {
        true => terms.urgent(),
        false => terms,
    }
}

/// The permit, once no connect is stalled. Only what can be shared between threads is borrowed.
async fn permit(
    way: &Way,
    paid: &Paid,
    asked: &Asked,
    counters: &Counters,
) -> Result<(Permit, Granted), Denied> {
    loop {
        let settled = way.settled(paid.skew);
        match asked.by {
            None => settled.await,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(paid.bucket.clock().now());
                let in_time = tokio::time::timeout(left, settled).await;
                in_time.map_err(|_| Denied {
                    kind: ErrorKind::Deadline { sent: false },
                    said: None,
                })?;
            }
        }
        let permit = paid.bucket.acquire(asked.cost, asked.terms);
        let permit = counters.granted(paid, permit).await;
        let permit = permit.map_err(|refused| Denied {
            kind: refusal(&refused),
            said: refused.said().map(str::to_owned),
        })?;
        // A connect may have stalled during the wait. Unspent, the permit goes back whole.
        if !way.stalled(paid.skew) {
            return Ok(permit);
        }
        drop(permit);
    }
}

fn refusal(refused: &Refused) -> ErrorKind {
    let bucket = refused.bucket().to_owned();
    match refused.kind() {
        RefusedKind::Deadline { needed, left } => ErrorKind::LimiterWait {
            bucket,
            needed,
            left,
        },
        RefusedKind::Blocked { needed, left } => ErrorKind::Blocked {
            bucket,
            needed,
            left,
        },
        RefusedKind::CostTooLarge { cost, largest } => {
            let (cost, largest) = (cost.units(), largest.get());
            ErrorKind::CostTooLarge {
                bucket,
                cost,
                largest,
            }
        }
        RefusedKind::StateLost => ErrorKind::StateLost { bucket },
        #[cfg(feature = "fleet")]
        RefusedKind::StoreDown(fault) => ErrorKind::StoreDown { bucket, fault },
        _ => ErrorKind::LimiterWait {
            bucket,
            needed: Duration::MAX,
            left: Duration::ZERO,
        },
    }
}

/// The request's URL and headers, with the credential where it may go.
fn with_credential(aim: &Aim, open: Option<&Open>) -> Result<(Url, HeaderMap), String> {
    let mut headers = aim.seed.headers.clone();
    if !aim.takes_credential() {
        return Ok((aim.url.clone(), headers));
    }
    let core = &aim.seed.core;
    if let Some((name, value)) = core.inner.credential.now() {
        headers.insert(name, value);
    }
    Ok((with_key(core, aim.url.clone(), open)?, headers))
}

/// Puts a credential that lives in the URL into its place. A URL of the vendor's may have it
/// already.
fn with_key(core: &Core, mut url: Url, open: Option<&Open>) -> Result<Url, String> {
    match &core.inner.credential {
        Credential::None | Credential::Header { .. } | Credential::Tokens { .. } => Ok(url),
        Credential::Query { name, value } => {
            let there = url.query_pairs().find(|(known, _)| known == *name);
            match there {
                None => {}
                Some((_, known)) if known == value.expose_secret() => return Ok(url),
                Some(_) => {
                    return Err(format!(
                        "the URL that the vendor gave names another account in `{name}`, from which nothing is paid"
                    ));
                }
            }
            let mut query = url.query().unwrap_or_default().to_owned();
            encode::append_value(&mut query, name, value.expose_secret())?;
            url.set_query(Some(&query));
            Ok(url)
        }
        Credential::Path { name, value } => match open {
            Some(Open { path, query }) => {
                let mut path = path.clone();
                encode::fill_key(&mut path, name, value.expose_secret())?;
                below_base(core, &path, query)
            }
            None => Ok(url),
        },
    }
}
