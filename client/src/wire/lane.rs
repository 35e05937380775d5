//! Which requests can arrive together, when a connect is late.
//!
//! In: where a request goes, and the bucket in which the vendor there counts it. Out: whether a
//! connect that is late for one request has to hold another, and whether it can release it. What
//! this module must not know is that connects exist.
//!
//! A connection is used for one origin: the HTTP library keeps them by scheme, host and port of
//! the URL, also where all of them lead to one proxy. So only a request to the same origin can be
//! released by a connect. But also a request to another origin must be held where the same vendor
//! counts both in one bucket: it would arrive beside the late one. Of an origin that nobody names
//! it is not known who counts there; who is led to it pays, and is not waited for elsewhere, or
//! any server could hold up an account by not shaking hands.

use tollgate_limiter::Bucket;
use url::Url;

/// Where a request goes, and where it counts.
#[derive(Debug)]
pub(super) struct Lane {
    origin: String,
    /// `None` where nobody knows who counts the request.
    counted: Option<Bucket>,
}

impl Lane {
    pub(super) fn new(url: &Url, counted: Option<&Bucket>) -> Self {
        Self {
            origin: url.origin().ascii_serialization(),
            counted: counted.cloned(),
        }
    }

    /// Whether a connection that is made for the other can be used for this one.
    pub(super) fn shares_connections(&self, other: &Self) -> bool {
        self.origin == other.origin
    }

    /// Whether this one, sent now, could arrive together with the other, which is late.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.shares_connections(other) || self.shares_bucket(other)
    }

    /// Buckets may have become one since.
    fn shares_bucket(&self, other: &Self) -> bool {
        let (Some(one), Some(other)) = (&self.counted, &other.counted) else {
            return false;
        };
        let root = |bucket: &Bucket| bucket.merged_into().unwrap_or_else(|| bucket.clone());
        one.is(other) || root(one).is(&root(other))
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use tollgate_limiter::{Ceiling, Key, Limits, ManualClock, Period, Rate, Registry};

    use super::*;

    fn buckets() -> [Bucket; 2] {
        let ceiling = Ceiling::Window(Rate::per(1, Period::SECOND).expect("a rate"));
        let limits = Limits::new(vec![ceiling], None, Duration::ZERO).expect("limits");
        let registry = Registry::with_clock(ManualClock::new().clock());
        ["one", "other"].map(|name| registry.bucket(Key::new("api", name, "me"), limits.clone()))
    }

    fn lane(url: &str, counted: Option<&Bucket>) -> Lane {
        Lane::new(&Url::parse(url).expect("a URL"), counted)
    }

    #[test]
    fn what_shares_an_origin_or_a_bucket_is_beside_each_other() {
        let [one, other] = buckets();
        let late = lane("https://api.invalid/a", Some(&one));
        let table = [
            ("https://api.invalid:443/b?c", Some(&other), true),
            ("https://api.invalid/b", None, true),
            ("https://files.invalid/", Some(&one), true),
            ("https://files.invalid/", Some(&other), false),
            ("https://files.invalid/", None, false),
            ("http://api.invalid/a", None, false),
            ("https://api.invalid:444/a", None, false),
        ];
        for (url, counted, beside) in table {
            let next = lane(url, counted);
            assert_eq!(next.is_beside(&late), beside, "{next:?}");
            assert_eq!(late.is_beside(&next), beside, "{next:?}");
        }
    }

    #[test]
    fn strangers_are_not_beside_each_other() {
        let [one, two] = ["https://one.invalid", "https://two.invalid"].map(|url| lane(url, None));
        assert!(!one.is_beside(&two));
    }

    #[test]
    fn buckets_that_have_become_one_are_one() {
        let [one, other] = buckets();
        let late = lane("https://api.invalid", Some(&one));
        let next = lane("https://files.invalid", Some(&other));
        assert!(!next.is_beside(&late));
        other.merge(&one);
        assert!(next.is_beside(&late));
    }

    #[test]
    fn a_connection_is_shared_within_an_origin_alone() {
        let [one, _] = buckets();
        let late = lane("https://api.invalid", Some(&one));
        assert!(lane("https://api.invalid/x", None).shares_connections(&late));
        assert!(!lane("https://files.invalid", Some(&one)).shares_connections(&late));
    }
}
