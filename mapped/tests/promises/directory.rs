//! The directory is made once, private, whoever comes first.

use std::path::Path;
use std::sync::Barrier;

use rustix::fs::Mode;
use tollgate_mapped::{Directory, ErrorKind};

use crate::kid::{Kid, hear, say};
use crate::scratch::{Scratch, mode, set_mode};

#[test]
fn everything_that_is_made_is_private() {
    let scratch = Scratch::new();
    let path = scratch.parent().join("one/two/three");
    let directory = Directory::open(&path).unwrap();
    assert_eq!(directory.path(), path);
    for made in ["one", "one/two", "one/two/three"] {
        assert_eq!(mode(&scratch.parent().join(made)), 0o700, "{made}");
    }
    let file = directory.create("a", 1).unwrap();
    assert_eq!(mode(file.path()), 0o600);
}

#[test]
fn what_was_there_stays_as_it_was() {
    let scratch = Scratch::new();
    let above = scratch.parent().join("above");
    std::fs::create_dir(&above).unwrap();
    set_mode(&above, 0o755);
    Directory::open(&above.join("state")).unwrap();
    assert_eq!(mode(&above), 0o755);
}

#[test]
fn a_link_above_the_directory_is_followed() {
    let scratch = Scratch::new();
    std::fs::create_dir(scratch.parent().join("disk")).unwrap();
    let link = scratch.parent().join("link");
    std::os::unix::fs::symlink("disk", &link).unwrap();
    let directory = Directory::open(&link.join("state/")).unwrap();
    assert_eq!(directory.path(), link.join("state"));
    assert!(scratch.parent().join("disk/state").is_dir());
}

#[test]
fn to_find_it_makes_nothing() {
    let scratch = Scratch::new();
    assert!(Directory::find(&scratch.path()).unwrap().is_none());
    assert!(!scratch.path().exists());
    scratch.directory();
    assert!(Directory::find(&scratch.path()).unwrap().is_some());
    set_mode(&scratch.path(), 0o770);
    let error = Directory::find(&scratch.path()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotPrivate);
}

#[test]
fn a_directory_that_was_moved_or_removed_says_so() {
    let scratch = Scratch::new();
    let directory = scratch.directory();
    assert!(directory.is_current());

    let aside = scratch.parent().join("aside");
    std::fs::rename(scratch.path(), &aside).unwrap();
    assert!(!directory.is_current());
    let other = scratch.directory();
    assert!(other.is_current() && !directory.is_current());

    std::fs::remove_dir(scratch.path()).unwrap();
    assert!(!other.is_current());
    let error = other.create("a", 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Missing);
    assert!(other.file("a").unwrap().is_none());
    assert!(scratch.directory().is_current());
}

#[test]
fn sixty_four_threads_that_come_at_once_find_one_file() {
    let scratch = Scratch::new();
    let path = scratch.parent().join("a/b/c/state");
    let start = Barrier::new(64);
    let won: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..64)
            .map(|number| {
                let (start, path) = (&start, &path);
                scope.spawn(move || {
                    start.wait();
                    publish(path, number)
                })
            })
            .collect();
        let won = threads.into_iter().map(|thread| thread.join().unwrap());
        won.map(usize::from).sum()
    });
    assert_eq!(won, 1);
}

#[test]
fn sixty_four_processes_that_come_at_once_find_one_file() {
    let scratch = Scratch::new();
    let path = scratch.parent().join("a/b/c/state");
    let mut kids: Vec<Kid> = (0..64)
        .map(|_| Kid::start("directory::joins", &path))
        .collect();
    for kid in &mut kids {
        kid.says("ready");
    }
    for kid in &mut kids {
        kid.tell();
    }
    let outcomes = kids.iter_mut().map(|kid| kid.says("won: "));
    let won = outcomes.filter(|won| won == "true").count();
    assert_eq!(won, 1);
    for kid in kids {
        assert_eq!(kid.end(), Ok(0));
    }
    let directory = Directory::open(&path).unwrap();
    assert_eq!(directory.names().unwrap(), ["public"]);
}

pub(crate) fn joins(path: &Path) {
    say("ready");
    hear();
    let won = publish(path, std::process::id());
    say(&format!("won: {won}"));
}

/// Makes a file and publishes it, unless somebody else has; then there has to be theirs.
fn publish(path: &Path, number: u32) -> bool {
    let directory = Directory::open(path).unwrap();
    let name = format!("new-{number}");
    let own = directory.create(&name, 16).unwrap();
    let won = directory.link_new(&name, "public").unwrap();
    if !won {
        directory.remove(&name).unwrap();
    }
    let public = directory.file("public").unwrap().unwrap();
    assert_eq!((public.words(), public.is_same(&own)), (16, won));
    won
}

#[test]
fn a_umask_that_takes_everything_takes_nothing_from_the_owner() {
    let scratch = Scratch::new();
    let path = scratch.parent().join("a/state");
    let kid = Kid::start("directory::makes_without_permissions", &path);
    assert_eq!(kid.end(), Ok(0));
    for (made, expected) in [("a", 0o700), ("a/state", 0o700), ("a/state/f", 0o600)] {
        assert_eq!(mode(&scratch.parent().join(made)), expected, "{made}");
    }
}

pub(crate) fn makes_without_permissions(path: &Path) {
    rustix::process::umask(Mode::from_raw_mode(0o777));
    let directory = Directory::open(path).unwrap();
    directory.create("f", 1).unwrap().map().unwrap();
}
