//! Notes in a number that can be read: what holds for many operations is said once.

use std::collections::BTreeMap;

use crate::report::{Entry, Reason};

/// One note for each kind and wording; the first operation stands for all.
pub(super) fn merged(notes: Vec<Entry>) -> Vec<Entry> {
    let mut found: BTreeMap<(Reason, String), (usize, Entry)> = BTreeMap::new();
    for note in notes {
        let key = (note.reason, note.detail.clone());
        found.entry(key).or_insert((0, note)).0 += 1;
    }
    let merged = found.into_values().map(|(count, mut note)| {
        if count > 1 {
            note.detail = format!("{} (and {} more like this)", note.detail, count - 1);
        }
        note
    });
    merged.collect()
}
