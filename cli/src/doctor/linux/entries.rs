//! Directories and files, as they are: no link is followed as the last component.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rustix::fs::{Access, StatVfsMountFlags};
use tollgate_mapped as mapped;

use crate::doctor::{Directory, Entry, FileSystem, Kind, Reach};

pub(super) fn directory(path: &Path) -> Directory {
    match entry(path) {
        Ok(entry) => Directory::There(entry),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let makeable = nearest(path).is_some_and(|above| {
                rustix::fs::access(above, Access::WRITE_OK | Access::EXEC_OK).is_ok()
            });
            Directory::Missing { makeable }
        }
        Err(error) => Directory::Unseen(error.to_string()),
    }
}

/// The nearest directory above `path` that exists.
fn nearest(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|above| above.is_dir())
}

pub(super) fn above(path: &Path) -> Vec<(PathBuf, Entry)> {
    // Links on the way are followed: what matters is where the directory is.
    let Some(Ok(real)) = nearest(path).map(fs::canonicalize) else {
        return Vec::new();
    };
    let seen = |above: &Path| Some((above.to_owned(), entry(above).ok()?));
    real.ancestors().filter_map(seen).collect()
}

fn entry(path: &Path) -> io::Result<Entry> {
    let seen = fs::symlink_metadata(path)?;
    Ok(Entry {
        kind: kind(path, &seen),
        owner: seen.uid(),
        mode: seen.mode() & 0o7777,
        written: seen
            .modified()
            .ok()
            .and_then(|time| Timestamp::try_from(time).ok()),
    })
}

fn kind(path: &Path, seen: &Metadata) -> Kind {
    let kind = seen.file_type();
    if kind.is_symlink() {
        Kind::Link(fs::read_link(path).unwrap_or_default())
    } else if kind.is_dir() {
        Kind::Directory
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}

pub(super) fn files(path: &Path) -> Vec<(PathBuf, Entry)> {
    let Ok(listing) = fs::read_dir(path) else {
        return Vec::new();
    };
    let paths = listing.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<(PathBuf, Entry)> = paths
        .filter_map(|path| Some((path.clone(), entry(&path).ok()?)))
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

pub(super) fn file_system(path: &Path) -> Result<FileSystem, String> {
    let place = match path.exists() {
        true => path,
        false => nearest(path).ok_or("nothing of its path exists")?,
    };
    let room = rustix::fs::statvfs(place).map_err(|error| error.to_string())?;
    Ok(FileSystem {
        kind: reach(place),
        free: room.f_bavail.saturating_mul(room.f_frsize),
        free_files: (room.f_files > 0).then_some(room.f_favail),
        read_only: room.f_flag.contains(StatVfsMountFlags::RDONLY),
    })
}

/// The kind of the file system; it is told of directories that could hold state only.
fn reach(place: &Path) -> Option<(String, Reach)> {
    let disk = mapped::Directory::find(place).ok()??.disk().ok()?;
    let reach = match disk.place {
        mapped::Place::Memory => Reach::Memory,
        mapped::Place::Machine => Reach::Machine,
        mapped::Place::Network => Reach::Network,
        _ => Reach::Unknown,
    };
    Some((disk.name.to_owned(), reach))
}
