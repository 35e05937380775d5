//! What `/proc/<pid>/stat` says of a process.
//!
//! In: the path of such a file. Out: number, start, and whether it runs. The fields are those of proc(5).

use rustix::fs::{CWD, Mode, OFlags, openat};
use rustix::io::Errno;

/// The fields that tell a process from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProcStat {
    /// Field 1.
    pub(super) pid: u64,
    /// Field 22, in clock ticks since the boot.
    pub(super) start: u64,
    /// Whether all of it has ended, and nobody waited for it yet.
    pub(super) ended: bool,
}

impl ProcStat {
    /// Reads such a file; none if the text is not what the system writes.
    pub(super) fn read(path: &str) -> Result<Option<Self>, Errno> {
        // Some 52 numbers and a name of at most 64 bytes.
        let mut text = [0; 2048];
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = openat(CWD, path, flags, Mode::empty())?;
        let bytes = rustix::io::read(&file, &mut text)?;
        Ok(Self::parse(&text[..bytes]))
    }

    /// None if the text is not what the system writes.
    fn parse(text: &[u8]) -> Option<Self> {
        // Field 2 is the name in parentheses, and a name may contain parentheses and blanks.
        let after = text.iter().rposition(|byte| *byte == b')')?;
        let (head, rest) = (&text[..after], &text[after + 1..]);
        let pid = head.split(|byte| *byte == b' ').next()?;
        let mut fields = rest
            .split(u8::is_ascii_whitespace)
            .filter(|field| !field.is_empty());

        let state = fields.next()?; // field 3
        let threads = number(fields.nth(16)?)?; // field 20
        let start = number(fields.nth(1)?)?; // field 22
        Some(Self {
            pid: number(pid)?,
            start,
            // A first thread that ended before the others looks like a process that did.
            ended: matches!(state, b"Z" | b"X" | b"x") && threads <= 1,
        })
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, state: &str, threads: u32) -> String {
        format!(
            "4242 ({name}) {state} 1 4242 4242 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 {threads} 0 987654 1000 200 184467 11 22 33 0\n"
        )
    }

    fn parse(text: &str) -> Option<ProcStat> {
        ProcStat::parse(text.as_bytes())
    }

    #[test]
    fn a_name_may_contain_anything() {
        for name in ["cat", "a b", "x) Z 1 2", "((", "", ")", "4 (x) S 1"] {
            let expected = ProcStat {
                pid: 4242,
                start: 987_654,
                ended: false,
            };
            assert_eq!(parse(&line(name, "S", 1)), Some(expected), "{name}");
        }
    }

    #[test]
    fn only_a_process_without_a_living_thread_has_ended() {
        for (state, threads, ended) in [
            ("R", 1, false),
            ("D", 1, false),
            ("T", 1, false),
            ("Z", 1, true),
            ("Z", 0, true),
            ("X", 1, true),
            ("Z", 2, false),
        ] {
            let stat = parse(&line("x", state, threads)).unwrap();
            assert_eq!(stat.ended, ended, "{state} {threads}");
        }
    }

    #[test]
    fn what_the_system_never_writes_is_none() {
        for text in ["", ")", "1 (x", "1 (x) S 1 2", "x (x) S", "\u{0}\u{0}"] {
            assert_eq!(parse(text), None, "{text:?}");
        }
        assert_eq!(parse(&line("x", "S", 1).replace("987654", "later")), None);
    }
}
