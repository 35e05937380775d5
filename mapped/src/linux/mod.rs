//! What this crate promises, on Linux.
//!
//! | file | in | out |
//! |---|---|---|
//! | `directory.rs`, `make.rs` | a path | a directory of ours that nobody else writes to |
//! | `disk.rs` | a directory | what it is kept on |
//! | `file.rs`, `create.rs` | a name in it | a private file of ours, with all its room |
//! | `publish.rs`, `deleted.rs` | two names; a name | files that change their names; files that lost them |
//! | `lock.rs` | a file | a lock that ends with its holder |
//! | `mapping.rs` | a file | its words |
//! | `ranges.rs`, `table.rs` | an address | whose mapping it is in |
//! | `process.rs`, `pidfd.rs`, `proc_stat.rs` | a process | whether it is that one and lives |
//! | `auxv.rs` | a process | which program it runs |
//! | `own.rs`, `spaces.rs`, `world.rs` | | who and where this process is; which boot it is |
//! | `forks.rs` | | whether this process is a copy of another |
//! | `guard.rs`, `reported.rs` | mode, owner; a number of the system's | what is wrong with it, and the cure |
//! | `raw/` | | everything `unsafe` |

mod atomics;
mod auxv;
mod create;
mod deleted;
mod directory;
mod disk;
mod file;
mod forks;
mod guard;
mod lock;
mod make;
mod mapping;
mod own;
mod pidfd;
mod proc_stat;
mod process;
mod publish;
mod ranges;
#[expect(
    unsafe_code,
    reason = "maps memory and catches a signal; each block states its proof"
)]
mod raw;
mod reported;
mod spaces;
mod table;
mod world;

pub use self::directory::Directory;
pub use self::file::StateFile;
pub use self::forks::forks;
pub use self::lock::RepairLock;
pub use self::mapping::Mapping;
pub(crate) use self::own::own_identity;
pub(crate) use self::process::{image_of, is_alive, own_image};
pub use self::world::{World, world};
