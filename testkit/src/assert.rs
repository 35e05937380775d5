//! Claims about what the vendor saw, that fail with what it did see.

use std::fmt::Write as _;
use std::time::Duration;

use crate::request::Request;
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
        let (throttled, count) = (self.throttled(), self.count());
        assert!(
            throttled == 0,
            "{throttled} of {count} requests were beyond a ceiling{}",
            self.first_over()
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

    /// Which request was the first beyond a ceiling, if requests are recorded.
    fn first_over(&self) -> String {
        let requests = &self.log.entries().requests;
        let over = requests.iter().position(Request::is_over_ceiling);
        over.map_or_else(String::new, |index| {
            let after = requests[index].arrived() - requests[0].arrived();
            let line = requests[index].line();
            format!(": first number {index}, `{line}`, {after:?} after the first")
        })
    }

    /// All of the vendor's view in a few lines.
    pub(crate) fn seen(&self) -> String {
        let entries = self.log.entries();
        let lines: Vec<_> = entries.requests.iter().map(Request::line).collect();
        let mut seen = match self.log.keep {
            true => format!("{}: {}", entries.count, list(&lines)),
            false => entries.count.to_string(),
        };
        if !entries.malformed.is_empty() {
            let malformed = &entries.malformed;
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
