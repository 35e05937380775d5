//! Only a process that runs is alive, whatever its number.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tollgate_mapped::Identity;

use crate::kid::{Kid, hear, say};
use crate::scratch::Scratch;
use crate::unsafely::{end, end_this_thread, forked};

/// A process that waits, as it calls itself, and as it is called where handles have no serial numbers.
fn waiting() -> (Kid, [Identity; 2]) {
    let scratch = Scratch::new();
    let mut kid = Kid::start("processes::waits", &scratch.path());
    let word = kid.says("identity: ").parse().unwrap();
    let identity = Identity::from_word(word).unwrap();
    assert_eq!(identity.pid(), kid.pid());
    let by_start = by_start(kid.pid());
    (kid, [identity, by_start])
}

pub(crate) fn waits(_path: &Path) {
    say(&format!("identity: {}", Identity::own().unwrap().word()));
    hear();
}

fn by_start(pid: u32) -> Identity {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let start: u64 = fields[19].parse().unwrap();
    Identity::from_word(u64::from(pid) | (start * MARK)).unwrap()
}

/// What the word of a process grows by with its start or its serial number.
const MARK: u64 = 1 << 23;

fn number(pid: u32) -> Pid {
    i32::try_from(pid).ok().and_then(Pid::from_raw).unwrap()
}

fn live(identities: [Identity; 2]) -> [bool; 2] {
    identities.map(Identity::is_alive)
}

fn state(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

/// What the system does at its leisure.
fn comes_true(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..60_000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("never came true: {what}");
}

#[test]
fn a_process_lives_until_it_has_ended() {
    let (mut kid, identities) = waiting();
    assert_eq!(live(identities), [true, true]);
    kid.kill();
    assert_eq!(live(identities), [false, false]);
}

#[test]
fn a_stopped_process_is_alive() {
    let (kid, identities) = waiting();
    kill_process(number(kid.pid()), Signal::STOP).unwrap();
    comes_true("it is stopped", || state(kid.pid()) == Some('T'));
    assert_eq!(live(identities), [true, true]);
}

#[test]
fn a_process_that_nobody_waited_for_is_dead() {
    let (mut kid, identities) = waiting();
    kid.kill_only();
    // Its threads end one after the other, and it with the last of them.
    comes_true("it is dead", || live(identities) == [false, false]);
    assert_eq!(state(kid.pid()), Some('Z'));
}

#[test]
fn a_process_with_a_number_that_was_used_before_is_another_one() {
    let (kid, identities) = waiting();
    let own = Identity::own().unwrap();
    for identity in [identities[0], identities[1], own, by_start(own.pid())] {
        for word in [identity.word() - MARK, identity.word() + MARK] {
            let other = Identity::from_word(word).unwrap();
            assert_eq!(other.pid(), identity.pid());
            assert!(!other.is_alive());
        }
        assert!(identity.is_alive());
    }
    drop(kid);
}

#[test]
fn a_number_that_nobody_has_is_dead() {
    for pid in [4_194_303_u64, 4_194_302] {
        for kind in [0, MARK / 2] {
            let identity = Identity::from_word(pid | kind | (77 * MARK)).unwrap();
            assert!(!identity.is_alive(), "{pid}");
        }
    }
}

#[test]
fn the_number_of_a_thread_is_no_process() {
    let thread = std::thread::spawn(|| {
        let own = Identity::own().unwrap().word();
        let link = std::fs::read_link("/proc/thread-self").unwrap();
        let number: u64 = link.file_name().unwrap().to_str().unwrap().parse().unwrap();
        let word = own - u64::from(std::process::id()) + number;
        Identity::from_word(word).unwrap().is_alive()
    });
    assert!(!thread.join().unwrap());
}

#[test]
fn a_process_lives_on_when_its_first_thread_has_ended() {
    let scratch = Scratch::new();
    let told = scratch.directory().create("a", 1).unwrap().map().unwrap();
    let child = forked(|| {
        told.words()[0].store(Identity::own().unwrap().word(), Relaxed);
        std::thread::spawn(|| {
            loop {
                std::thread::park();
            }
        });
        end_this_thread();
    });
    /// Ends it also if the test panics.
    struct Forked(i32);
    impl Drop for Forked {
        fn drop(&mut self) {
            let _ = kill_process(Pid::from_raw(self.0).unwrap(), Signal::KILL);
        }
    }
    let forked = Forked(child);
    let pid = u32::try_from(child).unwrap();
    comes_true("its first thread has ended", || state(pid) == Some('Z'));

    let word = told.words()[0].load(Relaxed);
    let identities = [Identity::from_word(word).unwrap(), by_start(pid)];
    assert_eq!(live(identities), [true, true]);

    drop(forked);
    assert_eq!(end(child), Err(libc::SIGKILL));
    assert_eq!(live(identities), [false, false]);
}
