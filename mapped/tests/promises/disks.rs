//! Disks that are full, read-only or of a simple kind; limits of the process.

use std::path::Path;

use rustix::process::{Resource, Rlimit, setrlimit};
use tollgate_mapped::{Directory, ErrorKind, Place};

use crate::kid::Kid;
use crate::scratch::Scratch;

/// Plays the role with another file system at the path of the state directory, which goes with the
/// process.
fn on(mount: &str, role: &str) {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path()).unwrap();
    if let Some(kid) = Kid::apart(&["--mount"], mount, role, &scratch.path()) {
        assert_eq!(kid.end(), Ok(0));
    }
}

#[test]
fn a_full_disk_is_an_error_that_leaves_nothing_behind() {
    on(
        "mount -t tmpfs -o size=64k,mode=700 none \"$2\" || exit 1",
        "disks::full",
    );
}

pub(crate) fn full(path: &Path) {
    let directory = Directory::open(path).unwrap();
    let small = directory.create("small", 64).unwrap();
    let error = directory.create("large", 1 << 16).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full, "{error}");
    assert!(error.to_string().contains("make room"), "{error}");
    assert_eq!(directory.names().unwrap(), ["small"]);

    // The room that was promised is there, and the rest too.
    small.map().unwrap().words()[63].store(1, std::sync::atomic::Ordering::Relaxed);
    directory.create("other", 64).unwrap();
}

#[test]
fn a_disk_that_can_only_be_read_is_an_error_with_a_name() {
    on(
        "mount -t tmpfs -o mode=700 none \"$2\" && mkdir -m 700 \"$2/state\" \
         && head -c 64 /dev/zero > \"$2/state/a\" && chmod 600 \"$2/state/a\" \
         && mount -o remount,bind,ro \"$2\" || exit 1",
        "disks::read_only",
    );
}

pub(crate) fn read_only(path: &Path) {
    let directory = Directory::open(&path.join("state")).unwrap();
    for error in [
        directory.file("a").unwrap_err(),
        directory.create("b", 8).unwrap_err(),
        directory.rename("a", "b").unwrap_err(),
        directory.remove("a").unwrap_err(),
        Directory::open(&path.join("other/state")).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::ReadOnly, "{error}");
        assert!(error.to_string().contains("; name a directory"), "{error}");
    }
    assert!(directory.file("b").unwrap().is_none());
    assert_eq!(directory.names().unwrap(), ["a"]);
}

#[test]
fn a_file_system_that_reserves_nothing_gets_zeros() {
    on(
        "mount -t ramfs -o mode=700 none \"$2\" || exit 1",
        "disks::without_reservation",
    );
}

pub(crate) fn without_reservation(path: &Path) {
    let directory = Directory::open(path).unwrap();
    let file = directory.create("a", 5000).unwrap();
    assert_eq!(path.join("a").metadata().unwrap().len(), 40_000);
    let mapping = file.map().unwrap();
    mapping.words()[4999].store(7, std::sync::atomic::Ordering::Relaxed);
    assert!(!mapping.is_lost());
    assert!(directory.link_new("a", "b").unwrap());
}

#[test]
fn a_limit_of_the_size_of_files_is_an_error_and_not_a_signal() {
    let scratch = Scratch::new();
    let kid = Kid::start("disks::small_files", &scratch.path());
    assert_eq!(kid.end(), Ok(0));
}

pub(crate) fn small_files(path: &Path) {
    limit(Resource::Fsize, 4096);
    let directory = Directory::open(path).unwrap();
    directory.create("small", 512).unwrap();
    let error = directory.create("large", 513).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Full, "{error}");
    assert!(error.to_string().contains("ulimit -f"), "{error}");
    assert_eq!(directory.names().unwrap(), ["small"]);
}

#[test]
fn a_process_without_a_free_handle_is_told_so() {
    let scratch = Scratch::new();
    let kid = Kid::start("disks::few_files", &scratch.path());
    assert_eq!(kid.end(), Ok(0));
}

pub(crate) fn few_files(path: &Path) {
    let directory = Directory::open(path).unwrap();
    limit(Resource::Nofile, 16);
    let mut files = Vec::new();
    let error = loop {
        match directory.create(&format!("{}", files.len()), 1) {
            Ok(file) => files.push(file),
            Err(error) => break error,
        }
    };
    assert_eq!(error.kind(), ErrorKind::Crowded, "{error}");
    assert!(error.to_string().contains("ulimit -n"), "{error}");
    let last = files.pop().unwrap();
    assert!(last.map().is_ok(), "a mapping needs no handle of its own");
}

fn limit(resource: Resource, most: u64) {
    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    setrlimit(resource, limit).unwrap();
}

#[test]
fn a_directory_tells_what_it_is_kept_on() {
    on(
        "mount -t tmpfs -o size=64k,mode=700 none \"$2\" || exit 1",
        "disks::in_memory",
    );
    let free = Scratch::new().directory().disk().unwrap().free;
    assert!(free > 0, "this test has written a file");
}

pub(crate) fn in_memory(path: &Path) {
    let disk = Directory::open(path).unwrap().disk().unwrap();
    assert_eq!((disk.name, disk.place), ("tmpfs", Place::Memory));
    assert!((1..=65_536).contains(&disk.free), "{disk:?}");
}
