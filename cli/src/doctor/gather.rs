//! Looks at the system. Changes nothing, makes nothing, follows no link as the last component.

#[cfg(not(target_os = "linux"))]
pub use self::elsewhere::gather;
#[cfg(target_os = "linux")]
pub use super::linux::gather;

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::path::Path;
    use std::time::Duration;

    use super::super::{Clocks, Directory, Facts, Spaces};

    /// That there is nothing to look at.
    #[must_use]
    pub fn gather(_: Option<&Path>) -> Facts {
        let nothing = || "this platform has no machine scope".to_owned();
        Facts {
            supported: false,
            user: 0,
            place: Err(nothing()),
            directory: Directory::Unseen(nothing()),
            above: Vec::new(),
            file_system: Err(nothing()),
            clocks: Clocks {
                boottime: Duration::ZERO,
                monotonic: Duration::ZERO,
            },
            boot: Err(nothing()),
            spaces: Spaces {
                all_processes: None,
                own_clocks: None,
                container: None,
            },
            files: Vec::new(),
            state: Err(nothing()),
        }
    }
}
