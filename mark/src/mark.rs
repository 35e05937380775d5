//! A mark as it stands in a header: `1.<nonce>.<serial>.<digest>`.

use core::fmt;
use core::str::FromStr;

use crate::hex;
use crate::key::Nonce;

/// The length of a digest in bytes.
pub(crate) const DIGEST: usize = 32;

/// The version that stands in front.
const VERSION: &str = "1";

/// What a marked request carries.
///
/// ```
/// use tollgate_mark::{Key, Mark};
///
/// let mark = Key::new([7; 32]).mark([1; 16], 42, "GET", "/");
/// assert_eq!(mark.to_string().parse::<Mark>().as_ref(), Ok(&mark));
/// assert_eq!((mark.nonce, mark.serial), ([1; 16], 42));
/// assert!("1.00.42.00".parse::<Mark>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The process that sent the request, as its vendor knows it.
    pub nonce: Nonce,
    /// The number of the request in this process.
    pub serial: u64,
    pub(crate) digest: [u8; DIGEST],
}

/// A text that is no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMark;

impl FromStr for Mark {
    type Err = NoMark;

    fn from_str(text: &str) -> Result<Self, NoMark> {
        let parts: Vec<&str> = text.split('.').collect();
        let [VERSION, nonce, serial, digest] = parts[..] else {
            return Err(NoMark);
        };
        // One spelling for one number.
        let number: u64 = serial.parse().map_err(|_| NoMark)?;
        if number.to_string() != serial {
            return Err(NoMark);
        }
        Ok(Self {
            nonce: hex::bytes(nonce).ok_or(NoMark)?,
            serial: number,
            digest: hex::bytes(digest).ok_or(NoMark)?,
        })
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            nonce,
            serial,
            digest,
        } = self;
        let (nonce, digest) = (hex::digits(nonce), hex::digits(digest));
        write!(f, "{VERSION}.{nonce}.{serial}.{digest}")
    }
}

impl fmt::Display for NoMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mark is `1.<nonce>.<serial>.<digest>`")
    }
}

impl core::error::Error for NoMark {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::key::Key;

    proptest! {
        #[test]
        fn a_mark_is_read_as_it_was_written(secret: [u8; 32], nonce: [u8; 16], serial: u64) {
            let mark = Key::new(secret).mark(nonce, serial, "GET", "/");
            prop_assert_eq!(mark.to_string().parse(), Ok(mark));
        }

        #[test]
        fn no_text_is_too_strange_to_be_refused(text in "\\PC*") {
            let _ = text.parse::<Mark>();
        }

        #[test]
        fn another_spelling_is_no_mark(at in 0_usize..100, letter in "[A-F0-9.+ ]") {
            let text = Key::new([1; 32]).mark([255; 16], 7, "GET", "/").to_string();
            let mut other = text.clone();
            other.replace_range(at..=at, &letter);
            // What is read back is what was written: nothing has two spellings.
            if let Ok(mark) = other.parse::<Mark>() {
                prop_assert_eq!(mark.to_string(), other);
            }
        }
    }
}
