//! What a state directory is kept on.
//!
//! In: the number of a file system. Out: its name, and who can reach it. Pure.

/// What a state directory is kept on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disk {
    /// The name of the file system, as `mount` spells it; `"unknown"` if it is none of those that are
    /// met often.
    pub name: &'static str,
    /// Who can reach it.
    pub place: Place,
    /// How many bytes this user may still write.
    pub free: u64,
}

/// Where a file system keeps its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
    /// In the memory of this machine: they are gone after the next start.
    Memory,
    /// On a disk of this machine.
    Machine,
    /// On another machine: several may find the same files, each with a clock and processes of its own.
    Network,
    /// It cannot be told.
    Unknown,
}

/// The file system of that number; they are in statfs(2) and in `linux/magic.h`.
#[cfg(any(target_os = "linux", test))]
pub(crate) fn known(number: u32) -> (&'static str, Place) {
    match number {
        0xef53 => ("ext4", Place::Machine),
        0x5846_5342 => ("xfs", Place::Machine),
        0x9123_683e => ("btrfs", Place::Machine),
        0x2fc1_2fc1 => ("zfs", Place::Machine),
        0xf2f5_2010 => ("f2fs", Place::Machine),
        0xca45_1a4e => ("bcachefs", Place::Machine),
        0xf15f => ("ecryptfs", Place::Machine),
        0x4d44 => ("vfat", Place::Machine),
        0x0102_1994 => ("tmpfs", Place::Memory),
        0x8584_58f6 => ("ramfs", Place::Memory),
        0x6969 => ("nfs", Place::Network),
        0xff53_4d42 | 0xfe53_4d42 => ("cifs", Place::Network),
        0x00c3_6400 => ("ceph", Place::Network),
        0x0bd0_0bd0 => ("lustre", Place::Network),
        0x5346_414f => ("afs", Place::Network),
        // What is below them may be anywhere.
        0x794c_7630 => ("overlay", Place::Unknown),
        0x6573_5546 => ("fuse", Place::Unknown),
        0x0102_1997 => ("9p", Place::Unknown),
        _ => ("unknown", Place::Unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_to_be_elsewhere_is_called_so() {
        assert_eq!(known(0x6969), ("nfs", Place::Network));
        assert_eq!(known(0xef53), ("ext4", Place::Machine));
        assert_eq!(known(0x0102_1994), ("tmpfs", Place::Memory));
        assert_eq!(known(0x6573_5546).1, Place::Unknown);
        assert_eq!(known(0), ("unknown", Place::Unknown));
    }
}
