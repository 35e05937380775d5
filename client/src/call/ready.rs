//! The state before admission: a request that only lacks its permit and its credential.

use core::time::Duration;

use secrecy::ExposeSecret as _;
use tollgate_limiter::{Event, Moment, Permit, Refused, RefusedKind};
use url::Url;

use super::admitted::Admitted;
use super::draft::{self, Seed};
use crate::auth::Credential;
use crate::encode::{self, Body};
use crate::error::{ErrorKind, Failure};
use crate::ledger::Attempts;
use crate::shared::{Core, Paid};
use crate::wire::Outgoing;

pub(crate) struct Ready {
    pub(crate) seed: Seed,
    pub(crate) url: Url,
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
    pub(crate) async fn admit(self) -> Result<Admitted, Box<Failure>> {
        let Some(paid) = self.seed.core.paid(self.seed.charge.bucket) else {
            return Err(self.fail(ErrorKind::Argument(
                "the endpoint's bucket is not one of this API".to_owned(),
            )));
        };
        paid.bucket.count(Event::Call);
        let now = paid.bucket.clock().now();
        let allowed = self.seed.options.deadline.or(self.seed.core.inner.deadline);
        if allowed.is_some_and(|allowed| allowed.is_zero()) {
            return Err(self.fail(ErrorKind::Deadline { sent: false }));
        }
        let deadline = allowed.map(|allowed| now + allowed);
        let permit = match permit(&self.seed, paid, deadline).await {
            Ok(permit) => permit,
            Err(kind) => return Err(self.fail(kind)),
        };
        self.admitted(permit, deadline)
    }

    fn admitted(self, permit: Permit, deadline: Option<Moment>) -> Result<Admitted, Box<Failure>> {
        let Self {
            mut seed,
            url,
            open,
            body,
        } = self;
        let url = match with_credential(&seed.core, url, open) {
            Ok(url) => url,
            Err(mistake) => {
                let kind = ErrorKind::Argument(mistake);
                return Err(Failure::new(kind, seed.place, Attempts::default()));
            }
        };
        let mut headers = core::mem::take(&mut seed.headers);
        if let Some((name, value)) = seed.core.inner.credential.now() {
            headers.insert(name, value);
        }
        let method = seed.place.method.clone();
        let request = Outgoing {
            method,
            url,
            headers,
            body,
        };
        Ok(Admitted {
            seed,
            permit,
            request,
            deadline,
        })
    }

    fn fail(&self, kind: ErrorKind) -> Box<Failure> {
        Failure::new(kind, self.seed.place.clone(), Attempts::default())
    }
}

/// The permit, once no connect is stalled. Only what can be shared between threads is borrowed.
async fn permit(seed: &Seed, paid: &Paid, deadline: Option<Moment>) -> Result<Permit, ErrorKind> {
    let connects = &seed.core.inner.sealed.connects;
    loop {
        let settled = connects.settled(paid.skew);
        match deadline {
            None => settled.await,
            Some(deadline) => {
                let left = deadline.saturating_duration_since(paid.bucket.clock().now());
                let in_time = tokio::time::timeout(left, settled).await;
                in_time.map_err(|_| ErrorKind::Deadline { sent: false })?;
            }
        }
        let permit = paid.bucket.acquire(seed.charge.cost, deadline).await;
        let permit = permit.map_err(|refused| refusal(&refused))?;
        // A connect may have stalled during the wait. Unspent, the permit goes back whole.
        if !connects.stalled(paid.skew) {
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
        _ => ErrorKind::LimiterWait {
            bucket,
            needed: Duration::MAX,
            left: Duration::ZERO,
        },
    }
}

/// Puts a credential that lives in the URL into its place. A next page's URL may have it already.
fn with_credential(core: &Core, mut url: Url, open: Option<Open>) -> Result<Url, String> {
    match &core.inner.credential {
        Credential::None | Credential::Header { .. } => Ok(url),
        Credential::Query { name, value } => {
            let there = url.query_pairs().find(|(known, _)| known == *name);
            match there {
                None => {}
                Some((_, known)) if known == value.expose_secret() => return Ok(url),
                Some(_) => {
                    return Err(format!(
                        "the next page's URL names another account in `{name}`, from which nothing is paid"
                    ));
                }
            }
            let mut query = url.query().unwrap_or_default().to_owned();
            encode::append_value(&mut query, name, value.expose_secret())?;
            url.set_query(Some(&query));
            Ok(url)
        }
        Credential::Path { name, value } => match open {
            Some(Open { mut path, query }) => {
                encode::fill_key(&mut path, name, value.expose_secret())?;
                draft::url(core, &path, &query)
            }
            None => Ok(url),
        },
    }
}
