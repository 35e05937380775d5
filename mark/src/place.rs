//! Where a vendor of a test has its desk: a socket in a private folder, by the port of the vendor.
//!
//! Two ways lead to the folder. In the process of the test it is announced; the processes that the
//! test starts inherit it in a variable of the environment. Neither says anything but a place.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The variable of the environment that names the folder.
pub const ENV: &str = "TOLLGATE_COVERAGE";

/// The folders of this process.
static ANNOUNCED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Makes a folder known in this process, for as long as it lives.
pub fn announce(folder: &Path) {
    let mut announced = ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner);
    if !announced.iter().any(|known| known == folder) {
        announced.push(folder.to_owned());
    }
}

/// Forgets a folder that is no more.
pub fn withdraw(folder: &Path) {
    let mut announced = ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner);
    announced.retain(|known| known != folder);
}

/// Every folder in which a desk may be: those of this process, then that of the environment.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    let announced = ANNOUNCED.lock().unwrap_or_else(PoisonError::into_inner);
    let inherited = std::env::var_os(ENV).filter(|folder| !folder.is_empty());
    let inherited = inherited.map(PathBuf::from);
    announced.iter().cloned().chain(inherited).collect()
}

/// The desk of the vendor on `port` of the loopback.
///
/// ```
/// use std::path::Path;
///
/// let desk = tollgate_mark::desk(Path::new("folder"), 4040);
/// assert_eq!(desk, Path::new("folder/4040"));
/// ```
#[must_use]
pub fn desk(folder: &Path, port: u16) -> PathBuf {
    folder.join(port.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_announced_once() {
        let folder = Path::new("a folder of this test");
        announce(folder);
        announce(folder);
        let known = folders();
        assert_eq!(known.iter().filter(|known| *known == folder).count(), 1);
        withdraw(folder);
        assert!(!folders().iter().any(|known| known == folder));
    }
}
