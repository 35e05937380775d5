//! Which state a client's buckets share: (API, bucket, account), never the client itself.

use core::time::Duration;
use std::sync::Arc;

use tollgate_limiter::{Account, BreakerRules, Limits, Plan, Scope};
use url::Url;

use super::base::authority;
use super::scope;
use crate::describe::{
    AuthScheme, BreakerDescription, BucketDescription, Description, HostDescription,
};
use crate::error::{BuildError, BuildErrorKind};
use crate::meter::{Endpoints, OTHER, RAW, TOKEN};
use crate::redirect::{is_below, same_origin};
use crate::shared::{Host, Paid};

/// Finds everything that the client has of an account: its buckets, and its endpoints' counters.
pub(super) fn found(
    described: &'static Description,
    key: [Arc<str>; 2],
    asked: Option<Scope>,
) -> Result<(Vec<Paid>, Endpoints), BuildError> {
    let endpoints = described.endpoints.to_vec();
    let plan = plan(described, &key)?;
    let account = scope::account(&plan, asked, described.sharing)?;
    let paid = described
        .buckets
        .iter()
        .map(|bucket| paid(described, bucket, &account))
        .collect::<Option<_>>();
    let lost = || BuildErrorKind::State("the account was found without its buckets".to_owned());
    let paid = paid.ok_or_else(lost)?;
    let endpoints = Endpoints::new(key, account, endpoints).ok_or_else(lost)?;
    Ok((paid, endpoints))
}

/// All that the description declares of the account.
fn plan(described: &Description, [api, account]: &[Arc<str>; 2]) -> Result<Plan, BuildErrorKind> {
    let mut plan = Plan::new(Arc::clone(api), Arc::clone(account));
    for bucket in described.buckets {
        plan = plan.bucket(bucket.name, limits(bucket)?);
        if let Some(breaker) = &described.breaker {
            let rules = BreakerRules::new(breaker.failures, breaker.open);
            plan = plan.breaker(breaker_name(breaker, bucket.name), rules);
        }
    }
    // Only a bearer token may come from a source.
    let token = matches!(described.auth, AuthScheme::Bearer).then_some(TOKEN);
    let beside = [RAW, OTHER].into_iter().chain(token);
    let endpoints = described.endpoints.iter().copied().chain(beside);
    Ok(endpoints.fold(plan, Plan::endpoint))
}

fn limits(bucket: &BucketDescription) -> Result<Limits, BuildErrorKind> {
    let BucketDescription {
        name,
        ceilings,
        budget,
        skew_nanos,
        sources: _,
    } = bucket;
    let skew = Duration::from_nanos(*skew_nanos);
    Limits::new(ceilings.to_vec(), *budget, skew)
        .map_err(|error| BuildErrorKind::Limits(format!("the bucket `{name}`: {error}")))
}

/// The breaker of a bucket: its own, or the one of the account, under a name that no bucket has.
fn breaker_name<'a>(breaker: &BreakerDescription, bucket: &'a str) -> &'a str {
    if breaker.per_bucket { bucket } else { "*" }
}

/// A bucket of the description, found.
fn paid(
    described: &'static Description,
    bucket: &'static BucketDescription,
    account: &Account,
) -> Option<Paid> {
    let breaker = match &described.breaker {
        None => None,
        Some(breaker) => Some(account.breaker(breaker_name(breaker, bucket.name))?.clone()),
    };
    Some(Paid {
        name: bucket.name,
        bucket: account.bucket(bucket.name)?.clone(),
        skew: Duration::from_nanos(bucket.skew_nanos),
        breaker,
    })
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
