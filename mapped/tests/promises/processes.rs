//! Only a process that runs is alive, whatever its number.

use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tollgate_mapped::Identity;

use crate::kid::{Kid, hear, say};
use crate::scratch::Scratch;
use crate::unsafely::{end, end_this_thread, forked};

fn waiting() -> (Kid, Identity) {
    let scratch = Scratch::new();
    let mut kid = Kid::start("processes::waits", &scratch.path());
    let word = kid.says("identity: ").parse().unwrap();
    let identity = Identity::from_word(word).unwrap();
    assert_eq!(identity.pid(), kid.pid());
    (kid, identity)
}

pub(crate) fn waits(_path: &Path) {
    say(&format!("identity: {}", Identity::own().unwrap().word()));
    hear();
}

fn number(pid: u32) -> Pid {
    i32::try_from(pid).ok().and_then(Pid::from_raw).unwrap()
}

fn state(pid: u32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit(") ").next()?.chars().next()
}

/// What the system does at its leisure.
fn comes_true(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..5000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("never came true: {what}");
}

#[test]
fn a_process_lives_until_it_has_ended() {
    let (mut kid, identity) = waiting();
    assert!(identity.is_alive());
    kid.kill();
    assert!(!identity.is_alive());
}

#[test]
fn a_stopped_process_is_alive() {
    let (kid, identity) = waiting();
    kill_process(number(kid.pid()), Signal::STOP).unwrap();
    comes_true("it is stopped", || state(kid.pid()) == Some('T'));
    assert!(identity.is_alive());
}

#[test]
fn a_process_that_nobody_waited_for_is_dead() {
    let (mut kid, identity) = waiting();
    kid.kill_only();
    // Its threads end one after the other, and it with the last of them.
    comes_true("it is dead", || !identity.is_alive());
    assert_eq!(state(kid.pid()), Some('Z'));
}

#[test]
fn a_process_with_a_number_that_was_used_before_is_another_one() {
    let (kid, identity) = waiting();
    let tick = 1 << 22;
    for start in [identity.word() - tick, identity.word() + tick] {
        let predecessor = Identity::from_word(start).unwrap();
        assert_eq!(predecessor.pid(), kid.pid());
        assert!(!predecessor.is_alive());
    }
    assert!(identity.is_alive());

    let own = Identity::own().unwrap();
    let predecessor = Identity::from_word(own.word() - tick).unwrap();
    assert!(own.is_alive() && !predecessor.is_alive());
}

#[test]
fn a_number_that_nobody_has_is_dead() {
    for pid in [4_194_303_u64, 4_194_302] {
        let identity = Identity::from_word(pid | 77 << 22).unwrap();
        assert!(!identity.is_alive(), "{pid}");
    }
}

#[test]
fn a_process_lives_on_when_its_first_thread_has_ended() {
    let child = forked(|| {
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

    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let start: u64 = fields[19].parse().unwrap();
    let identity = Identity::from_word(u64::from(pid) | start << 22).unwrap();
    assert!(identity.is_alive());

    drop(forked);
    assert_eq!(end(child), Err(libc::SIGKILL));
    assert!(!identity.is_alive());
}
