//! The key of one process at one vendor, and the digest that only its owner can make.
//!
//! HMAC-SHA-256 (RFC 2104) over the nonce of the process, the number of the request, its method and
//! its target, each with its length, so that no two requests say the same.

use core::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::mark::{DIGEST, Mark};

/// The length of a [`Nonce`] in bytes.
pub const NONCE: usize = 16;

/// The length of a secret in bytes.
pub const SECRET: usize = 32;

/// The name under which a vendor knows a process.
pub type Nonce = [u8; NONCE];

/// What marks are made and judged with. It does not give its secret back.
///
/// ```
/// use tollgate_mark::Key;
///
/// let key = Key::new([7; 32]);
/// let mark = key.mark([1; 16], 0, "GET", "/items?page=2");
/// assert!(key.is_right(&mark, "GET", "/items?page=2"));
/// assert!(!key.is_right(&mark, "GET", "/items?page=3"));
/// assert!(!Key::new([8; 32]).is_right(&mark, "GET", "/items?page=2"));
/// assert_eq!(format!("{key:?}"), "Key(..)");
/// ```
#[derive(Clone)]
pub struct Key([u8; SECRET]);

impl Key {
    /// The key of a secret.
    #[must_use]
    pub fn new(secret: [u8; SECRET]) -> Self {
        Self(secret)
    }

    /// The mark of the request of this number.
    #[must_use]
    pub fn mark(&self, nonce: Nonce, serial: u64, method: &str, target: &str) -> Mark {
        let digest = self.digest(&nonce, serial, method, target);
        Mark {
            nonce,
            serial,
            digest: digest.finalize().into_bytes().into(),
        }
    }

    /// Whether this key made the mark for this request. Takes the same time whatever the digest.
    #[must_use]
    pub fn is_right(&self, mark: &Mark, method: &str, target: &str) -> bool {
        let Mark {
            nonce,
            serial,
            digest,
        } = mark;
        let digest: &[u8; DIGEST] = digest;
        self.digest(nonce, *serial, method, target)
            .verify_slice(digest)
            .is_ok()
    }

    fn digest(&self, nonce: &Nonce, serial: u64, method: &str, target: &str) -> Hmac<Sha256> {
        // As RFC 2104 fills a key up to a block; so there is no length that could be wrong.
        let mut block = [0; 64];
        block[..SECRET].copy_from_slice(&self.0);
        let mut digest = Hmac::<Sha256>::new(&block.into());
        digest.update(b"tollgate-mark 1");
        digest.update(nonce);
        digest.update(&serial.to_be_bytes());
        for part in [method, target] {
            digest.update(&(part.len() as u64).to_be_bytes());
            digest.update(part.as_bytes());
        }
        digest
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_request_is_in_its_mark() {
        let key = Key::new([3; SECRET]);
        let mark = key.mark([1; NONCE], 5, "GET", "/a");
        assert!(key.is_right(&mark, "GET", "/a"));
        let other = |nonce: Nonce, serial| Mark {
            nonce,
            serial,
            digest: mark.digest,
        };
        for (mark, method, target) in [
            (other([2; NONCE], 5), "GET", "/a"),
            (other([1; NONCE], 6), "GET", "/a"),
            (mark.clone(), "GE", "T/a"),
            (mark.clone(), "get", "/a"),
            (mark.clone(), "GET", "/a?"),
        ] {
            assert!(!key.is_right(&mark, method, target), "{method} {target}");
        }
    }
}
