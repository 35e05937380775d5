//! `RateLimit`: what is left of a policy's quota.

use std::time::Duration;

use http::HeaderMap;
use sfv::{Dictionary, Item, List, ListEntry, Parser};

use super::parameter::{self, Unusable};
use super::{MOST, Policies};
use crate::field;
use crate::stamp::bounded;

/// The draft's name, and Atlassian's. Cloudflare's `Ratelimit` is the draft's.
const FIELDS: [&str; 2] = ["ratelimit", "beta-ratelimit"];

/// All that the `RateLimit` fields of an answer say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct RateLimit {
    /// The usable members, in their order.
    pub limits: Vec<ServiceLimit>,
    /// How many members were left out: without `r`, with a parameter of the wrong type, inner
    /// lists, or beyond the 64th.
    pub dropped: usize,
    /// Whether a field was no structured field at all and was ignored, as RFC 9651 4.2 demands.
    pub malformed: bool,
}

/// What is left of one policy's quota.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServiceLimit {
    /// The policy's name; draft-07 had none.
    pub policy: Option<String>,
    /// `r`: how many units are left. Not a promise.
    pub remaining: u64,
    /// `t`: until some more are there, which need not be all. Bounded.
    pub reset: Option<Duration>,
    /// `pk`: whose quota this is.
    pub partition: Option<Vec<u8>>,
    /// The quota itself; draft-07 only, since later drafts say it in the policy.
    pub limit: Option<u64>,
}

impl RateLimit {
    /// How long the limits that are used up keep requests out: the longest `t` of the members
    /// with `r=0`. `None` if nothing is used up, or if it is not said for how long.
    ///
    /// Members of policies that do not count requests say nothing about this.
    #[must_use]
    pub fn wait(&self, policies: &Policies) -> Option<Duration> {
        self.exhausted(policies)
            .filter_map(|limit| limit.reset)
            .max()
    }

    /// The members that allow no further request.
    pub(crate) fn exhausted<'a>(
        &'a self,
        policies: &'a Policies,
    ) -> impl Iterator<Item = &'a ServiceLimit> {
        let limits = self.of_requests(policies);
        limits.filter(|limit| limit.remaining == 0)
    }

    /// The members that count requests.
    pub(crate) fn of_requests<'a>(
        &'a self,
        policies: &'a Policies,
    ) -> impl Iterator<Item = &'a ServiceLimit> {
        let counts = |limit: &&ServiceLimit| policies.may_count_requests(limit.policy.as_deref());
        self.limits.iter().filter(counts)
    }
}

/// Reads the `RateLimit` fields (also `Beta-RateLimit`).
///
/// A field is the list of draft-08 and later, `"default";r=50;t=30`, or else the dictionary of
/// draft-07, `limit=100, remaining=50, reset=30`.
///
/// ```
/// use std::time::Duration;
/// use http::{HeaderMap, HeaderValue};
/// use tollgate_signals::rate_limit;
///
/// let mut headers = HeaderMap::new();
/// headers.insert("ratelimit", HeaderValue::from_static(r#""burst";r=3;t=1,"daily";r=0;t=4000"#));
///
/// let said = rate_limit(&headers);
/// assert_eq!(said.limits[1].policy.as_deref(), Some("daily"));
/// assert_eq!(said.wait(&Default::default()), Some(Duration::from_secs(4_000)));
/// ```
#[must_use]
pub fn rate_limit(headers: &HeaderMap) -> RateLimit {
    let mut said = RateLimit::default();
    for value in FIELDS
        .iter()
        .filter_map(|name| field::joined(headers, name))
    {
        if let Ok(list) = Parser::new(&value).parse::<List>() {
            said.add_list(&list);
        } else if let Ok(dictionary) = Parser::new(&value).parse::<Dictionary>() {
            said.add(draft_07(&dictionary));
        } else {
            said.malformed = true;
        }
    }
    said
}

impl RateLimit {
    fn add_list(&mut self, list: &List) {
        for entry in list {
            let limit = match entry {
                ListEntry::Item(item) => service_limit(item),
                ListEntry::InnerList(_) => Err(Unusable),
            };
            self.add(limit);
        }
    }

    fn add(&mut self, limit: Result<ServiceLimit, Unusable>) {
        match limit {
            Ok(limit) if self.limits.len() < MOST => self.limits.push(limit),
            _ => self.dropped += 1,
        }
    }
}

fn service_limit(item: &Item) -> Result<ServiceLimit, Unusable> {
    let parameters = &item.params;
    Ok(ServiceLimit {
        policy: Some(parameter::name(&item.bare_item).ok_or(Unusable)?),
        remaining: parameter::count(parameters, "r")?.ok_or(Unusable)?,
        reset: parameter::seconds(parameters, "t")?,
        partition: parameter::bytes(parameters, "pk")?,
        limit: None,
    })
}

fn draft_07(dictionary: &Dictionary) -> Result<ServiceLimit, Unusable> {
    Ok(ServiceLimit {
        policy: None,
        remaining: member(dictionary, "remaining")?.ok_or(Unusable)?,
        reset: member(dictionary, "reset")?.map(|reset| bounded(Duration::from_secs(reset))),
        partition: None,
        limit: member(dictionary, "limit")?,
    })
}

fn member(dictionary: &Dictionary, key: &str) -> Result<Option<u64>, Unusable> {
    match dictionary.get(key) {
        None => Ok(None),
        Some(ListEntry::Item(item)) => parameter::unsigned(&item.bare_item)
            .map(Some)
            .ok_or(Unusable),
        Some(ListEntry::InnerList(_)) => Err(Unusable),
    }
}
