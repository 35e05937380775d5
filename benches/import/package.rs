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
        sum(self.sources(), |text| text.lines().count()).unwrap_or_default()
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

/// The sum of a number that each text in a folder has.
pub(crate) fn sum(folder: &Path, of: impl Fn(&str) -> usize + Copy) -> io::Result<usize> {
    let mut whole = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        whole += if path.is_dir() {
            sum(&path, of)?
        } else {
            of(&fs::read_to_string(&path)?)
        };
    }
    Ok(whole)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
