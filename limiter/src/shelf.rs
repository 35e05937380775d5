//! What a registry keeps by key: until nobody holds it and it is of no use any more.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Key;

/// Things by key.
#[derive(Debug)]
pub(crate) struct Shelf<T, K = Key> {
    by_key: HashMap<K, T>,
    /// How many there may be before the forgettable ones are looked for.
    room: usize,
}

/// So few are never looked through.
const ROOM: usize = 64;

impl<T: Clone, K: Eq + Hash> Shelf<T, K> {
    /// An empty one.
    pub(crate) fn new() -> Self {
        Self {
            by_key: HashMap::new(),
            room: ROOM,
        }
    }

    /// What is kept under `key`.
    pub(crate) fn find(&self, key: &K) -> Option<T> {
        self.look(key).cloned()
    }

    /// The same, without another handle to it.
    pub(crate) fn look(&self, key: &K) -> Option<&T> {
        self.by_key.get(key)
    }

    /// Whether one of the things is so.
    pub(crate) fn any(&self, mut is_so: impl FnMut(&K, &T) -> bool) -> bool {
        self.by_key.iter().any(|(key, kept)| is_so(key, kept))
    }

    /// Keeps `thing` under `key`, and may forget others for it.
    pub(crate) fn add(&mut self, key: K, thing: &T, is_forgettable: impl Fn(&T) -> bool) {
        if self.by_key.len() >= self.room {
            self.by_key.retain(|_, kept| !is_forgettable(kept));
            // Doubling makes the search cost a constant share of each addition.
            self.room = ROOM.max(2 * self.by_key.len());
        }
        self.by_key.insert(key, thing.clone());
    }
}
