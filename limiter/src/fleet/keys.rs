//! Under which keys the state of an account is in a store.

use sha2::{Digest as _, Sha256};

/// What the keys of all buckets and breakers of an account begin with. The part in braces is the same
/// in all of them, so that a cluster has them on one node.
pub(crate) fn prefix(api: &str, account: &str) -> String {
    let digest = Sha256::new()
        .chain_update((api.len() as u64).to_le_bytes())
        .chain_update(api)
        .chain_update(account)
        .finalize();
    let digest: String = digest[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("tollgate:1:{{{digest}}}:")
}
