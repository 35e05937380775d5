//! Which state a client's buckets share: (API, bucket, account), never the client itself.

use core::time::Duration;

use tollgate_limiter::{Key, Limits, Registry};
use url::Url;

use super::base::authority;
use crate::describe::{BucketDescription, Description, HostDescription};
use crate::error::BuildErrorKind;
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
        .map(|bucket| paid(bucket, &identity, account))
        .collect()
}

/// The addresses that the description names.
pub(super) fn hosts(api: &'static Description) -> Result<Vec<Host>, BuildErrorKind> {
    let host = |host: &HostDescription| {
        let url = super::base::parse(host.url)?;
        let bucket = host.bucket;
        Ok(Host { url, bucket })
    };
    api.hosts.iter().map(host).collect()
}

fn paid(
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
    Ok(Paid { name, bucket, skew })
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
