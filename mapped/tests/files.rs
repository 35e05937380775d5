//! Files in the directory: made once, found, published, replaced, removed, found again when deleted.
#![cfg(target_os = "linux")]

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tempfile::TempDir;
use tollgate_mapped::{Directory, ErrorKind};

fn empty() -> (TempDir, Directory) {
    let parent = tempfile::tempdir().expect("a temporary directory can be made");
    let directory = Directory::open(&parent.path().join("state")).expect("it can be made there");
    (parent, directory)
}

#[test]
fn what_one_mapping_writes_another_reads() {
    let (_parent, directory) = empty();
    let created = directory.create("a", 1000).unwrap();
    assert_eq!(created.words(), 1000);
    let found = directory.file("a").unwrap().unwrap();
    assert!(found.is_same(&created));

    let (one, other) = (created.map().unwrap(), found.map().unwrap());
    assert_eq!((one.words().len(), other.words().len()), (1000, 1000));
    assert!(one.words().iter().all(|word| word.load(Relaxed) == 0));
    one.words()[999].store(42, Relaxed);
    assert_eq!(other.words()[999].load(Relaxed), 42);
    assert!(!one.is_lost());
}

#[test]
fn a_mapping_stays_when_its_file_and_its_handles_are_gone() {
    let (_parent, directory) = empty();
    let file = directory.create("a", 8).unwrap();
    let mapping = file.map().unwrap();
    let clone = mapping.clone();
    drop((file, mapping));
    directory.remove("a").unwrap();
    clone.words()[7].store(1, Relaxed);
    assert_eq!(clone.words()[7].load(Relaxed), 1);
    assert!(!clone.is_lost());
}

#[test]
fn a_file_without_a_whole_word_has_a_mapping_without_words() {
    let (parent, directory) = empty();
    let file = directory.create("empty", 0).unwrap();
    assert!(file.map().unwrap().words().is_empty());

    directory.create("short", 1).unwrap();
    let path = parent.path().join("state/short");
    std::fs::write(&path, b"seven b").unwrap();
    let file = directory.file("short").unwrap().unwrap();
    assert_eq!(file.words(), 0);
    assert!(file.map().unwrap().words().is_empty());
}

#[test]
fn a_name_is_created_once() {
    let (_parent, directory) = empty();
    directory.create("a", 1).unwrap();
    let error = directory.create("a", 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Exists);
    assert!(directory.file("b").unwrap().is_none());
}

#[test]
fn a_published_name_is_never_replaced() {
    let (_parent, directory) = empty();
    let first = directory.create("first", 1).unwrap();
    directory.create("second", 1).unwrap();

    assert!(directory.link_new("first", "public").unwrap());
    assert!(!directory.link_new("second", "public").unwrap());
    assert_eq!(directory.names().unwrap(), ["public", "second"]);
    let public = directory.file("public").unwrap().unwrap();
    assert!(public.is_same(&first));
    assert!(!first.is_unlinked());

    let error = directory.link_new("nobody", "other").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Missing);
}

#[test]
fn a_replaced_file_knows_that_it_lost_its_name() {
    let (_parent, directory) = empty();
    let old = directory.create("public", 1).unwrap();
    directory.create("next", 1).unwrap();
    assert!(directory.rename("next", "public").unwrap());
    assert!(!directory.rename("next", "public").unwrap());
    assert!(old.is_unlinked());
    assert_eq!(directory.names().unwrap(), ["public"]);
    directory.remove("public").unwrap();
    directory.remove("public").unwrap();
}

#[test]
fn a_deleted_file_is_found_as_long_as_somebody_maps_it() {
    let (_parent, directory) = empty();
    assert!(directory.deleted("a").is_none());

    let file = directory.create("a", 4).unwrap();
    file.map().unwrap().words()[2].store(9, Relaxed);
    let mapping = file.map().unwrap();
    assert!(directory.deleted("a").is_none(), "it has its name");
    directory.remove("a").unwrap();
    drop(file);

    let found = directory.deleted("a").unwrap();
    assert_eq!(found.map().unwrap().words()[2].load(Relaxed), 9);
    assert!(directory.deleted("b").is_none());
    drop((found, mapping));
    assert!(directory.deleted("a").is_none());
}

#[test]
fn a_locked_file_is_locked_for_other_threads_too_and_unlocked_by_dropping() {
    let (_parent, directory) = empty();
    let file = directory.create("a", 1).unwrap();
    let lock = file.lock_for_repair(Duration::ZERO).unwrap();
    let error = file.lock_for_repair(Duration::from_millis(5)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Locked);
    drop(lock);
    drop(file.lock_for_repair(Duration::ZERO).unwrap());
}
