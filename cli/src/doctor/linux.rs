//! The facts on Linux.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use rustix::fs::{Access, StatVfsMountFlags};
use rustix::process::geteuid;
use rustix::time::{ClockId, clock_gettime};
use tollgate_mapped as mapped;

use super::{Clocks, Directory, Entry, Facts, FileSystem, Kind, Origin, Place, Reach, Spaces};
use crate::read;

/// Looks at everything that matters to the state in `dir`, or in the user's state directory.
#[must_use]
pub fn gather(dir: Option<&Path>) -> Facts {
    let place = place(dir);
    let path = place.as_ref().map_or(Path::new(""), |place| &place.path);
    Facts {
        supported: true,
        user: geteuid().as_raw(),
        directory: directory(path),
        above: above(path),
        file_system: file_system(path),
        clocks: clocks(),
        boot: boot(),
        spaces: spaces(),
        files: files(path),
        state: read::state(dir).map_err(|failure| failure.text().to_owned()),
        place,
    }
}

fn place(dir: Option<&Path>) -> Result<Place, String> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(path) = dir {
        return Ok(Place {
            relative: path.is_relative(),
            path: absolute(path),
            origin: Origin::Option,
        });
    }
    let path = read::default_dir().map_err(|failure| failure.text().to_owned())?;
    let origin = origin(&path, variable);
    let named = variable("TOLLGATE_STATE_DIR").filter(|_| origin == Origin::Variable);
    Ok(Place {
        relative: named.is_some_and(|named| named.is_relative()),
        origin,
        path,
    })
}

/// Who names `path`. The limiter decides which variable counts; here it is only recognised.
fn origin(path: &Path, variable: impl Fn(&str) -> Option<PathBuf>) -> Origin {
    let ours = variable("TOLLGATE_STATE_DIR");
    if ours.is_some_and(|named| absolute(&named) == path) {
        return Origin::Variable;
    }
    match variable("XDG_STATE_HOME") {
        Some(home) if path.starts_with(&home) && home.is_absolute() => Origin::Xdg,
        _ => Origin::Home,
    }
}

fn absolute(path: &Path) -> PathBuf {
    // Fails for an empty path only, or without a current directory.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn directory(path: &Path) -> Directory {
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

fn above(path: &Path) -> Vec<(PathBuf, Entry)> {
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

fn file_system(path: &Path) -> Result<FileSystem, String> {
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

fn clocks() -> Clocks {
    let read = |clock| {
        let time = clock_gettime(clock);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
        Duration::new(seconds, nanos)
    };
    // In this order, so that the time between the two does not make the first one smaller.
    let monotonic = read(ClockId::Monotonic);
    let boottime = read(ClockId::Boottime);
    Clocks {
        boottime,
        monotonic,
    }
}

fn boot() -> Result<String, String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id");
    id.map(|id| id.trim().to_owned())
        .map_err(|error| error.to_string())
}

fn spaces() -> Spaces {
    // The numbers of the first namespaces: `PROC_PID_INIT_INO` and `PROC_TIME_INIT_INO` of Linux's
    // `proc_ns.h`; they are part of its interface.
    const FIRST_PID: &str = "pid:[4026531836]";
    const FIRST_TIME: &str = "time:[4026531834]";
    let is = |name: &str, first: &str| {
        let link = fs::read_link(format!("/proc/self/ns/{name}")).ok()?;
        Some(link == Path::new(first))
    };
    Spaces {
        all_processes: is("pid", FIRST_PID),
        own_clocks: is("time", FIRST_TIME),
        container: container(),
    }
}

/// What container engines leave inside of a container.
fn container() -> Option<String> {
    let files = ["/run/.containerenv", "/.dockerenv"];
    let file = files.into_iter().find(|file| Path::new(file).exists());
    let variable = || Some(format!("container={}", std::env::var("container").ok()?));
    file.map(str::to_owned).or_else(variable)
}

fn files(path: &Path) -> Vec<(PathBuf, Entry)> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_that_names_a_directory_is_recognised() {
        let named = |ours: Option<&'static str>, xdg: Option<&'static str>| {
            move |name: &str| match name {
                "TOLLGATE_STATE_DIR" => ours.map(PathBuf::from),
                _ => xdg.map(PathBuf::from),
            }
        };
        for (path, ours, xdg, expected) in [
            ("/s", Some("/s"), None, Origin::Variable),
            ("/x/tollgate", None, Some("/x"), Origin::Xdg),
            ("/h/.local/state/tollgate", None, None, Origin::Home),
            ("/h/.local/state/tollgate", Some(""), Some(""), Origin::Home),
            (
                "/h/.local/state/tollgate",
                None,
                Some("relative"),
                Origin::Home,
            ),
        ] {
            assert_eq!(
                origin(Path::new(path), named(ours, xdg)),
                expected,
                "{path}"
            );
        }
    }
}
