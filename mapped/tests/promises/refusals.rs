//! What is not private, not ours or not what it seems is refused, with its name and the cure.

use std::os::unix::fs::{chown, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, mknodat};
use tollgate_mapped::{Directory, Error, ErrorKind};

use crate::scratch::{Scratch, is_root, set_mode};

/// Says what it is, where it is, and what to do about it.
fn assert_says(error: &Error, kind: ErrorKind, path: &Path, cure: &str) {
    let text = error.to_string();
    assert_eq!(error.kind(), kind, "{text}");
    assert_eq!(error.path(), Some(path), "{text}");
    assert!(text.contains(&format!("{path:?}")), "{text}");
    assert!(text.contains(cure), "{text} should name the cure {cure:?}");
}

#[test]
fn a_directory_that_others_may_write_is_refused() {
    for open in [0o770, 0o702, 0o777, 0o1777, 0o720] {
        let scratch = Scratch::new();
        let path = scratch.path();
        std::fs::create_dir(&path).unwrap();
        set_mode(&path, open);
        let error = Directory::open(&path).unwrap_err();
        let cure = format!("chmod 700 {}", path.display());
        assert_says(&error, ErrorKind::NotPrivate, &path, &cure);
        set_mode(&path, 0o700);
        Directory::open(&path).unwrap();
    }
}

/// Makes it somebody else's, which not even every root may.
fn give_away(path: &Path) -> bool {
    chown(path, Some(12_345), None).is_ok()
}

#[test]
fn a_directory_of_somebody_else_is_refused() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.path()).unwrap();
    let given = give_away(&scratch.path());
    if !given && is_root() {
        eprintln!("skipped: everything here is this user's");
        return;
    }
    let path = if given { scratch.path() } else { "/".into() };
    let error = Directory::open(&path).unwrap_err();
    assert_says(&error, ErrorKind::Foreign, &path, "; name a directory");
}

#[test]
fn a_link_in_place_of_the_directory_is_refused() {
    let scratch = Scratch::new();
    let target = scratch.parent().join("target");
    Directory::open(&target).unwrap();
    for target in [&*target, Path::new("/nowhere/at/all")] {
        symlink(target, scratch.path()).unwrap();
        for spelling in ["state", "state/", "state/."] {
            let error = Directory::open(&scratch.parent().join(spelling)).unwrap_err();
            assert_says(&error, ErrorKind::Link, &scratch.path(), "remove the link");
            assert!(
                error
                    .to_string()
                    .contains("a symbolic link is not followed"),
                "{error}"
            );
        }
        std::fs::remove_file(scratch.path()).unwrap();
    }
}

#[test]
fn what_is_no_directory_is_refused() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path(), "").unwrap();
    for path in [scratch.path(), scratch.path().join("below")] {
        let error = Directory::open(&path).unwrap_err();
        assert_says(&error, ErrorKind::Directory, &path, "or name another path");
    }
}

#[test]
fn where_no_directory_can_be_made_another_path_is_the_cure() {
    for path in ["/proc/nope", "/proc/nope/state"] {
        let path = Path::new(path);
        let error = Directory::open(path).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("another path"), "{text}");
        assert!(!text.contains("somebody removed it"), "{text}");
    }
}

#[test]
fn a_path_that_no_file_system_takes_is_refused() {
    let scratch = Scratch::new();
    let error = Directory::open(&scratch.parent().join("x".repeat(300))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Directory);
    let deep: std::path::PathBuf = std::iter::repeat_n("xxxxxxxx", 1000).collect();
    let error = Directory::open(&scratch.parent().join(deep)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Directory);
    assert!(Directory::open(Path::new("")).is_err());
    assert!(Directory::open(Path::new("a\0b")).is_err());
}

#[test]
fn a_file_that_others_may_use_is_refused() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let path = directory.create("a", 1).unwrap().path().to_owned();
    for open in [0o644, 0o660, 0o602, 0o601] {
        set_mode(&path, open);
        let error = directory.file("a").unwrap_err();
        let cure = format!("chmod 600 {}", path.display());
        assert_says(&error, ErrorKind::NotPrivate, &path, &cure);
    }
    set_mode(&path, 0o600);
    assert!(directory.file("a").unwrap().is_some());
}

#[test]
fn a_file_of_somebody_else_is_refused() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let path = directory.create("a", 1).unwrap().path().to_owned();
    if !give_away(&path) {
        eprintln!(
            "skipped: this user cannot give a file away; `guard.rs` decides the same in its tests"
        );
        return;
    }
    let error = directory.file("a").unwrap_err();
    assert_says(&error, ErrorKind::Foreign, &path, "as its owner");
}

#[test]
fn a_link_in_place_of_a_file_is_refused() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    directory.create("target", 1).unwrap();
    let path = scratch.path().join("a");
    for target in ["target", "/nowhere/at/all"] {
        symlink(target, &path).unwrap();
        let error = directory.file("a").unwrap_err();
        assert_says(&error, ErrorKind::Link, &path, "remove the link");
        let error = directory.create("a", 1).unwrap_err();
        assert_says(&error, ErrorKind::Exists, &path, "another name");
        std::fs::remove_file(&path).unwrap();
    }
    assert!(!Path::new("/nowhere/at/all").exists());
}

#[test]
fn what_is_no_file_is_refused_without_waiting_for_it() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    std::fs::create_dir(scratch.path().join("folder")).unwrap();
    let pipe = scratch.path().join("pipe");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let _socket = UnixListener::bind(scratch.path().join("socket")).unwrap();
    for name in ["folder", "pipe", "socket"] {
        let error = directory.file(name).unwrap_err();
        assert_says(
            &error,
            ErrorKind::NotRegular,
            &scratch.path().join(name),
            "remove",
        );
    }
}

#[test]
fn a_name_that_leads_elsewhere_is_refused() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    directory.create("a", 1).unwrap();
    for name in ["", ".", "..", "../a", "/etc/passwd", "a/b", "a\0"] {
        for error in [
            directory.file(name).err(),
            directory.create(name, 1).err(),
            directory.link_new("a", name).err(),
            directory.link_new(name, "b").err(),
            directory.rename("a", name).err(),
            directory.rename(name, "b").err(),
            directory.remove(name).err(),
            directory.all_deleted(name).err(),
        ] {
            let kind = error.map(|error| error.kind());
            assert_eq!(kind, Some(ErrorKind::Name), "{name:?}");
        }
    }
    assert_eq!(directory.names().unwrap(), ["a"]);
}

#[test]
fn a_directory_that_its_owner_may_only_read_is_denied_and_not_changed() {
    let scratch = Scratch::new();
    scratch.directory().create("a", 1).unwrap();
    set_mode(&scratch.path(), 0o500);
    let directory = scratch.directory();
    assert!(directory.file("a").unwrap().is_some());
    if !is_root() {
        let error = directory.create("b", 1).unwrap_err();
        assert_says(&error, ErrorKind::Denied, &scratch.path().join("b"), "0700");
        let error = directory.remove("a").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Denied);
    }
    assert_eq!(crate::scratch::mode(&scratch.path()), 0o500);
    set_mode(&scratch.path(), 0o700);
}

#[test]
fn a_file_that_its_owner_may_not_write_is_denied() {
    if is_root() {
        eprintln!("skipped: nothing is denied to root; `guard.rs` decides the same in its tests");
        return;
    }
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let path = directory.create("a", 1).unwrap().path().to_owned();
    set_mode(&path, 0o400);
    let error = directory.file("a").unwrap_err();
    assert_says(&error, ErrorKind::Denied, &path, "chmod 600");
}
