//! A file that is truncated under its mappings ends nobody, and says so.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use tollgate_mapped::{Directory, ErrorKind};

use crate::kid::Kid;
use crate::scratch::Scratch;

fn truncate(path: &Path, bytes: u64) {
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(bytes).unwrap();
}

#[test]
fn a_read_behind_the_end_gives_zero_and_the_mapping_is_lost() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    let file = directory.create("a", 4096).unwrap();
    let (mapping, twin) = (file.map().unwrap(), file.map().unwrap());
    let other = directory.create("b", 4096).unwrap().map().unwrap();
    for words in [mapping.words(), other.words()] {
        words.iter().for_each(|word| word.store(5, Relaxed));
    }

    truncate(file.path(), 4096);
    assert!(file.is_cut(), "its size says so without a signal");
    assert_eq!(mapping.words()[0].load(Relaxed), 5);
    assert!(!mapping.is_lost(), "the first page is still there");
    assert_eq!(mapping.words()[4095].load(Relaxed), 0);
    assert!(mapping.is_lost());
    assert_eq!(mapping.words()[0].load(Relaxed), 0, "all of it is zero");

    assert!(!twin.is_lost(), "it was not met there yet");
    assert_eq!(twin.words()[4095].load(Relaxed), 0);
    assert!(twin.is_lost());

    assert_eq!(other.words()[4095].load(Relaxed), 5);
    assert!(!other.is_lost());
}

#[test]
fn a_write_behind_the_end_goes_to_the_process_itself() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 1024).unwrap();
    let mapping = file.map().unwrap();
    truncate(file.path(), 0);
    assert_eq!(mapping.words()[1000].fetch_add(3, Relaxed), 0);
    assert_eq!(mapping.words()[1000].load(Relaxed), 3);
    assert!(mapping.is_lost());

    let again = scratch.directory().file("a").unwrap().unwrap();
    assert_eq!(again.words(), 0);
    drop(mapping);
}

#[test]
fn an_emptied_file_that_grows_again_is_told_by_its_size_or_its_zeros() {
    let scratch = Scratch::new();
    let file = scratch.directory().create("a", 1024).unwrap();
    let mapping = file.map().unwrap();
    mapping.words()[3].store(1, Relaxed);
    truncate(file.path(), 0);
    truncate(file.path(), 8192);
    // No access was made meanwhile, so there was no signal: whoever reads has to know a zero when
    // he sees one.
    assert_eq!(mapping.words()[3].load(Relaxed), 0);
    assert!(!mapping.is_lost() && !file.is_cut());
}

#[test]
fn what_threads_do_while_the_file_goes_ends_nobody() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    for round in 0..50 {
        let name = format!("{round}");
        let file = directory.create(&name, 4096).unwrap();
        let mapping = file.map().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let mapping = mapping.clone();
                scope.spawn(move || {
                    while !mapping.is_lost() {
                        for word in mapping.words().iter().skip(thread * 7).step_by(64) {
                            word.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
            scope.spawn(|| truncate(file.path(), 512));
        });
        assert!(mapping.is_lost());
    }
}

#[test]
fn mappings_beyond_the_guarded_ones_are_refused() {
    let scratch = Scratch::new();
    let kid = Kid::start("truncation::maps_too_often", &scratch.path());
    assert_eq!(kid.end(), Ok(0));
}

pub(crate) fn maps_too_often(path: &Path) {
    let directory = Directory::open(path).unwrap();
    let file = directory.create("a", 1).unwrap();
    let mut mappings = Vec::new();
    let error = loop {
        match file.map() {
            Ok(mapping) => mappings.push(mapping),
            Err(error) => break error,
        }
        assert!(mappings.len() < 100_000, "there is a bound");
    };
    assert_eq!(error.kind(), ErrorKind::Crowded);
    assert!(error.to_string().contains("drop clients"), "{error}");
    assert!(mappings.len() > 500, "{}", mappings.len());
    drop(mappings);
    file.map().unwrap();
}
