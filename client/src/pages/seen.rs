//! What a walk has asked for, to know a loop when it comes round.

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};

/// The marks of texts: half a digest each, so that a walk of a million pages with long addresses
/// fits into memory, and none of them is kept.
#[derive(Default)]
pub(super) struct Seen(HashSet<[u8; 16]>);

impl Seen {
    pub(super) fn mark(&mut self, text: &str) {
        self.0.insert(digest(text));
    }

    pub(super) fn knows(&self, text: &str) -> bool {
        self.0.contains(&digest(text))
    }
}

fn digest(text: &str) -> [u8; 16] {
    let whole: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let mut half = [0; 16];
    half.copy_from_slice(&whole[..16]);
    half
}
