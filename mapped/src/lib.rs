//! Private files of atomics that the processes of one user map together.
//!
//! `tollgate` shares what is left of an account's limits between processes. This crate is what it
//! needs of the operating system for that, and the only crate of the workspace with `unsafe` code.
//! It knows nothing of limits: it hands out words (`u64`) and says who else may be at them.
//!
//! - [`Directory`] and [`StateFile`]: files that belong to the user and that nobody else can read,
//!   write, or put a link in place of; created without races, and with all the room they need.
//! - [`Mapping`]: the words of a file, as atomics. A file that is truncated under it does not end the
//!   process.
//! - [`Identity`]: a process, told from a later one with the same number.
//! - [`World`]: the boot and the namespaces in which identities and times mean something.
//! - [`boottime`]: the clock that all processes of a machine share; [`forks`]: whether this
//!   process is still the one it was.
//!
//! ```
//! use std::sync::atomic::Ordering;
//! use tollgate_mapped::Directory;
//!
//! # #[cfg(target_os = "linux")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let parent = tempfile::tempdir()?;
//! # let path = parent.path().join("state");
//! let directory = Directory::open(&path)?;
//! let file = directory.create("example", 512)?;
//! let (ours, theirs) = (file.map()?, directory.file("example")?.expect("was created").map()?);
//!
//! ours.words()[7].store(3, Ordering::Release);
//! assert_eq!(theirs.words()[7].load(Ordering::Acquire), 3);
//! # Ok(())
//! # }
//! # #[cfg(not(target_os = "linux"))]
//! # fn main() {}
//! ```
//!
//! # What is unsafe in it
//!
//! One folder, `src/linux/raw/`, with five things that cannot be had otherwise:
//!
//! - the mapping of a file, and the slice of atomics over it;
//! - a handler for SIGBUS, the signal with which the system answers an access to a page that a
//!   truncated file does not have any more. It passes on what is not about our mappings;
//! - a page that is wiped in the child of a fork;
//! - a request to the handle of a process, for its namespaces;
//! - a request for what the system told the program when it started it.
//!
//! Each block states its proof. In everything else `unsafe` is denied. That the handler never takes
//! foreign memory for ours, whatever other threads map and unmap meanwhile, is explored by loom
//! (`tests/loom.rs`).
//!
//! # Platforms
//!
//! Linux. Elsewhere everything compiles, [`boottime`] counts for the process alone, and what would
//! need the system fails with [`ErrorKind::Unsupported`].

mod clock;
mod disk;
mod error;
mod home;
mod identity;

#[cfg(target_os = "linux")]
#[path = "linux/mod.rs"]
mod platform;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod platform;

pub use crate::clock::boottime;
pub use crate::disk::{Disk, Place};
pub use crate::error::{Error, ErrorKind};
pub use crate::identity::Identity;
pub use crate::platform::{Directory, Mapping, RepairLock, StateFile, World, forks, world};
