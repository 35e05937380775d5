//! How often in a row a walk was given the same items.
//!
//! A vendor that does not know the parameter by which the pages are turned answers the first page
//! for ever, and each of them is paid. Two pages in a row may be the same by right, as in a list of
//! numbers, or in one that grew by a page between the two requests. So the third is the loop: no
//! rule can tell the two cases apart by their text, and this one is rarely wrong and ends the walk
//! after three requests.

use core::hash::BuildHasher as _;
use std::hash::RandomState;

/// The most pages in a row with the same items, byte for byte.
const MOST: u32 = 2;

/// The items of the last page, as a hash of their text.
#[derive(Default)]
pub(super) struct Repeats {
    /// Its keys are those of this walk alone, so that no vendor can choose two texts of one hash.
    hasher: RandomState,
    last: Option<u64>,
    times: u32,
}

impl Repeats {
    /// Notes the list of a page, as it is written; `None` for one that is empty, which filters make
    /// in any number. Whether there were too many of them in a row.
    pub(super) fn too_many(&mut self, items: Option<&str>) -> bool {
        let items = items.map(|items| self.hasher.hash_one(items));
        self.times = match items {
            Some(_) if items == self.last => self.times.saturating_add(1),
            Some(_) => 1,
            None => 0,
        };
        self.last = items;
        self.times > MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_in_a_row_is_one_too_many() {
        let pages = [
            (Some("[0]"), false),
            (Some("[0]"), false),
            (Some("[1]"), false),
            (Some("[0]"), false),
            (Some("[0]"), false),
            (None, false),
            (None, false),
            (None, false),
            (Some("[0]"), false),
            (Some("[0]"), false),
            (Some("[0]"), true),
            (Some("[0]"), true),
        ];
        let mut repeats = Repeats::default();
        for (index, (items, expected)) in pages.into_iter().enumerate() {
            assert_eq!(repeats.too_many(items), expected, "page {index}");
        }
    }
}
