//! A file that lost its name is found as long as a process holds it.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tollgate_mapped::Directory;

use crate::kid::{Kid, hear, say};
use crate::scratch::Scratch;

/// Maps the file `a`, keeps nothing but the mapping, and waits.
pub(crate) fn holds(path: &Path) {
    let directory = Directory::open(path).unwrap();
    let mapping = directory.file("a").unwrap().unwrap().map().unwrap();
    say("holds");
    hear();
    drop(mapping);
}

#[test]
fn what_another_process_maps_is_found_until_it_ends() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let file = directory.create("a", 4).unwrap();
    file.map().unwrap().words()[2].store(9, Relaxed);
    let mut kid = Kid::start("deleted::holds", &scratch.path());
    kid.says("holds");
    assert!(directory.deleted("a").is_none(), "it has its name");

    directory.remove("a").unwrap();
    drop(file);
    let found = directory.deleted("a").unwrap();
    assert!(found.is_unlinked());
    assert_eq!(found.path(), scratch.path().join("a"));
    assert_eq!(found.map().unwrap().words()[2].load(Relaxed), 9);
    drop(found);

    kid.kill();
    assert_goes(&directory);
}

#[test]
fn it_is_found_when_its_directory_was_deleted_too() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 4).unwrap();
    std::fs::remove_dir_all(scratch.path()).unwrap();
    let found = scratch.directory().deleted("a").unwrap();
    assert!(found.is_same(&file));
}

#[test]
fn of_several_the_one_that_lost_its_name_last_comes_first() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let mut files = Vec::new();
    for _ in 0..4 {
        files.push(directory.create("a", 1).unwrap());
        // The clock of a file system may stand still for some milliseconds.
        std::thread::sleep(Duration::from_millis(20));
        directory.create("next", 1).unwrap();
        assert!(directory.rename("next", "a").unwrap());
        directory.remove("a").unwrap();
    }
    let found = directory.all_deleted("a").unwrap();
    assert_eq!(found.len(), 4);
    for (found, file) in found.iter().zip(files.iter().rev()) {
        assert!(found.is_same(file));
    }
    assert!(directory.deleted("a").unwrap().is_same(&files[3]));
}

#[test]
fn what_only_looks_like_it_is_not_found() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    // Of another directory, of another name, not deleted though called so, and not private.
    let other = Directory::open(&scratch.parent().join("other")).unwrap();
    let elsewhere = other.create("a", 1).unwrap();
    other.remove("a").unwrap();
    let longer = directory.create("aa", 1).unwrap();
    directory.remove("aa").unwrap();
    let named = directory.create("a (deleted)", 1).unwrap();
    let open = directory.create("a", 1).unwrap();
    crate::scratch::set_mode(open.path(), 0o644);
    directory.remove("a").unwrap();

    assert!(directory.all_deleted("a").unwrap().is_empty());
    assert!(other.deleted("a").is_some());
    drop((elsewhere, longer, named, open));
}

#[test]
fn a_file_that_nobody_holds_is_gone() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let mapping = directory.create("a", 4).unwrap().map().unwrap();
    directory.remove("a").unwrap();
    assert!(directory.deleted("a").is_some(), "a mapping holds it");
    drop(mapping);
    assert_goes(&directory);
}

/// Processes that other tests start have our handles for the moment until they become another program.
fn assert_goes(directory: &Directory) {
    for _ in 0..60_000 {
        if directory.deleted("a").is_none() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("nobody holds the file any more, and it is still found");
}
