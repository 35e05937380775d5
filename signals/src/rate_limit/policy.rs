//! `RateLimit-Policy`: which quotas there are.

use std::time::Duration;

use http::HeaderMap;
use sfv::{Item, List, ListEntry, Parser};

use super::MOST;
use super::parameter::{self, Unusable};
use crate::field;

/// The draft's name, Atlassian's, and the field that carried the policies up to draft-02.
const FIELDS: [&str; 3] = [
    "ratelimit-policy",
    "beta-ratelimit-policy",
    "ratelimit-limit",
];

/// All that the `RateLimit-Policy` fields of an answer say. Policies are informative: a client
/// may ignore them, and they never raise a declared limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Policies {
    /// The usable members, in their order.
    pub policies: Vec<Policy>,
    /// How many members were left out: without `q`, with a parameter of the wrong type, inner
    /// lists, or beyond the 64th.
    pub dropped: usize,
    /// Whether a field was no structured field at all and was ignored, as RFC 9651 4.2 demands.
    pub malformed: bool,
}

/// One quota.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// Its name; up to draft-07 there was none.
    pub name: Option<String>,
    /// `q`: how many units.
    pub quota: u64,
    /// `w`: in how long a time. Bounded.
    pub window: Option<Duration>,
    /// `qu`: what is counted.
    pub unit: Unit,
    /// `pk`: whose quota this is.
    pub partition: Option<Vec<u8>>,
}

/// What a quota counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// `"requests"`, which is also meant if nothing is said.
    #[default]
    Requests,
    /// `"content-bytes"`: nothing for the pacing of requests.
    ContentBytes,
    /// `"concurrent-requests"`: a cap on what is in flight, not a rate.
    ConcurrentRequests,
    /// Something else.
    Other(String),
}

impl Policies {
    /// Whether a limit of this name may count requests: unless a policy of the name says that it
    /// counts something else.
    pub(crate) fn may_count_requests(&self, name: Option<&str>) -> bool {
        let mut named = self
            .policies
            .iter()
            .filter(|policy| policy.name.as_deref() == name);
        named.all(|policy| policy.unit == Unit::Requests)
    }

    /// The quota of the policy of this name.
    pub(crate) fn quota(&self, name: Option<&str>) -> Option<u64> {
        let mut policies = self.policies.iter();
        let named = policies.find(|policy| policy.name.as_deref() == name)?;
        Some(named.quota)
    }
}

/// Reads the `RateLimit-Policy` fields (also `Beta-RateLimit-Policy`), and the policies that old
/// drafts put behind the limit: `RateLimit-Limit: 100, 100;w=60`.
///
/// ```
/// use std::time::Duration;
/// use http::{HeaderMap, HeaderValue};
/// use tollgate_signals::{Unit, rate_limit_policy};
///
/// let mut headers = HeaderMap::new();
/// headers.insert("ratelimit-policy", HeaderValue::from_static(r#""burst";q=100;w=60"#));
///
/// let policy = &rate_limit_policy(&headers).policies[0];
/// assert_eq!((policy.quota, policy.window), (100, Some(Duration::from_secs(60))));
/// assert_eq!(policy.unit, Unit::Requests);
/// ```
#[must_use]
pub fn rate_limit_policy(headers: &HeaderMap) -> Policies {
    let mut said = Policies::default();
    for name in FIELDS {
        let Some(value) = field::joined(headers, name) else {
            continue;
        };
        match Parser::new(&value).parse::<List>() {
            Ok(list) => said.add_list(&list),
            Err(_) => said.malformed = true,
        }
    }
    said
}

impl Policies {
    fn add_list(&mut self, list: &List) {
        for entry in list {
            let policy = match entry {
                ListEntry::Item(item) if is_bare_limit(item) => continue,
                ListEntry::Item(item) => policy(item),
                ListEntry::InnerList(_) => Err(Unusable),
            };
            match policy {
                Ok(policy) if self.policies.len() < MOST => self.policies.push(policy),
                _ => self.dropped += 1,
            }
        }
    }
}

/// The limit that applies now, before the policies of `RateLimit-Limit`: a number and no more.
fn is_bare_limit(item: &Item) -> bool {
    parameter::unsigned(&item.bare_item).is_some() && item.params.is_empty()
}

fn policy(item: &Item) -> Result<Policy, Unusable> {
    let parameters = &item.params;
    let (name, quota) = match parameter::unsigned(&item.bare_item) {
        // Up to draft-07 the quota was the item: `100;w=60`.
        Some(quota) => (None, Some(quota)),
        None => (
            Some(parameter::name(&item.bare_item).ok_or(Unusable)?),
            parameter::count(parameters, "q")?,
        ),
    };
    let window = parameter::seconds(parameters, "w")?;
    if window.is_some_and(|window| window.is_zero()) {
        return Err(Unusable);
    }
    Ok(Policy {
        name,
        quota: quota.ok_or(Unusable)?,
        window,
        unit: unit(parameter::string(parameters, "qu")?),
        partition: parameter::bytes(parameters, "pk")?,
    })
}

fn unit(name: Option<&str>) -> Unit {
    match name {
        None | Some("requests") => Unit::Requests,
        Some("content-bytes") => Unit::ContentBytes,
        Some("concurrent-requests") => Unit::ConcurrentRequests,
        Some(other) => Unit::Other(other.to_owned()),
    }
}
