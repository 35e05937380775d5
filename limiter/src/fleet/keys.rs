//! Under which keys the state of an account is in a store.

use sha2::{Digest as _, Sha256};

/// What the keys of all buckets and breakers of an account begin with. The part in braces is the same
/// in all of them, so that a cluster has them on one node.
pub(crate) fn prefix(api: &str, account: &str) -> String {
    let mut digest = Sha256::new();
    for part in [api, account] {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let digest: String = digest.finalize()[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("tollgate:1:{{{digest}}}:")
}
