//! What remains of a request whose permit is spent. It can go back to the state before admission,
//! where the next request owes a permit of its own.

use http::header::HeaderName;
use http::{HeaderMap, StatusCode};
use secrecy::ExposeSecret as _;
use url::Url;

use super::aim::Aim;
use super::course::Course;
use super::payee;
use super::ready::{Open, Ready};
use super::seed::Seed;
use crate::auth::{Credential, Generation};
use crate::describe::Redirects;
use crate::encode::{self, Body};
use crate::error::RedirectRefusal as Refusal;
use crate::redirect::{Asked, Hop, judge, survive};

/// A request that was sent.
pub(super) struct Spent {
    pub(super) aim: Aim,
    pub(super) open: Option<Open>,
    pub(super) kept: Kept,
    /// The token that it carried, where that came from a source.
    pub(super) carried: Option<Generation>,
}

/// What is left of a body after it was sent.
pub(super) enum Kept {
    /// There was none.
    Empty,
    /// The same, to be sent again.
    Copy(Body),
    /// It was a stream, and is gone.
    Gone,
}

impl Kept {
    pub(super) fn of(body: Option<&Body>) -> Self {
        match body.map(Body::replay) {
            None => Self::Empty,
            Some(Some(copy)) => Self::Copy(copy),
            Some(None) => Self::Gone,
        }
    }

    fn body(self) -> Option<Body> {
        match self {
            Self::Copy(body) => Some(body),
            Self::Empty | Self::Gone => None,
        }
    }
}

impl Spent {
    /// Whether the same request can be made once more.
    pub(super) fn is_replayable(&self) -> bool {
        !matches!(self.kept, Kept::Gone)
    }

    /// The same request once more.
    pub(super) fn again(self) -> Ready {
        let Self {
            aim,
            open,
            kept,
            carried: _,
        } = self;
        let body = kept.body();
        Ready { aim, open, body }
    }

    /// The request that a redirect leads to, or why there is none.
    pub(super) fn hop(
        self,
        status: StatusCode,
        headers: &HeaderMap,
        course: &mut Course,
    ) -> Result<Ready, Box<(Seed, Refusal)>> {
        let judged = self.judge(status, headers);
        let Self { aim, kept, .. } = self;
        let Aim {
            mut seed,
            method,
            url,
            payee: _,
            is_ours,
        } = aim;
        let judged = judged.and_then(|hop| {
            course.hop((method, url), (&hop.method, &hop.url))?;
            Ok(hop)
        });
        let hop = match judged {
            Ok(hop) => hop,
            Err(refusal) => return Err(Box::new((seed, refusal))),
        };
        let has_body = !matches!(kept, Kept::Empty);
        let key = HeaderName::from_bytes(seed.key_header.as_bytes()).ok();
        let key = key.filter(|_| has_body);
        survive(&mut seed.headers, &hop, key.as_ref());
        let is_ours = is_ours && hop.same_origin;
        let Hop {
            mut url,
            method,
            drops_body,
            same_origin: _,
        } = hop;
        if !is_ours {
            without_credential(&seed, &mut url);
            if seed.core.inner.credential.is_in(url.as_str()) {
                return Err(Box::new((seed, Refusal::Secret)));
            }
        }
        let aim = Aim {
            method,
            is_ours,
            ..Aim::own(seed, url)
        };
        let body = kept.body().filter(|_| !drops_body);
        let open = None;
        Ok(Ready { aim, open, body })
    }

    fn judge(&self, status: StatusCode, headers: &HeaderMap) -> Result<Hop, Refusal> {
        let Aim {
            seed, method, url, ..
        } = &self.aim;
        let rule = seed.options.redirects.or(seed.core.inner.redirects);
        let asked = Asked {
            method,
            url,
            has_body: !matches!(self.kept, Kept::Empty),
            is_named: &|url| payee::is_named(&seed.core, url),
        };
        let hop = judge(status, headers, &asked, rule.unwrap_or(Redirects::Follow))?;
        match self.kept {
            Kept::Gone if !hop.drops_body => Err(Refusal::Body),
            _ => Ok(hop),
        }
    }
}

/// Takes our key out of an address that the vendor built from ours, before it goes elsewhere.
fn without_credential(seed: &Seed, url: &mut Url) {
    let Credential::Query { name, value } = &seed.core.inner.credential else {
        return;
    };
    let Some(query) = url.query() else { return };
    let secret = value.expose_secret();
    let rest = encode::without_pairs(query, |known, held| known == *name && held == secret);
    url.set_query(Some(rest.as_str()).filter(|rest| !rest.is_empty()));
}
