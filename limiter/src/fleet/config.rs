//! Where the store is, and what happens without it.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

/// The store by which machines share, and what happens while it cannot be had.
///
/// ```
/// use std::num::NonZeroU32;
/// use std::time::Duration;
/// use tollgate_limiter::{Fleet, Without};
///
/// let four = NonZeroU32::new(4).unwrap();
/// let fleet = Fleet::new("redis://:secret@10.0.0.7/2")
///     .timeout(Duration::from_millis(300))
///     .without(Without::Share(four));
/// assert_eq!(fleet.to_string(), "redis://10.0.0.7/2");
/// assert!(!format!("{fleet:?}").contains("secret"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Fleet {
    url: Arc<str>,
    timeout: Duration,
    without: Without,
}

/// What happens while the store cannot be had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Without {
    /// Nothing is granted. Who waits is refused within the [timeout](Fleet::timeout).
    #[default]
    Closed,
    /// Each machine has an equal part of all limits, as if it were one of so many, until the store
    /// is back.
    ///
    /// With as many machines as are declared, or fewer, all of them together stay within the limits
    /// as long as all of them are without the store. One that is cut off while others are not spends
    /// its part beside what the store gives to those.
    Share(NonZeroU32),
}

/// Longer than anybody waits for an answer.
const LONGEST: Duration = Duration::from_secs(3_600);

impl Fleet {
    /// The store at `url`: `redis://[user[:password]@]host[:port][/database]`, or
    /// `redis+unix:///path` (`unix:///path` is the same); with the feature `fleet-tls` also `rediss://…`, and with
    /// `fleet-cluster` also `redis+cluster://[user[:password]@]host[:port][,host[:port]]…`.
    ///
    /// It is read when an account is asked for; what is wrong with it is told then.
    #[must_use]
    pub fn new(url: impl Into<Arc<str>>) -> Self {
        Self {
            url: url.into(),
            timeout: Duration::from_secs(1),
            without: Without::Closed,
        }
    }

    /// How long the store may take to answer, connecting included, before it counts as gone; one
    /// second if nothing is said, and an hour at the most. Zero is refused when an account is asked for.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// What happens while it is gone; [`Without::Closed`] if nothing is said.
    #[must_use]
    pub fn without(self, without: Without) -> Self {
        Self { without, ..self }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn patience(&self) -> Duration {
        self.timeout.min(LONGEST)
    }

    pub(crate) fn otherwise(&self) -> Without {
        self.without
    }
}

impl From<&str> for Fleet {
    fn from(url: &str) -> Self {
        Self::new(url)
    }
}

impl From<String> for Fleet {
    fn from(url: String) -> Self {
        Self::new(url)
    }
}

/// The URL without its credentials.
impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.url.split_once("://").unwrap_or(("", &self.url));
        // Whatever stands before the last `@`, since a password may hold all that ends a host.
        let host = rest.rfind('@').map_or(0, |at| at + 1);
        let rest = &rest[host..];
        // A query may hold a password as well.
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        match scheme {
            "" => f.write_str("a store whose address is no URL"),
            _ => write!(f, "{scheme}://{rest}"),
        }
    }
}

impl fmt::Debug for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fleet")
            .field("url", &format_args!("{self}"))
            .field("timeout", &self.timeout)
            .field("without", &self.without)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::Fleet;

    #[test]
    fn no_part_of_a_password_is_shown_wherever_it_ends() {
        let urls = [
            "redis://:sec/ret@host:1/2",
            "redis://me:sec?ret@host",
            "redis://me:sec#ret@host",
            "redis://me:sec@ret@host",
            "redis+unix:///run/s?user=me&pass=secret",
            ":secret@host",
        ];
        for url in urls {
            let shown = format!("{0} {0:?}", Fleet::new(url));
            assert!(!shown.contains("sec") && !shown.contains("ret"), "{shown}");
        }
    }
}
