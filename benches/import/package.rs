//! A package around generated code: a workspace of its own, in a target directory that many share.

use std::path::{Path, PathBuf};
use std::{fs, io};

use tollgate_benches::{Check, Checked};

/// Seconds after which a check is given up: one of a peer's takes 180 on a quiet machine.
const PATIENCE: u32 = 600;

/// A package whose code was generated.
pub(crate) struct Package {
    name: String,
    entry: PathBuf,
    text: String,
    check: Check,
}

impl Package {
    /// What is in `folder`: a manifest, and `src/lib.rs`.
    ///
    /// Checks the dependencies, so that nothing but the package is checked from now on.
    pub(crate) fn open(folder: &Path, target: &Path) -> Result<Self, String> {
        let manifest = read(&folder.join("Cargo.toml"))?;
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = "));
        let entry = folder.join("src/lib.rs");
        let package = Self {
            name: name.unwrap_or_default().replace('"', ""),
            text: read(&entry)?,
            entry,
            check: Check::new(folder).target(target).patience(PATIENCE),
        };
        write(&package.entry, "")?;
        package.check.clone().online().package(&package.name)?;
        Ok(package)
    }

    /// The lines of its sources.
    pub(crate) fn lines(&self) -> usize {
        lines_in(self.sources()).unwrap_or_default()
    }

    /// Checks it as if all of it had just been written.
    pub(crate) fn check(&self) -> Result<Checked, String> {
        write(&self.entry, &self.text)?;
        self.check.package(&self.name)
    }

    /// Checks it incrementally with each of several texts in one of its files.
    pub(crate) fn recheck(&self, file: &str, texts: &[String]) -> Result<Vec<Checked>, String> {
        let check = self.check.clone().incremental();
        check.package(&self.name)?;
        let each = texts.iter().map(|text| {
            write(&self.sources().join(file), text)?;
            check.package(&self.name)
        });
        each.collect()
    }

    fn sources(&self) -> &Path {
        self.entry.parent().unwrap_or(&self.entry)
    }
}

fn lines_in(folder: &Path) -> io::Result<usize> {
    let mut lines = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        lines += if path.is_dir() {
            lines_in(&path)?
        } else {
            fs::read_to_string(&path)?.lines().count()
        };
    }
    Ok(lines)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
