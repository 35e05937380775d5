//! Asks the system what a directory is kept on.

use rustix::fs::{fstatfs, fstatvfs};

use super::Directory;
use super::reported::reported;
use crate::disk::known;
use crate::{Disk, Error};

impl Directory {
    /// What it is kept on.
    ///
    /// # Errors
    ///
    /// If the system does not say.
    pub fn disk(&self) -> Result<Disk, Error> {
        let failed = |errno| {
            reported(
                "look at the disk of the state directory",
                self.path(),
                errno,
            )
        };
        let number = fstatfs(&self.handle).map_err(failed)?.f_type;
        let room = fstatvfs(&self.handle).map_err(failed)?;
        // The number has 32 bits; the type that it comes in is another one on each processor.
        #[allow(clippy::unnecessary_cast)]
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (name, place) = known(number as u32);
        Ok(Disk {
            name,
            place,
            free: room.f_bavail.saturating_mul(room.f_frsize),
        })
    }
}
