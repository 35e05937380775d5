//! Where a request goes, who is paid for it, and whose it is.

use std::sync::Arc;

use http::Method;
use tollgate_limiter::{Breaker, Cost};
use url::Url;

use super::payee::Payee;
use super::seed::Seed;
use crate::auth::Tokens;
use crate::redirect::{same_origin, survive_elsewhere};
use crate::shared::Paid;
use crate::wire::Way;

/// What stays the same from the state before admission to the one after the exchange.
pub(crate) struct Aim {
    pub(crate) seed: Seed,
    pub(crate) method: Method,
    /// Without a credential.
    pub(crate) url: Url,
    pub(crate) payee: Payee,
    /// Whether the credential may go there: the request has never left the API's origin.
    pub(crate) is_ours: bool,
}

impl Aim {
    /// At an address of the API itself.
    pub(super) fn own(seed: Seed, url: Url) -> Self {
        Self {
            method: seed.place.method.clone(),
            payee: Payee::of(&seed.core, seed.charge.bucket, &url),
            seed,
            url,
            is_ours: true,
        }
    }

    /// At an address that the vendor named: with credential and headers if it is the API's own.
    pub(super) fn named(mut seed: Seed, url: Url) -> Self {
        let is_ours = same_origin(&url, &seed.core.inner.base);
        if !is_ours {
            survive_elsewhere(&mut seed.headers, None);
        }
        Self {
            is_ours,
            ..Self::own(seed, url)
        }
    }

    /// At an address that the caller names, paid from the bucket that it names.
    pub(super) fn elsewhere(seed: Seed, url: Url) -> Self {
        Self {
            payee: Payee::Own(seed.charge.bucket),
            is_ours: same_origin(&url, &seed.core.inner.base),
            ..Self::own(seed, url)
        }
    }

    /// Whether the credential, and what goes with it, is put on.
    pub(super) fn takes_credential(&self) -> bool {
        self.is_ours && !self.seed.options.bare
    }

    /// Where the credential comes from, if it comes from a source and may go there.
    pub(super) fn tokens(&self) -> Option<&Arc<Tokens>> {
        let tokens = self.seed.core.inner.credential.tokens();
        tokens.filter(|_| self.takes_credential())
    }

    /// The bucket; `None` when the description has no such bucket.
    pub(super) fn paid(&self) -> Option<&Paid> {
        self.payee.paid(&self.seed.core)
    }

    /// What the request takes: the endpoint's cost from the endpoint's bucket. In another bucket a
    /// unit is another thing, of which a request is one.
    pub(super) fn cost(&self) -> Cost {
        match self.payee {
            Payee::Own(bucket) if bucket == self.seed.charge.bucket => self.seed.charge.cost,
            _ => Cost::ONE,
        }
    }

    /// Which connects it has to wait for, and who for its own.
    pub(super) fn way(&self) -> Way {
        let Self {
            seed, url, payee, ..
        } = self;
        let counted = self.paid().filter(|_| payee.is_known(&seed.core, url));
        let connects = &payee.core(&seed.core).inner.sealed.connects;
        Way::new(connects, url, counted.map(|paid| &paid.bucket))
    }

    /// The circuit breaker. The requests that fetch a token have none: while they fail, the token
    /// in use may still be good.
    pub(super) fn breaker(&self) -> Option<&Breaker> {
        match self.seed.options.bare {
            true => None,
            false => self.paid()?.breaker.as_ref(),
        }
    }

    /// The host, for the ledger.
    pub(super) fn host(&self) -> Arc<str> {
        match self.is_ours {
            true => self.seed.place.host.clone(),
            false => self.url.authority().into(),
        }
    }
}
