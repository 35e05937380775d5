//! The description of an API, of a bucket, of an endpoint.

use tollgate_limiter::{Budget, Ceiling, Cost};

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
    /// The path below the base URL, with `{name}` for each parameter.
    pub template: &'static str,
    /// The index of its bucket in the description.
    pub bucket: usize,
    /// What one request takes from that bucket.
    pub cost: Cost,
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
