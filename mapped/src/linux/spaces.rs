//! The namespaces of this process, by the texts of links.
//!
//! Out: the number of the namespace of processes in the upper half, of that of time in the lower; zero
//! for one that the system does not have.

use rustix::fs::{CWD, Mode, OFlags, openat, readlinkat_raw};

/// To follow the links would take three times as long.
pub(super) fn by_links() -> u64 {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let Ok(folder) = openat(CWD, "/proc/self/ns", flags, Mode::empty()) else {
        return 0;
    };
    together(["pid", "time"].map(|name| {
        let mut text = [0; 64];
        let bytes = readlinkat_raw(&folder, name, &mut text).unwrap_or(0);
        number(&text[..bytes]).unwrap_or(0)
    }))
}

/// Both numbers in one; the system's have 32 bits.
pub(super) fn together([processes, time]: [u64; 2]) -> u64 {
    processes << 32 | time & u64::from(u32::MAX)
}

/// The number in `pid:[4026531836]`.
fn number(text: &[u8]) -> Option<u64> {
    let (_, rest) = std::str::from_utf8(text).ok()?.split_once(":[")?;
    rest.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn a_namespace_is_the_number_in_its_link() {
        assert_eq!(number(b"time:[4026531834]"), Some(4_026_531_834));
        for text in ["", "pid", "pid:[", "pid:[]", "pid:[12", "pid:[x]"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
        let followed = std::fs::metadata("/proc/self/ns/pid").unwrap().ino();
        assert_eq!(by_links() >> 32, followed);
    }
}
