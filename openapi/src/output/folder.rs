//! A folder and the files of an import: what differs, and making it the same.

use core::fmt;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use super::{File, HEADER, Owner};
use crate::Error;

/// What an import changes in a folder, or would change.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The file is not there yet.
    New(String),
    /// The file is there and differs.
    Changed(String),
    /// The file was generated, and this import has none of its name.
    Gone(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New(name) => write!(f, "new      {name}"),
            Self::Changed(name) => write!(f, "changed  {name}"),
            Self::Gone(name) => write!(f, "gone     {name}"),
        }
    }
}

pub(super) fn differences(folder: &Path, files: &[File]) -> Result<Vec<Difference>, Error> {
    let mut differences = Vec::new();
    for file in files {
        let name = file.name.clone();
        match (read(folder, &name)?, file.owner) {
            (None, _) => differences.push(Difference::New(name)),
            (Some(text), Owner::User) => {
                let is_untouched = file
                    .replaces
                    .as_ref()
                    .is_some_and(|old| old.as_bytes() == text);
                if is_untouched && text != file.text.as_bytes() {
                    differences.push(Difference::Changed(name));
                }
            }
            (Some(text), Owner::Import) if text == file.text.as_bytes() => {}
            (Some(text), Owner::Import) if is_generated(&text) => {
                differences.push(Difference::Changed(name));
            }
            (Some(_), Owner::Import) => return Err(in_the_way(folder, &name)),
        }
    }
    for name in names(folder, files)? {
        let is_produced = files.iter().any(|file| file.name == name);
        if !is_produced && read(folder, &name)?.is_some_and(|text| is_generated(&text)) {
            differences.push(Difference::Gone(name));
        }
    }
    Ok(differences)
}

pub(super) fn write(folder: &Path, files: &[File]) -> Result<Vec<Difference>, Error> {
    fs::create_dir_all(folder).map_err(|error| failed(folder, "", error))?;
    // Two imports into one folder follow each other, where a folder can be locked.
    let lock = fs::File::open(folder).ok();
    let _locked = lock.as_ref().map(fs::File::lock);
    let differences = differences(folder, files)?;
    for difference in &differences {
        let (name, done) = match difference {
            Difference::Gone(name) => (name, fs::remove_file(folder.join(name))),
            Difference::New(name) | Difference::Changed(name) => {
                let text = files.iter().find(|file| file.name == *name);
                (
                    name,
                    replace(folder, name, text.map_or("", |file| &file.text)),
                )
            }
        };
        done.map_err(|error| failed(folder, name, error))?;
    }
    Ok(differences)
}

/// Who reads the file meanwhile sees the old one or the new one.
fn replace(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = folder.join(name);
    let within = path.parent().unwrap_or(folder);
    fs::create_dir_all(within)?;
    let last = path.file_name().unwrap_or_default().to_string_lossy();
    // Two imports at once have a file each.
    let beside = within.join(format!(".{last}.{}.new", std::process::id()));
    // What a killed import has left, or a link that somebody has put there.
    match fs::remove_file(&beside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::File::create_new(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, &path).inspect_err(|_| {
        // What could not be put in its place is in nobody's way under its other name, but of no use.
        drop(fs::remove_file(&beside));
    })
}

/// What a file holds; none if it is not there.
fn read(folder: &Path, name: &str) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(folder.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(folder, name, error)),
    }
}

/// The names of the files in the folders that an import writes to, sorted.
fn names(folder: &Path, files: &[File]) -> Result<Vec<String>, Error> {
    let within = |file: &File| match file.name.rsplit_once('/') {
        Some((within, _)) => format!("{within}/"),
        None => String::new(),
    };
    let places: BTreeSet<String> = files.iter().map(within).collect();
    let mut names = Vec::new();
    for place in places {
        let entries = match fs::read_dir(folder.join(&place)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(failed(folder, &place, error)),
        };
        for entry in entries {
            let entry = entry.map_err(|error| failed(folder, &place, error))?;
            if entry.path().is_file() {
                let name = entry.file_name().into_string();
                names.extend(name.map(|name| format!("{place}{name}")));
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Whether the first line of a file says so.
fn is_generated(text: &[u8]) -> bool {
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    ["// ", "# ", "<!-- "].iter().any(|sign| {
        line.strip_prefix(sign)
            .is_some_and(|line| line.starts_with(HEADER))
    })
}

fn in_the_way(folder: &Path, name: &str) -> Error {
    Error::InTheWay {
        name: folder.join(name).display().to_string(),
    }
}

fn failed(folder: &Path, name: &str, error: io::Error) -> Error {
    let name = folder.join(name).display().to_string();
    Error::File { name, error }
}
