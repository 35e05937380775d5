//! Which state a client's buckets share: (API, bucket, account), never the client itself.

use core::time::Duration;

use tollgate_limiter::{Breaker, BreakerRules, Key, Limits, Registry};
use url::Url;

use super::base::authority;
use crate::describe::{BreakerDescription, BucketDescription, Description, HostDescription};
use crate::error::BuildErrorKind;
use crate::redirect::{is_below, same_origin};
use crate::shared::{Host, Paid};

/// Finds the buckets of an account in the process-wide registry.
pub(super) fn buckets(
    api: &'static Description,
    base: &Url,
    account: &str,
) -> Result<Vec<Paid>, BuildErrorKind> {
    let identity = identity(api, base);
    api.buckets
        .iter()
        .map(|bucket| paid(api, bucket, &identity, account))
        .collect()
}

/// The addresses that the description names. Those of the described API move with its base URL.
pub(super) fn hosts(api: &'static Description, base: &Url) -> Result<Vec<Host>, BuildErrorKind> {
    let described = super::base::parse(api.base_url)?;
    let host = |host: &HostDescription| {
        let url = moved(super::base::parse(host.url)?, &described, base);
        let bucket = host.bucket;
        Ok(Host { url, bucket })
    };
    api.hosts.iter().map(host).collect()
}

/// Where tokens are had. A token endpoint of the described API moves with its base URL; one at another
/// origin is the real vendor's, and a client of another server must not bring its secrets there.
pub(super) fn token_url(api: &'static Description, base: &Url) -> Option<String> {
    let written = api.token.as_ref()?.url?;
    let described = super::base::parse(api.base_url).ok()?;
    if same_origin(&described, base) {
        return Some(written.to_owned());
    }
    let url = Url::parse(written).ok()?;
    let query = url.query().map(str::to_owned);
    same_origin(&url, &described).then(|| {
        let mut url = match is_below(&url, &described) {
            true => moved(url, &described, base),
            false => base.join(url.path()).unwrap_or(url),
        };
        url.set_query(query.as_deref());
        url.into()
    })
}

/// `url` as it is where the API `described` there is at `base`.
fn moved(url: Url, described: &Url, base: &Url) -> Url {
    if !is_below(&url, described) {
        return url;
    }
    let below = &url.path()[described.path().trim_end_matches('/').len()..];
    let mut moved = base.clone();
    moved.set_path(&format!("{}{below}", base.path().trim_end_matches('/')));
    moved
}

/// The breaker of a bucket: its own, or the one of the account, under a name that no bucket has.
fn breaker(declared: &BreakerDescription, bucket: &str, api: &str, account: &str) -> Breaker {
    let BreakerDescription {
        failures,
        open,
        per_bucket,
    } = declared;
    let name = if *per_bucket { bucket } else { "*" };
    let rules = BreakerRules::new(*failures, *open);
    Registry::process().breaker(Key::new(api, name, account), rules)
}

fn paid(
    described: &'static Description,
    description: &'static BucketDescription,
    api: &str,
    account: &str,
) -> Result<Paid, BuildErrorKind> {
    let BucketDescription {
        name,
        ceilings,
        budget,
        skew_nanos,
        sources: _,
    } = description;
    let skew = Duration::from_nanos(*skew_nanos);
    let limits = Limits::new(ceilings.to_vec(), *budget, skew)
        .map_err(|error| BuildErrorKind::Limits(format!("the bucket `{name}`: {error}")))?;
    let bucket = Registry::process().bucket(Key::new(api, *name, account), limits);
    let breaker = described
        .breaker
        .as_ref()
        .map(|declared| breaker(declared, name, api, account));
    Ok(Paid {
        name,
        bucket,
        skew,
        breaker,
    })
}

/// The declared identity, or the vendor's host; a base URL of another server is another vendor.
pub(super) fn identity(api: &Description, base: &Url) -> String {
    let described = super::base::parse(api.base_url)
        .map(|url| authority(&url))
        .unwrap_or_default();
    let actual = authority(base);
    match api.id {
        Some(id) if described == actual => id.to_owned(),
        Some(id) => format!("{id} at {actual}"),
        None => actual,
    }
}
