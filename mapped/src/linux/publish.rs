//! Files that get, change and lose their names.
//!
//! In: names in a directory. Out: whether it came to pass. Each is one step for whoever looks.

use rustix::fs::{AtFlags, RenameFlags, linkat, renameat, renameat_with, unlinkat};
use rustix::io::Errno;

use super::Directory;
use super::reported::reported;
use crate::Error;

impl Directory {
    /// Gives the file `from` the name `to`, unless somebody has it: then it returns `false`, and `from`
    /// keeps its name.
    ///
    /// # Errors
    ///
    /// [`Missing`](crate::ErrorKind::Missing) if `from` is not there, or if the directory cannot be written to.
    pub fn link_new(&self, from: &str, to: &str) -> Result<bool, Error> {
        let (_, path) = (self.join(from)?, self.join(to)?);
        let moved =
            match renameat_with(&self.handle, from, &self.handle, to, RenameFlags::NOREPLACE) {
                Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => self.link(from, to),
                moved => moved,
            };
        match moved {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(errno) => Err(reported("publish the state file", &path, errno)),
        }
    }

    /// For file systems that cannot rename without replacing.
    fn link(&self, from: &str, to: &str) -> Result<(), Errno> {
        linkat(&self.handle, from, &self.handle, to, AtFlags::empty())?;
        match unlinkat(&self.handle, from, AtFlags::empty()) {
            // Somebody tidied up in between.
            Err(Errno::NOENT) => Ok(()),
            unlinked => unlinked,
        }
    }

    /// Gives the file `from` the name `to`, in place of the one that has it; `false` if `from` is not
    /// there.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written to.
    pub fn rename(&self, from: &str, to: &str) -> Result<bool, Error> {
        let (_, path) = (self.join(from)?, self.join(to)?);
        match renameat(&self.handle, from, &self.handle, to) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT) => Ok(false),
            Err(errno) => Err(reported("replace the state file", &path, errno)),
        }
    }

    /// Removes the file of that name; it is well if there is none.
    ///
    /// # Errors
    ///
    /// If the directory cannot be written to.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.join(name)?;
        match unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(reported("remove the state file", &path, errno)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_right_system_call_a_published_name_is_not_replaced_either() {
        let parent = tempfile::tempdir().unwrap();
        let directory = Directory::open(&parent.path().join("state")).unwrap();
        let first = directory.create("first", 1).unwrap();
        directory.create("second", 1).unwrap();
        assert_eq!(directory.link("first", "public"), Ok(()));
        assert_eq!(directory.link("second", "public"), Err(Errno::EXIST));
        assert_eq!(directory.link("nobody", "other"), Err(Errno::NOENT));
        assert_eq!(directory.names().unwrap(), ["public", "second"]);
        assert!(directory.file("public").unwrap().unwrap().is_same(&first));
    }
}
