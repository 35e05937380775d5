//! In the place of `peer.rs` where there is no `/proc` that tells who has a connection.

use std::net::SocketAddr;

use super::Process;

/// Nobody knows.
pub(crate) fn process_of(_peer: SocketAddr, _own: SocketAddr) -> Option<Process> {
    None
}

/// Nobody knows.
#[cfg(unix)]
pub(crate) fn name_of(_id: u32) -> Option<String> {
    None
}

/// Nobody knows.
#[cfg(unix)]
pub(super) fn began(_id: u32) -> Option<u64> {
    None
}
