//! What was seen, without a judgement.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use crate::model::{Origin, State};

/// Everything that the doctor looks at. A text in place of a fact says why it could not be seen.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Whether this platform has machine scope.
    pub supported: bool,
    /// Who asks.
    pub user: u32,
    /// Where the state is.
    pub place: Result<Place, String>,
    /// What is there.
    pub directory: Directory,
    /// The directories above it, the nearest first, as far as they exist.
    pub above: Vec<(PathBuf, Entry)>,
    /// Where it is stored.
    pub file_system: Result<FileSystem, String>,
    /// The clocks of this machine.
    pub clocks: Clocks,
    /// Which boot this is.
    pub boot: Result<String, String>,
    /// What this process can see of others.
    pub spaces: Spaces,
    /// What is in the directory, by name.
    pub files: Vec<(PathBuf, Entry)>,
    /// What the limiter reads from it.
    pub state: Result<State, String>,
}

/// Where the state is, and who said so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The directory.
    pub path: PathBuf,
    /// Who said so.
    pub origin: Origin,
    /// Whether that depends on the current directory.
    pub relative: bool,
}

/// What stands where the directory should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directory {
    /// Nothing; whether it could be made.
    Missing {
        /// Whether this user may write where it would be made.
        makeable: bool,
    },
    /// Something that cannot be looked at.
    Unseen(String),
    /// Something.
    There(Entry),
}

/// Something in a file system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Its owner.
    pub owner: u32,
    /// Its permissions, twelve bits.
    pub mode: u32,
    /// When it was last written, as far as the file system knows.
    pub written: Option<Timestamp>,
}

/// What something in a file system is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A file.
    File,
    /// A symbolic link, and where to.
    Link(PathBuf),
    /// A device, a socket, a pipe.
    Other,
}

/// The file system of the directory, or of where it would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSystem {
    /// Its name and who can reach it, where that can be told.
    pub kind: Option<(String, Reach)>,
    /// Bytes that this user may still use.
    pub free: u64,
    /// Files that may still be made, where there is a bound.
    pub free_files: Option<u64>,
    /// Whether nothing can be written.
    pub read_only: bool,
}

/// Who can reach a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// This machine until it starts again.
    Memory,
    /// This machine.
    Machine,
    /// Other machines too.
    Network,
    /// It cannot be told.
    Unknown,
}

/// Two clocks of the kernel, and the time since which they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// CLOCK_BOOTTIME, which goes on while the machine is suspended.
    pub boottime: Duration,
    /// CLOCK_MONOTONIC, which does not.
    pub monotonic: Duration,
}

/// The namespaces of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    /// Whether it sees all processes of the machine by their own numbers; `None` if that is not known.
    pub all_processes: Option<bool>,
    /// Whether its clocks are those of the machine; `None` if that is not known.
    pub own_clocks: Option<bool>,
    /// What says that this is a container.
    pub container: Option<String>,
}
