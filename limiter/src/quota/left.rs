//! What the vendor says is left, as a limit: caps on how far our units may go, each with an end.
//!
//! Units have positions: the first unit that a bucket ever issued has position 1. A report that
//! was true as of position `p` and left `r` units says that, until its end, nothing beyond
//! `p + r` may leave. What was issued after `p`, and may not be in the vendor's count yet, is so
//! taken off what is left without a sum.
//!
//! Every report holds until its own end, whatever came before or after it. So the strictest holds
//! at each moment, in whichever order reports arrive, and nothing that is reported raises what
//! an earlier report left; unless it is of the same limit of the vendor's and answers a request that
//! was issued after the earlier one was heard: then the vendor knew of all that, and its limit may
//! have come round, or roll. A cap says nothing beside one that is as low and ends as late; without
//! those, caps rise with their ends:
//!
//! ```text
//! cap        ┌───────            until the first end the lowest holds,
//!      ┌─────┘                   then the next one
//! ─────┘
//! now  end   end    end
//! ```
//!
//! A vendor whose reset moves on with each answer would make a step of each answer. So there are
//! at most [`MOST`]; of one more, the two whose ends are closest become one, as strict as both.

use crate::machine::words::{Reader, Sink};

/// So many caps are kept.
const MOST: usize = 8;

/// The caps that hold, or held not long ago.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    /// Ascending, by end and by cap.
    caps: Vec<Cap>,
    /// The first of them, or the end of all positions.
    lowest: u64,
}

/// Nothing beyond this position leaves before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cap {
    pub(crate) position: u64,
    pub(crate) end: u64,
    /// Of which of the vendor's limits, where that is told apart.
    pub(crate) policy: Option<u64>,
    /// The latest position that was issued when this was heard.
    pub(crate) heard: u64,
}

impl Left {
    /// Nothing was reported.
    pub(crate) fn new() -> Self {
        Self {
            caps: Vec::new(),
            lowest: u64::MAX,
        }
    }

    /// Whether the unit at `position` may leave at `now`.
    #[inline]
    pub(crate) fn fits(&mut self, position: u64, now: u64) -> bool {
        position <= self.lowest || self.fits_still(position, now)
    }

    #[cold]
    fn fits_still(&mut self, position: u64, now: u64) -> bool {
        self.expire(now);
        position <= self.lowest
    }

    /// From when on the unit at `position` may leave; a moment that has passed if it may now.
    pub(crate) fn earliest(&self, position: u64) -> u64 {
        let beyond = self.caps.iter().rfind(|cap| cap.position < position);
        beyond.map_or(0, |cap| cap.end)
    }

    /// Enforces `cap` too; whether that is anything new at `now`.
    pub(crate) fn enforce(&mut self, cap: Cap, now: u64) -> bool {
        self.expire(now);
        let covers = |strict: &Cap, loose: &Cap| {
            strict.position <= loose.position && strict.end >= loose.end
        };
        if cap.end <= now || self.caps.iter().any(|known| covers(known, &cap)) {
            return false;
        }
        self.caps.retain(|known| !covers(&cap, known));
        let place = self.caps.partition_point(|known| known.end < cap.end);
        self.caps.insert(place, cap);
        if self.caps.len() > MOST {
            self.unite_the_closest();
        }
        self.note_lowest();
        true
    }

    /// Forgets what was said of `policy` before the request at `as_of` was issued: the vendor answered
    /// that one later, and its answer knows more. Whether there was anything.
    pub(crate) fn supersede(&mut self, policy: u64, as_of: u64) -> bool {
        let before = self.caps.len();
        self.caps
            .retain(|cap| cap.policy != Some(policy) || cap.heard >= as_of);
        self.note_lowest();
        self.caps.len() < before
    }

    fn unite_the_closest(&mut self) {
        let gaps = self.caps.windows(2).map(|pair| pair[1].end - pair[0].end);
        let closest = gaps.enumerate().min_by_key(|&(_, gap)| gap);
        if let Some((index, _)) = closest {
            let Cap {
                position, policy, ..
            } = self.caps[index];
            let next = &mut self.caps[index + 1];
            next.position = position;
            next.policy = next.policy.filter(|_| next.policy == policy);
            self.caps.remove(index);
        }
    }

    /// Whether there is nothing to write down.
    pub(crate) fn is_quiet(&self) -> bool {
        self.caps.is_empty()
    }

    /// How many numbers [`save`](Self::save) writes at most.
    pub(crate) const WORDS: usize = 1 + 5 * MOST;

    pub(crate) fn save(&self, into: &mut impl Sink) {
        into.put(self.caps.len() as u64);
        for cap in &self.caps {
            let Cap {
                position,
                end,
                policy,
                heard,
            } = *cap;
            into.put(position);
            into.put(end);
            into.put(u64::from(policy.is_some()));
            into.put(policy.unwrap_or_default());
            into.put(heard);
        }
    }

    pub(crate) fn restore(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.caps.clear();
        for _ in 0..from.take_count(MOST)? {
            let (position, end) = (from.take()?, from.take()?);
            let (known, policy) = (from.take()?, from.take()?);
            self.caps.push(Cap {
                position,
                end,
                policy: (known == 1).then_some(policy),
                heard: from.take()?,
            });
        }
        self.note_lowest();
        let rises =
            |pair: &[Cap]| pair[0].end <= pair[1].end && pair[0].position <= pair[1].position;
        self.caps.windows(2).all(rises).then_some(())
    }

    /// Has every cap end `back` earlier: by another clock, which is so far behind.
    pub(crate) fn shift(&mut self, back: u64) {
        for cap in &mut self.caps {
            cap.end = cap.end.saturating_sub(back);
        }
    }

    /// Lets `units` more go: so many were counted that never left.
    pub(crate) fn raise(&mut self, units: u64) {
        for cap in &mut self.caps {
            cap.position = cap.position.saturating_add(units);
        }
        self.note_lowest();
    }

    /// Lets `units` less go: so many leave that were not counted.
    pub(crate) fn lower(&mut self, units: u64) {
        for cap in &mut self.caps {
            cap.position = cap.position.saturating_sub(units);
        }
        self.note_lowest();
    }

    /// The caps that were not over when last looked at.
    pub(crate) fn caps(&self) -> &[Cap] {
        &self.caps
    }

    /// Whether nothing that was reported holds any more.
    pub(crate) fn is_over(&mut self, now: u64) -> bool {
        self.expire(now);
        self.caps.is_empty()
    }

    fn expire(&mut self, now: u64) {
        self.caps.retain(|cap| cap.end > now);
        self.note_lowest();
    }

    fn note_lowest(&mut self) {
        self.lowest = self.caps.first().map_or(u64::MAX, |cap| cap.position);
    }
}
