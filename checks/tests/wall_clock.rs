//! The limiter knows no wall clock: whoever sets it by an hour changes no limit. Nothing that could
//! tell its time stands in the sources.

use tollgate_checks::door::{Rule, violations};
use tollgate_checks::{Source, workspace};

const REASON: &str = "the wall clock is set by people and by the network; what limits is BOOTTIME";

macro_rules! never {
    ($($pattern:literal)*) => {
        &[$(Rule { pattern: $pattern, places: &[], reason: REASON }),*]
    };
}

/// Every name by which the standard library, libc and rustix have it, and times of files, which
/// are told by it.
const NEVER: &[Rule] = never! {
    "SystemTime" "UNIX_EPOCH" "CLOCK_REALTIME" "CLOCK_REALTIME_COARSE" "CLOCK_TAI" "Realtime"
    "RealtimeCoarse" "RealtimeAlarm" "Tai" "gettimeofday" "timespec_get" "localtime" "gmtime"
    "modified" "accessed" "st_mtime" "st_ctime" "st_atime" "mtime" "atime"
};

/// The one time of a file that is read.
const ONE: &[Rule] = &[Rule {
    pattern: "ctime",
    places: &[("linux/deleted.rs", 1)],
    reason: "it orders deleted files, of which the limiter chooses by their own moments",
}];

fn limiting() -> Vec<Source> {
    let folders = ["limits/src", "mapped/src", "limiter/src"];
    let sources: Vec<Source> = folders.into_iter().flat_map(workspace::sources).collect();
    assert!(sources.len() > 50, "{} files are not all", sources.len());
    sources
}

#[test]
fn nothing_that_limits_can_tell_the_wall_clock() {
    let sources = limiting();
    let found = [violations(&sources, NEVER), violations(&sources, ONE)].concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn each_planted_wall_clock_is_found() {
    for planted in [
        "fn f() -> u64 { std::time::SystemTime::now() }",
        "fn f() { rustix::time::clock_gettime(ClockId::Realtime); }",
        "fn f() { unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) }; }",
        "fn f(m: Metadata) { m.modified(); }",
        "fn f(stat: Stat) -> i64 { stat.st_mtime }",
    ] {
        let found = violations(&[Source::new("planted.rs", planted)], NEVER);
        assert!(!found.is_empty(), "{planted}");
    }
}
