//! The limits, remainders and resets of vendors' own header fields.
//!
//! In: an answer and the [`Preset`] of its vendor. Out: one [`Quota`] per family of fields that
//! is there.

use std::time::SystemTime;

use http::HeaderMap;

use crate::field;
use crate::number;
use crate::preset::{Family, Preset, Shape};
use crate::report::Left;
use crate::reset::{self, Dialect, Reset};
use crate::stamp::Receipt;

/// Families that count something else than the requests of a bucket: a model's tokens, and the
/// requests of one endpoint.
const OTHER_UNITS: [&str; 4] = ["tokens", "input-tokens", "output-tokens", "tickets-index"];

/// What one family of header fields says about one limit.
///
/// Each number may be missing. Of a field with several lines the strictest one counts: the
/// smallest limit, the smallest remainder, the latest reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quota {
    /// The [`Family::name`].
    pub name: &'static str,
    /// How many units the limit allows.
    pub limit: Option<u64>,
    /// How many units are left, rounded down. Azure's `-1` is not known, and not zero.
    pub remaining: Option<u64>,
    /// When there is more.
    pub reset: Option<Reset>,
}

impl Quota {
    /// Whether nothing is left.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        matches!(self.remaining, Some(0))
    }

    /// What is left of it, if it counts requests and its reset is no guess.
    pub(crate) fn left(&self) -> Option<Left<'_>> {
        let reset = self.reset.filter(|reset| !reset.guessed)?;
        let counts_requests = !OTHER_UNITS.contains(&self.name);
        counts_requests.then_some(Left {
            name: self.name,
            remaining: self.remaining?,
            limit: self.limit,
            reset: reset.wait,
        })
    }

    const fn is_empty(&self) -> bool {
        self.limit.is_none() && self.remaining.is_none() && self.reset.is_none()
    }
}

/// Reads the vendor's own limit fields of an answer that was received at `now`, in the order of
/// the preset's families. Families of which nothing can be read are left out.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use http::{HeaderMap, HeaderValue};
/// use tollgate_signals::{preset, quotas};
///
/// let mut headers = HeaderMap::new();
/// headers.insert("x-ratelimit-remaining-requests", HeaderValue::from_static("0"));
/// headers.insert("x-ratelimit-reset-requests", HeaderValue::from_static("6m0s"));
///
/// let quotas = quotas(&headers, &preset::OPENAI, SystemTime::now());
/// assert_eq!(quotas.len(), 1);
/// assert!(quotas[0].is_exhausted());
/// assert_eq!(quotas[0].reset.unwrap().wait, Duration::from_secs(360));
/// ```
#[must_use]
pub fn quotas(headers: &HeaderMap, preset: &Preset, now: SystemTime) -> Vec<Quota> {
    read(&Receipt::new(headers, now), preset)
}

pub(crate) fn read(receipt: &Receipt<'_>, preset: &Preset) -> Vec<Quota> {
    let families = preset.families.iter();
    let quotas = families.map(|family| quota(receipt, family));
    quotas.filter(|quota| !quota.is_empty()).collect()
}

fn quota(receipt: &Receipt<'_>, family: &Family) -> Quota {
    let (limit, remaining, reset) = match family.shape {
        Shape::Fields {
            limit,
            remaining,
            resets,
        } => fields(receipt, limit, remaining, resets),
        Shape::UsedOfLimit(name) => used_of_limit(receipt, name),
        Shape::Members(name) => members(receipt, name),
    };
    Quota {
        name: family.name,
        limit,
        remaining,
        reset,
    }
}

/// A limit, a remainder and a reset.
type Numbers = (Option<u64>, Option<u64>, Option<Reset>);

fn fields(
    receipt: &Receipt<'_>,
    limit: &str,
    remaining: &str,
    resets: &[(&str, Dialect)],
) -> Numbers {
    let limit = field::readable(receipt.headers, limit, first_count).min();
    let remaining = field::readable(receipt.headers, remaining, count).min();
    let reset = resets
        .iter()
        .find_map(|(name, dialect)| latest(receipt, name, *dialect, Some));
    (limit, remaining, reset)
}

/// Shopify's `32/40`.
fn used_of_limit(receipt: &Receipt<'_>, name: &str) -> Numbers {
    let numbers = |text: &str| {
        let (used, limit) = text.split_once('/')?;
        let (used, limit) = (count(used)?, count(limit)?);
        Some((limit.saturating_sub(used), limit))
    };
    let tightest = field::readable(receipt.headers, name, numbers).min();
    (
        tightest.map(|pair| pair.1),
        tightest.map(|pair| pair.0),
        None,
    )
}

/// Zendesk's `total=100; remaining=99; resets=41`.
fn members(receipt: &Receipt<'_>, name: &str) -> Numbers {
    let smallest = |key| {
        let value = |text| count(member(text, key)?);
        field::readable(receipt.headers, name, value).min()
    };
    let reset = latest(receipt, name, Dialect::Seconds, |text| {
        member(text, "resets")
    });
    (smallest("total"), smallest("remaining"), reset)
}

/// The latest reset of a field's lines, of each of which `part` is the value.
fn latest<'a>(
    receipt: &Receipt<'a>,
    name: &str,
    dialect: Dialect,
    part: impl Fn(&'a str) -> Option<&'a str>,
) -> Option<Reset> {
    let read = |text| reset::read(receipt, part(text)?, dialect);
    field::readable(receipt.headers, name, read).max_by_key(|reset| reset.wait)
}

/// `598`, or Reddit's `598.0`.
fn count(text: &str) -> Option<u64> {
    let (units, part) = text.split_once('.').unwrap_or((text, "0"));
    number::whole(part)?;
    number::whole(units)
}

/// The first number of `100, 100;w=60`: what applies now, before the list of all policies
/// (draft-ietf-httpapi-ratelimit-headers-06, 3.1).
fn first_count(text: &str) -> Option<u64> {
    let end = text.find([',', ';']).unwrap_or(text.len());
    count(text.get(..end)?.trim())
}

/// The value of `key` among `key=value` members.
fn member<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.split(';').find_map(|member| {
        let (name, value) = member.split_once('=')?;
        (name.trim() == key).then(|| value.trim())
    })
}
