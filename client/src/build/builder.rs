//! The builder of a client.

use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;
use std::sync::OnceLock;

use tollgate_limiter::Scope;

use super::account::{found, hosts, identity, token_url};
use super::base;
use super::credential::credential;
use super::report;
use crate::api::Api;
use crate::auth::{Credential, Given, Signer};
use crate::config::{Certificate, Connection, Identity, Pool, Proxy, Timeouts};
use crate::describe::{Redirects, Retry};
use crate::error::{BuildError, BuildErrorKind};
use crate::meter;
use crate::retry::{Quota, RetryQuota};
use crate::shared::{Core, Inner};
use crate::wire;

/// The largest body of an answer that is read into memory: 32 MiB.
const MAX_BODY: u64 = 32 * 1024 * 1024;

/// Builds a client of the API `A`, from `A::builder()`.
///
/// What the client pays from is found by the API's identity, the bucket's name and the account, so
/// two clients with one credential share one budget, in this process and, unless it is said
/// otherwise, in all processes of the user. There is no setting that loosens it.
#[must_use = "a builder does nothing until `build` is called"]
pub struct Builder<A> {
    base_url: Option<String>,
    account: Option<String>,
    pub(super) scope: Option<Scope>,
    pub(super) report_every: Option<Duration>,
    pub(super) warn_below: Option<u8>,
    given: Option<Given>,
    signer: Option<Box<dyn Signer>>,
    connection: Connection,
    deadline: Option<Duration>,
    redirects: Option<Redirects>,
    retry: Retry,
    quota: RetryQuota,
    max_body: u64,
    api: PhantomData<fn() -> A>,
}

impl<A: Api> Builder<A> {
    /// A builder with the described base URL and the default settings.
    pub fn new() -> Self {
        Self {
            base_url: None,
            account: None,
            scope: None,
            report_every: None,
            warn_below: None,
            given: None,
            signer: None,
            connection: Connection::default(),
            deadline: None,
            redirects: None,
            retry: Retry::new(),
            quota: RetryQuota::default(),
            max_body: MAX_BODY,
            api: PhantomData,
        }
    }

    /// Calls another server that speaks the same API: a test's, or an installation of the
    /// user's own. It is another vendor to the limiter, with its own buckets. Parts of the described
    /// API that the description names (`host`, `token`) move with it. A token endpoint at another
    /// origin does not hold for it: secrets of a test must not go to the real one, so the source of
    /// tokens has to name its place.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.base_url = Some(url.into());
        self
    }

    /// Names the account that pays, for several credentials of one paying account. Without a
    /// name the account is a digest of the credential.
    pub fn account(mut self, name: impl Into<String>) -> Self {
        self.account = Some(name.into());
        self
    }

    /// Signs each request, after its permit. An API without a credential (`auth = none`) needs an
    /// [`account`](Self::account) beside it: what a signature stands for is not known here.
    pub fn signer(mut self, signer: impl Signer) -> Self {
        self.signer = Some(Box::new(signer));
        self
    }

    /// The deadline of calls that set none: from the first poll to the end of the answer, the
    /// waits for permits, pauses and retries included. Default: what the description says, or none.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The timeouts of a connection and of an attempt. Default: what the description says, or
    /// 10 and 30 seconds.
    pub fn timeouts(mut self, timeouts: Timeouts) -> Self {
        self.connection.timeouts = Some(timeouts);
        self
    }

    /// How calls are tried again that say nothing else. Default: as at [`Retry`].
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry.or(self.retry);
        self
    }

    /// How many retries the calls of this client have together. Default: 20 % of its calls and a
    /// reserve of 100.
    pub fn retry_quota(mut self, quota: RetryQuota) -> Self {
        self.quota = quota;
        self
    }

    /// What becomes of redirects. Default: they are followed, each paid, but not those that would
    /// turn a write into a read.
    pub fn redirects(mut self, redirects: Redirects) -> Self {
        self.redirects = Some(redirects);
        self
    }

    /// The largest body of an answer that is read into memory. Default: 32 MiB. Streams are not
    /// bounded by it.
    pub fn max_body(mut self, bytes: u64) -> Self {
        self.max_body = bytes;
        self
    }

    /// The `User-Agent`. Default: `tollgate/` and its version.
    pub fn user_agent(mut self, user_agent: impl Into<String>) -> Self {
        self.connection.user_agent = user_agent.into();
        self
    }

    /// Goes through a proxy. The environment's proxy variables are never read.
    pub fn proxy(mut self, proxy: Proxy) -> Self {
        self.connection.proxy = Some(proxy);
        self
    }

    /// Trusts a certificate beside the platform's roots. Can be called several times.
    pub fn root_certificate(mut self, certificate: Certificate) -> Self {
        self.connection.roots.push(certificate);
        self
    }

    /// Shows a client certificate to the vendor.
    pub fn identity(mut self, identity: Identity) -> Self {
        self.connection.identity = Some(identity);
        self
    }

    /// How many idle connections are kept, and for how long.
    pub fn pool(mut self, pool: Pool) -> Self {
        self.connection.pool = pool;
        self
    }

    /// Lets the vendor choose HTTP/2. Default: HTTP/1.1 only.
    ///
    /// On HTTP/2 requests beyond the peer's stream limit queue behind their permits and leave
    /// later; every bucket must have an `in_flight` ceiling, which bounds how many.
    #[cfg(feature = "http2")]
    pub fn http2(mut self) -> Self {
        self.connection.http2 = true;
        self
    }

    /// HTTP/1.1 only, which is the default: one request per connection at a time, so that what
    /// has its permit leaves at once.
    pub fn http1_only(mut self) -> Self {
        self.connection.http2 = false;
        self
    }

    /// The client. Nothing is sent.
    ///
    /// It may be cloned and shared, within one tokio runtime: its idle connections are driven by
    /// the runtime in which they were made, so a program with several runtimes builds a client in
    /// each. They share their budget.
    ///
    /// # Errors
    ///
    /// A setting, a URL or a credential that cannot be used, with the cure; nothing of a
    /// credential is in the text.
    pub fn build(self) -> Result<A, BuildError> {
        let description = A::DESCRIPTION;
        let Self {
            base_url,
            account,
            scope,
            report_every,
            warn_below,
            given,
            signer,
            connection,
            deadline,
            redirects,
            retry,
            quota,
            max_body,
            api: _,
        } = self;
        let described = description.settings;
        let base = base::parse(base_url.as_deref().unwrap_or(description.base_url))?;
        let credential = credential(description, given, account.as_deref())?;
        if connection.http2 && !description.buckets.iter().all(has_in_flight) {
            let text = "HTTP/2 needs a bound on what is in flight; declare `ceiling(in_flight = …)` in every bucket";
            return Err(BuildErrorKind::Setting(text.to_owned()).into());
        }
        if http::HeaderValue::from_str(&connection.user_agent).is_err() {
            let text = "the user agent holds a line break or another control character; remove it";
            return Err(BuildErrorKind::Setting(text.to_owned()).into());
        }
        if let (Some(_), Credential::None, None) = (&signer, &credential, &account) {
            let text = "requests are signed and nobody says for whom; call `account` with the name of the account that the signature stands for";
            return Err(BuildErrorKind::Credential(text.to_owned()).into());
        }
        let report_every = report::cycle(report_every, description)?;
        let account = account.unwrap_or_else(|| credential.account());
        let attempt_timeout = attempt_timeout(connection.timeouts, described.attempt_timeout);
        let identity = identity(description, &base);
        let connects = wire::Connects::of_account(&identity, &account);
        let sealed = wire::seal(connection, base.scheme(), connects)?;
        let (buckets, endpoints) = found(description, [identity.into(), account.into()], scope)?;
        meter::describe();
        let inner = Inner {
            description,
            prefix: base.path().trim_end_matches('/').to_owned(),
            host: base::shown(&base).into(),
            buckets,
            endpoints,
            report_every,
            warn_below: report::share(warn_below)?,
            report: OnceLock::new(),
            hosts: hosts(description, &base)?,
            token_url: token_url(description, &base),
            base,
            credential,
            signer,
            sealed,
            attempt_timeout,
            deadline: deadline.or(described.deadline),
            redirects: redirects.or(described.redirects),
            retry: retry.or(described.retry),
            quota: Quota::new(quota),
            max_body,
        };
        Ok(A::from_core(Core::new(inner)))
    }

    pub(super) fn given(mut self, given: Given) -> Self {
        self.given = Some(given);
        self
    }
}

/// The builder's, the description's, or the default.
fn attempt_timeout(given: Option<Timeouts>, described: Option<Duration>) -> Duration {
    let timeouts = given.map(|timeouts| timeouts.attempt);
    timeouts
        .or(described)
        .unwrap_or(Timeouts::default().attempt)
}

fn has_in_flight(bucket: &crate::describe::BucketDescription) -> bool {
    bucket
        .ceilings
        .iter()
        .any(|ceiling| matches!(ceiling, tollgate_limiter::Ceiling::InFlight(_)))
}

impl<A: Api> Default for Builder<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Api> fmt::Debug for Builder<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("api", &A::DESCRIPTION.name)
            .finish_non_exhaustive()
    }
}
