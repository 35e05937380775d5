//! Which program a process runs, by what the system told that program when it started it.
//!
//! In: a process. Out: the address of the random bytes that the system put on the program's stack:
//! with the stack, that is another one for each program, where the system places stacks by chance.
//! Both ways to ask read the same table, the system's own.

use rustix::fs::{CWD, Mode, OFlags, openat};

use super::raw::own_auxv;

/// Some twenty entries of two words; the system has room for fifty.
const BYTES: usize = 1024;

/// The number of this process's program. Asking for it costs a tenth of what `/proc` does.
pub(super) fn own_program() -> Option<u64> {
    let mut table = [0; BYTES];
    match own_auxv(&mut table) {
        Some(bytes) => random_bytes_at(&table[..bytes]),
        None => program_at("/proc/self/auxv"),
    }
}

/// The same of the process whose table is at `path`; none if this one may not know.
pub(super) fn program_at(path: &str) -> Option<u64> {
    let mut table = [0; BYTES];
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = openat(CWD, path, flags, Mode::empty()).ok()?;
    let bytes = rustix::io::read(&file, &mut table).ok()?;
    random_bytes_at(&table[..bytes])
}

/// None where there is no such entry, as in the table of a process of other words.
fn random_bytes_at(table: &[u8]) -> Option<u64> {
    /// `AT_RANDOM` in `linux/auxvec.h`.
    const RANDOM: usize = 25;
    const WORD: usize = size_of::<usize>();

    let words = table.as_chunks::<WORD>().0.iter();
    let words: Vec<usize> = words.map(|word| usize::from_ne_bytes(*word)).collect();
    let (entries, _) = words.as_chunks::<2>();
    let [_, address] = entries.iter().find(|[key, _]| *key == RANDOM)?;
    (*address != 0).then_some(*address as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_tell_the_same_of_this_process() {
        let by_proc = program_at("/proc/self/auxv");
        assert!(by_proc.is_some());
        assert_eq!(own_program(), by_proc);
    }

    #[test]
    fn a_table_without_the_entry_tells_nothing() {
        let table = |words: &[usize]| -> Vec<u8> {
            words.iter().flat_map(|word| word.to_ne_bytes()).collect()
        };
        for words in [&[][..], &[25], &[3, 25, 0, 0], &[25, 0, 0, 0]] {
            assert_eq!(random_bytes_at(&table(words)), None, "{words:?}");
        }
        assert_eq!(random_bytes_at(&table(&[3, 9, 25, 77, 0, 0])), Some(77));
        assert_eq!(random_bytes_at(&[1, 2, 3]), None);
    }
}
