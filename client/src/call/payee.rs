//! Which bucket is paid for a request, by where it goes.
//!
//! 1. An address that the description names as a `host` is paid from the bucket named there.
//! 2. Any other address of the API's own origin is paid from the endpoint's bucket.
//! 3. Another origin that a client of this process describes is paid from that client's default
//!    bucket: its vendor counts the request, whoever sent it there.
//! 4. Any other origin is paid from the endpoint's bucket: nothing is known about it, and no
//!    request goes unpaid.

use url::Url;

use crate::redirect::{is_below, same_origin};
use crate::shared::{Core, Paid, known_host};

/// Who is paid for a request.
#[derive(Clone)]
pub(crate) enum Payee {
    /// A bucket of the request's own API.
    Own(usize),
    /// A bucket of another client, whose vendor the request goes to.
    Other(Core, usize),
}

impl Payee {
    /// Who is paid for a request to `url` of an endpoint that pays from `bucket`.
    pub(super) fn of(core: &Core, bucket: usize, url: &Url) -> Self {
        if let Some(named) = named(core, url) {
            return Self::Own(named);
        }
        if same_origin(url, &core.inner.base) {
            return Self::Own(bucket);
        }
        match known_host(url) {
            Some((other, bucket)) => Self::Other(other, bucket),
            None => Self::Own(bucket),
        }
    }

    /// The bucket; `None` when the description has no such bucket.
    pub(super) fn paid<'a>(&'a self, own: &'a Core) -> Option<&'a Paid> {
        match self {
            Self::Own(index) => own.paid(*index),
            Self::Other(core, index) => core.paid(*index),
        }
    }

    /// The client whose bucket is paid.
    pub(super) fn core<'a>(&'a self, own: &'a Core) -> &'a Core {
        match self {
            Self::Own(_) => own,
            Self::Other(core, _) => core,
        }
    }

    /// Whether some description says that the vendor counts a request to `url` in that bucket.
    pub(super) fn is_known(&self, own: &Core, url: &Url) -> bool {
        match self {
            Self::Own(_) => is_named(own, url),
            Self::Other(..) => true,
        }
    }
}

/// The bucket of the longest named address at or above `url`.
fn named(core: &Core, url: &Url) -> Option<usize> {
    let hosts = core.inner.hosts.iter();
    let above = hosts.filter(|host| is_below(url, &host.url));
    above
        .max_by_key(|host| host.url.path().len())
        .map(|host| host.bucket)
}

/// Whether the description names the address.
pub(super) fn is_named(core: &Core, url: &Url) -> bool {
    same_origin(url, &core.inner.base) || named(core, url).is_some()
}
