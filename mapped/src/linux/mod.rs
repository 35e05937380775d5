//! What this crate promises, on Linux.
//!
//! | file | in | out |
//! |---|---|---|
//! | `directory.rs`, `make.rs` | a path | a private directory of ours |
//! | `disk.rs` | a directory | what it is kept on |
//! | `file.rs`, `create.rs` | a name in it | a private file of ours, with all its room |
//! | `publish.rs`, `deleted.rs` | two names; a name | files that change their names; files that lost them |
//! | `lock.rs` | a file | a lock that ends with its holder |
//! | `mapping.rs` | a file | its words |
//! | `ranges.rs` | an address | whose mapping it is in |
//! | `process.rs`, `proc_stat.rs` | a process | its identity, whether it lives |
//! | `forks.rs`, `world.rs` | | which process this is a copy of; which boot it is |
//! | `guard.rs`, `reported.rs` | mode, owner; a number of the system's | what is wrong with it, and the cure |
//! | `raw/` | | everything `unsafe` |

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
mod world;

pub use self::directory::Directory;
pub use self::file::StateFile;
pub use self::forks::forks;
pub use self::lock::RepairLock;
pub use self::mapping::Mapping;
pub(crate) use self::process::{is_alive, own_identity};
pub use self::world::{World, world};
