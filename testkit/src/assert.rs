//! Claims about what the vendor saw, that fail with what it did see.

use std::fmt::Write as _;
use std::time::Duration;

use crate::vendor::Vendor;

/// How many request lines a failed claim shows.
const SHOWN: usize = 20;

/// Assertions. Each panics at the caller's line and shows what was seen instead.
impl Vendor {
    /// Exactly so many requests arrived.
    ///
    /// # Panics
    ///
    /// If it were more or fewer.
    #[track_caller]
    pub fn assert_count(&self, count: usize) {
        assert!(
            self.count() == count,
            "expected {count} requests, the vendor saw {}",
            self.seen()
        );
    }

    /// Exactly these request lines arrived, in this order.
    ///
    /// # Panics
    ///
    /// If not.
    #[track_caller]
    pub fn assert_request_lines<L: AsRef<str>>(&self, lines: &[L]) {
        let seen = self.request_lines();
        let same = seen
            .iter()
            .map(String::as_str)
            .eq(lines.iter().map(AsRef::as_ref));
        assert!(
            same,
            "expected {}, the vendor saw {}",
            list(lines),
            self.seen()
        );
    }

    /// Exactly these targets (path and query) arrived, in this order.
    ///
    /// # Panics
    ///
    /// If not.
    #[track_caller]
    pub fn assert_targets<L: AsRef<str>>(&self, targets: &[L]) {
        let seen = self.targets();
        let same = seen
            .iter()
            .map(String::as_str)
            .eq(targets.iter().map(AsRef::as_ref));
        assert!(
            same,
            "expected {}, the vendor saw {}",
            list(targets),
            self.seen()
        );
    }

    /// No request was beyond a ceiling.
    ///
    /// # Panics
    ///
    /// If one was; says which, and how long after the first request it came.
    #[track_caller]
    pub fn assert_none_throttled(&self) {
        if self.throttled() == 0 {
            return;
        }
        let requests = self.requests();
        let over = requests.iter().position(crate::Request::is_over_ceiling);
        let which = over.map_or_else(String::new, |index| {
            let after = requests[index].arrived() - requests[0].arrived();
            format!(
                ": first number {index}, `{}`, {after:?} after the first",
                requests[index].line()
            )
        });
        panic!(
            "{} of {} requests were beyond a ceiling{which}",
            self.throttled(),
            self.count()
        );
    }

    /// No half-open stretch of time of this length saw more than so many arrivals.
    ///
    /// # Panics
    ///
    /// If one did.
    #[track_caller]
    pub fn assert_at_most(&self, count: usize, length: Duration) {
        let most = self.max_in_any_window(length);
        assert!(
            most <= count,
            "expected at most {count} requests in any {length:?}, saw {most}"
        );
    }

    /// All of the vendor's view in a few lines.
    pub(crate) fn seen(&self) -> String {
        let (lines, malformed) = (self.request_lines(), self.malformed());
        let mut seen = format!("{}: {}", self.count(), list(&lines));
        if !malformed.is_empty() {
            let _ = write!(seen, "\nand what was no request: {malformed:?}");
        }
        seen
    }
}

fn list<L: AsRef<str>>(lines: &[L]) -> String {
    let mut list = String::from("[");
    for line in lines.iter().take(SHOWN) {
        let _ = write!(list, "\n    {:?},", line.as_ref());
    }
    match lines.len().saturating_sub(SHOWN) {
        0 if lines.is_empty() => list.push(']'),
        0 => list.push_str("\n]"),
        more => {
            let _ = write!(list, "\n    and {more} more\n]");
        }
    }
    list
}
