//! What all clones of a client share.

use core::fmt;
use core::time::Duration;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use http::Method;
use tollgate_limiter::{Breaker, BreakerState, Bucket, Cost, Meter};
use url::Url;

use crate::answer::Json;
use crate::auth::{Credential, Signer};
use crate::call::{Call, Draft};
use crate::describe::{Description, Endpoint, Paging, Redirects, Retry};
use crate::meter::{Endpoints, Percent, Report};
use crate::pages::Pages;
use crate::retry::Quota;
use crate::wire::Sealed;

/// The shared part of a client. It can build calls and show its meter; it has no constructor,
/// no field and no other method.
#[derive(Clone)]
pub struct Core {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) description: &'static Description,
    pub(crate) base: Url,
    /// The path of the base URL without a trailing slash.
    pub(crate) prefix: String,
    pub(crate) host: Arc<str>,
    pub(crate) credential: Credential,
    pub(crate) signer: Option<Box<dyn Signer>>,
    pub(crate) sealed: Sealed,
    pub(crate) buckets: Vec<Paid>,
    pub(crate) endpoints: Endpoints,
    /// How often the counters are told, if they are.
    pub(crate) report_every: Option<Duration>,
    /// Below which share of what the vendor counts is warned.
    pub(crate) warn_below: Percent,
    /// Ends with the client, and is made with it, where it wants one.
    pub(crate) report: OnceLock<Report>,
    /// Addresses that are paid from a bucket of their own choosing.
    pub(crate) hosts: Vec<Host>,
    /// Where tokens are had, as far as the description knows.
    pub(crate) token_url: Option<String>,
    pub(crate) attempt_timeout: Duration,
    pub(crate) deadline: Option<Duration>,
    pub(crate) redirects: Option<Redirects>,
    pub(crate) retry: Retry,
    pub(crate) quota: Quota,
    pub(crate) max_body: u64,
}

/// An address that the description names, and the bucket that is paid there.
pub(crate) struct Host {
    pub(crate) url: Url,
    pub(crate) bucket: usize,
}

/// The clients of this process by the origin that they call.
static ORIGINS: LazyLock<Mutex<HashMap<String, Vec<Weak<Inner>>>>> = LazyLock::new(Mutex::default);

/// The oldest living client of the origin of `url`, and the bucket that it pays from by default.
pub(crate) fn known_host(url: &Url) -> Option<(Core, usize)> {
    let origins = ORIGINS.lock().unwrap_or_else(PoisonError::into_inner);
    let clients = origins.get(&url.origin().ascii_serialization())?;
    let inner = clients.iter().find_map(Weak::upgrade)?;
    let bucket = inner.description.default_bucket.unwrap_or_default();
    Some((Core { inner }, bucket))
}

/// A bucket as this client pays from it.
pub(crate) struct Paid {
    pub(crate) name: &'static str,
    pub(crate) bucket: Bucket,
    pub(crate) skew: Duration,
    /// Shared by all buckets of the account, or this one's own.
    pub(crate) breaker: Option<Breaker>,
}

impl Core {
    /// A client's shared part, known from now on by the origin that it calls.
    pub(crate) fn new(inner: Inner) -> Self {
        let inner = Arc::new(inner);
        let mut origins = ORIGINS.lock().unwrap_or_else(PoisonError::into_inner);
        let origin = inner.base.origin().ascii_serialization();
        origins.retain(|_, clients| {
            clients.retain(|client| client.strong_count() > 0);
            !clients.is_empty()
        });
        let clients = origins.entry(origin).or_default();
        clients.push(Arc::downgrade(&inner));
        drop(origins);
        if let Some(every) = inner.report_every {
            let report = Report::new(inner.endpoints.key(), Arc::downgrade(&inner), every);
            inner.report.get_or_init(|| report).start();
        }
        Self { inner }
    }

    /// An inert call of an endpoint.
    pub fn call<A, E>(&self, endpoint: &'static Endpoint) -> Call<A, E> {
        Call::new(Draft::new(self.clone(), endpoint))
    }

    /// An inert walk over the pages of an endpoint.
    pub fn pages<T, E>(&self, endpoint: &'static Endpoint, paging: &'static Paging) -> Pages<T, E> {
        Pages::new(Draft::new(self.clone(), endpoint), paging)
    }

    /// An inert call of a path that no endpoint describes, paid from the default bucket.
    pub fn raw<T, E>(&self, method: Method, path: &str) -> Call<Json<T>, E> {
        let bucket = self.inner.description.default_bucket;
        let missing = || {
            "the API has no default bucket; use `raw_in` and name the bucket that pays".to_owned()
        };
        Call::new(Draft::raw(
            self.clone(),
            bucket.ok_or_else(missing),
            method,
            path,
        ))
    }

    /// An inert call of a path that no endpoint describes, paid from the named bucket.
    pub fn raw_in<T, E>(&self, bucket: &str, method: Method, path: &str) -> Call<Json<T>, E> {
        let index = self
            .inner
            .buckets
            .iter()
            .position(|paid| paid.name == bucket);
        let missing = || {
            let known: Vec<_> = self.inner.buckets.iter().map(|paid| paid.name).collect();
            format!(
                "the API has no bucket `{bucket}`; it has `{}`",
                known.join("`, `")
            )
        };
        Call::new(Draft::raw(
            self.clone(),
            index.ok_or_else(missing),
            method,
            path,
        ))
    }

    /// The counters of all buckets of this client's account together.
    #[must_use]
    pub fn meter(&self) -> Meter {
        let paid: Vec<_> = self.inner.buckets.iter().collect();
        total(&paid)
    }

    /// The counters bucket by bucket.
    #[must_use]
    pub fn bucket_meters(&self) -> BTreeMap<&'static str, Meter> {
        self.inner
            .buckets
            .iter()
            .map(|paid| {
                let mut meter = paid.bucket.meter();
                if let Some(breaker) = &paid.breaker {
                    add_breaker(&mut meter, breaker);
                }
                (paid.name, meter)
            })
            .collect()
    }

    /// The counters endpoint by endpoint, by their names in the description; `Group::name` in a
    /// group. Raw calls are `raw`, requests for tokens `token`. What only a bucket knows is zero:
    /// blocks, what is in flight and waits, breakers.
    #[must_use]
    pub fn endpoint_meters(&self) -> BTreeMap<&'static str, Meter> {
        self.inner.endpoints.meters()
    }

    pub(crate) fn paid(&self, index: usize) -> Option<&Paid> {
        self.inner.buckets.get(index)
    }
}

/// What these buckets have counted, each once, also where several pay from it.
pub(crate) fn total(paid: &[&Paid]) -> Meter {
    let mut counted: Vec<Bucket> = Vec::new();
    for paid in paid {
        for bucket in [Some(paid.bucket.clone()), paid.bucket.merged_into()] {
            counted.extend(bucket.filter(|new| !counted.iter().any(|known| known.is(new))));
        }
    }
    let mut total: Meter = counted.iter().map(Bucket::meter).sum();
    let mut known: Vec<&Breaker> = Vec::new();
    for breaker in paid.iter().filter_map(|paid| paid.breaker.as_ref()) {
        if !known.iter().any(|other| other.is(breaker)) {
            known.push(breaker);
            add_breaker(&mut total, breaker);
        }
    }
    total
}

fn add_breaker(meter: &mut Meter, breaker: &Breaker) {
    meter.refused += breaker.refused();
    meter.open += u64::from(breaker.state() != BreakerState::Closed);
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("api", &self.inner.description.name)
            .field("host", &self.inner.host)
            .field("credential", &self.inner.credential)
            .finish_non_exhaustive()
    }
}

/// What a request of an endpoint is charged to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge {
    pub(crate) bucket: usize,
    pub(crate) cost: Cost,
}
