//! The description of an API, of a bucket, of an endpoint.

use core::num::NonZeroU32;
use core::time::Duration;

use tollgate_limiter::{Budget, Ceiling, Cost};
use tollgate_signals::preset::{self, Preset};

use super::Settings;
use crate::classify::Classify;

/// An API as its annotated trait describes it.
#[derive(Debug)]
pub struct Description {
    /// The trait's name.
    pub name: &'static str,
    /// The API's identity, where it is not the host of the base URL.
    pub id: Option<&'static str>,
    /// The base URL, without a trailing slash.
    pub base_url: &'static str,
    /// How requests are authenticated.
    pub auth: AuthScheme,
    /// The buckets, in the order of their declaration.
    pub buckets: &'static [BucketDescription],
    /// The bucket of endpoints that name none.
    pub default_bucket: Option<usize>,
    /// The header in which an answer names the vendor's own bucket.
    pub bucket_header: Option<&'static str>,
    /// The header of idempotency keys, where it is not `Idempotency-Key`.
    pub idempotency_header: Option<&'static str>,
    /// What is known about the vendor's headers and refusals.
    pub preset: &'static Preset,
    /// The caller's own judgement of answers.
    pub classify: Option<Classify>,
    /// Addresses whose requests are paid from a bucket of their own choosing: further hosts of
    /// the vendor, or parts of the API to which redirects lead.
    pub hosts: &'static [HostDescription],
    /// Where tokens are had, and which bucket pays for that.
    pub token: Option<TokenDescription>,
    /// When calls are refused after failures.
    pub breaker: Option<BreakerDescription>,
    /// Who shares what is used, where the description says it.
    pub sharing: Option<Sharing>,
    /// How often the counters are told.
    pub report_every: Option<Duration>,
    /// The names of the endpoints; those of groups are not among them.
    pub endpoints: &'static [&'static str],
    /// What calls of this API inherit.
    pub settings: Settings,
}

impl Description {
    /// A description that says nothing, from which others take what they leave out.
    pub const PLAIN: Self = Self {
        name: "",
        id: None,
        base_url: "",
        auth: AuthScheme::None,
        buckets: &[],
        default_bucket: None,
        bucket_header: None,
        idempotency_header: None,
        preset: &preset::GENERIC,
        classify: None,
        hosts: &[],
        token: None,
        breaker: None,
        sharing: None,
        report_every: None,
        endpoints: &[],
        settings: Settings::INHERITED,
    };
}

/// Who shares what is used of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// This process.
    Process,
    /// All processes of this user on this machine.
    Machine,
}

/// Where requests are paid from another bucket than their endpoint's.
#[derive(Debug)]
pub struct HostDescription {
    /// An absolute URL: its origin, and the beginning of the path.
    pub url: &'static str,
    /// The index of the bucket that pays.
    pub bucket: usize,
}

/// How tokens are had.
#[derive(Debug)]
pub struct TokenDescription {
    /// The token endpoint, where the description names it.
    pub url: Option<&'static str>,
    /// The index of the bucket that pays.
    pub bucket: usize,
}

/// When calls are refused.
#[derive(Clone, Copy, Debug)]
pub struct BreakerDescription {
    /// After so many failures in a row.
    pub failures: NonZeroU32,
    /// For how long.
    pub open: Duration,
    /// Whether each bucket has its own; otherwise the API has one.
    pub per_bucket: bool,
}

/// A bucket: the limits that a group of endpoints shares.
#[derive(Debug)]
pub struct BucketDescription {
    /// The name by which endpoints refer to it.
    pub name: &'static str,
    /// What the vendor allows.
    pub ceilings: &'static [Ceiling],
    /// What we allow ourselves, where that is less.
    pub budget: Option<Budget>,
    /// How much the way to the vendor may vary, in nanoseconds.
    pub skew_nanos: u64,
    /// Where each ceiling is published.
    pub sources: &'static [&'static str],
}

/// Where the credential goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthScheme {
    /// Nowhere: the API is public.
    None,
    /// `Authorization: Bearer …`.
    Bearer,
    /// `Authorization: Basic …`.
    Basic,
    /// The named header.
    Header(&'static str),
    /// The named query parameter.
    Query(&'static str),
    /// The named parameter of the path template.
    Path(&'static str),
}

/// One operation of an API.
#[derive(Debug)]
pub struct Endpoint {
    /// The trait that declares it.
    pub api: &'static str,
    /// The method's name.
    pub name: &'static str,
    /// The HTTP method.
    pub method: Verb,
    /// The path below the base URL, with `{name}` for each parameter, and the parameters of the query
    /// that every call has.
    pub template: &'static str,
    /// The index of its bucket in the description.
    pub bucket: usize,
    /// The name under which it is counted, where that is not its own.
    pub label: &'static str,
    /// What one request takes from that bucket.
    pub cost: Cost,
    /// Whether a request may be repeated that may have been received.
    pub repeat: Repeat,
    /// What `Accept` says, where that is not what the answer's type can be read from.
    pub accept: &'static str,
    /// What its calls set.
    pub settings: Settings,
}

impl Endpoint {
    /// An endpoint that says nothing, from which others take what they leave out.
    pub const PLAIN: Self = Self {
        api: "",
        name: "",
        method: Verb::Get,
        template: "",
        bucket: 0,
        label: "",
        cost: Cost::ONE,
        repeat: Repeat::ByMethod,
        accept: "",
        settings: Settings::INHERITED,
    };
}

/// Whether a request may be repeated that may have been received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// As its method says (RFC 9110 section 9.2.2): not POST and not PATCH.
    ByMethod,
    /// It may: the endpoint is declared idempotent.
    Idempotent,
    /// It may, since every attempt carries the same key in this header.
    Key(&'static str),
}

/// The HTTP methods that an endpoint can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// GET.
    Get,
    /// PUT.
    Put,
    /// POST.
    Post,
    /// PATCH.
    Patch,
    /// DELETE.
    Delete,
    /// HEAD.
    Head,
    /// OPTIONS.
    Options,
}

impl Verb {
    pub(crate) fn method(self) -> http::Method {
        match self {
            Self::Get => http::Method::GET,
            Self::Put => http::Method::PUT,
            Self::Post => http::Method::POST,
            Self::Patch => http::Method::PATCH,
            Self::Delete => http::Method::DELETE,
            Self::Head => http::Method::HEAD,
            Self::Options => http::Method::OPTIONS,
        }
    }
}
