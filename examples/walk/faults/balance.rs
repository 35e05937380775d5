//! The account at the end: what the vendor saw, what was paid, and whether the books match.

use std::fmt;
use std::time::Duration;

/// What both sides counted. Each number comes from another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    /// Requests in the vendor's count.
    pub(super) seen: u64,
    /// Requests and permits on the client's meter.
    pub(super) requests: u64,
    pub(super) permits: u64,
    /// Requests and permits in the ledgers.
    pub(super) entered: u64,
    pub(super) entered_permits: u64,
    /// Requests in one record alone: the vendor's, or the ledgers'.
    pub(super) unmatched: u64,
    /// Requests that the vendor's gates stopped.
    pub(super) over_ceiling: u64,
    /// Requests that the vendor answered 429, and those of them that its script told it to.
    pub(super) throttled: u64,
    pub(super) scripted: u64,
    /// Faults of the script that nobody met.
    pub(super) not_met: u64,
    /// Items that came, and those that did not, came twice or out of their order.
    pub(super) items: u64,
    pub(super) astray: u64,
    /// From the first request to the last answer.
    pub(super) duration: Duration,
}

impl Balance {
    /// Whether all books say the same, the vendor had nothing to complain of, and the walk is
    /// complete in spite of every fault.
    pub(super) fn is_clean(&self) -> bool {
        let counts = [
            self.requests,
            self.permits,
            self.entered,
            self.entered_permits,
        ];
        let matches = counts.iter().all(|count| *count == self.seen) && self.unmatched == 0;
        let is_within = self.over_ceiling == 0 && self.throttled == self.scripted;
        matches && is_within && self.not_met == 0 && self.astray == 0
    }

    /// Requests without a permit, by the count of whoever counted more.
    fn unpaid(&self) -> u64 {
        self.seen.max(self.requests).saturating_sub(self.permits)
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            ("requests seen by the vendor", self.seen),
            ("permits", self.permits),
            ("unpaid", self.unpaid()),
            ("not in both records", self.unmatched),
            ("beyond the ceiling", self.over_ceiling),
            ("throttled by the vendor", self.throttled),
            ("of these by its script", self.scripted),
            ("faults that nobody met", self.not_met),
            ("items", self.items),
            ("missing or out of order", self.astray),
        ];
        for (name, value) in rows {
            writeln!(f, "{name:<28}{value:>10}")?;
        }
        let duration = format!("{:.3} s", self.duration.as_secs_f64());
        writeln!(f, "{:<28}{duration:>10}", "duration")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAN: Balance = Balance {
        seen: 7,
        requests: 7,
        permits: 7,
        entered: 7,
        entered_permits: 7,
        unmatched: 0,
        over_ceiling: 0,
        throttled: 2,
        scripted: 2,
        not_met: 0,
        items: 40,
        astray: 0,
        duration: Duration::from_secs(1),
    };

    #[test]
    fn only_books_that_match_are_clean() {
        assert!(CLEAN.is_clean());
        let spoilers: [fn(&mut Balance); 11] = [
            |balance| balance.seen += 1, // one that the client does not know of
            |balance| balance.seen -= 1, // one that did not arrive
            |balance| balance.requests += 1,
            |balance| balance.permits += 1, // a permit for nothing
            |balance| balance.permits -= 1,
            |balance| balance.entered -= 1, // one of which no caller was told
            |balance| balance.entered_permits += 1,
            |balance| balance.unmatched += 1,
            |balance| balance.over_ceiling += 1,
            |balance| balance.throttled += 1, // one that nobody scripted
            |balance| balance.astray += 1,
        ];
        for spoil in spoilers {
            let mut balance = CLEAN;
            spoil(&mut balance);
            assert!(!balance.is_clean(), "{balance}");
        }
        assert!(
            !Balance {
                not_met: 1,
                ..CLEAN
            }
            .is_clean()
        );
        assert_eq!(Balance { seen: 9, ..CLEAN }.unpaid(), 2);
    }
}
