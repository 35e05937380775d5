//! The least time that some requests take under the ceiling of [`crate::site`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

use crate::site::{BURST, PER_SECOND};

/// The time from the first request to the last answer of processes that make so many requests
/// each, one after the other, where an answer takes `delay` and nothing else takes any time: each
/// token goes to whoever could have used it first.
pub(crate) fn least(processes: u32, requests: u32, delay: Duration) -> Duration {
    let apart = Duration::from_secs(1) / PER_SECOND;
    // When the bucket is full again.
    let mut full = Duration::ZERO;
    let mut end = Duration::ZERO;
    let ready = (0..processes).map(|process| Reverse((Duration::ZERO, process, requests)));
    let mut ready: BinaryHeap<_> = ready.collect();
    while let Some(Reverse((moment, process, left))) = ready.pop() {
        let Some(left) = left.checked_sub(1) else {
            continue;
        };
        let leaves = moment.max(full.saturating_sub(apart * (BURST - 1)));
        full = full.max(leaves) + apart;
        let answered = leaves + delay;
        end = end.max(answered);
        ready.push(Reverse((answered, process, left)));
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_optimum_is_what_the_ceiling_and_the_vendor_leave() {
        let least = |processes, requests, delay| {
            least(processes, requests, Duration::from_millis(delay)).as_millis()
        };
        assert_eq!(least(1, 1, 80), 80);
        assert_eq!(least(1, 200, 0), 15_000, "(200 - 50) / 10");
        assert_eq!(
            least(1, 200, 80),
            16_000,
            "the vendor is slower: 200 * 80 ms"
        );
        assert_eq!(least(1, 200, 76), 15_200);
        assert_eq!(
            least(1, 200, 75),
            15_075,
            "the ceiling is slower, and the last answer"
        );
        assert_eq!(least(8, 60, 0), 43_000, "(480 - 50) / 10");
        assert_eq!(
            least(8, 40, 470),
            27_470,
            "(320 - 50) / 10, and the last answer"
        );
        assert_eq!(
            least(8, 40, 1_000),
            40_000,
            "8 per second are below the ceiling"
        );
    }
}
