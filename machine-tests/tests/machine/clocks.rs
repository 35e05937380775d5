//! Which clock counts: the one that nobody sets.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::ground::{Ground, Worker};

const SAID: [&str; 1] = ["limits=window=10/1000s"];
const HOUR: Duration = Duration::from_secs(3_600);

/// Everything that the wall clock can tell of a state file are its times. That of this machine is not
/// touched by tests; that no source reads it is checked elsewhere.
#[test]
fn a_file_that_the_wall_clock_says_is_an_hour_older_or_younger_says_the_same() {
    let ground = Ground::new();
    let mut one = ground.obey(&SAID);
    assert_eq!(one.count("take 4"), 4);
    let now = SystemTime::now();
    for (time, left) in [(now - HOUR, 3), (now + HOUR, 2)] {
        let file = File::options().write(true).open(ground.file()).unwrap();
        file.set_times(
            std::fs::FileTimes::new()
                .set_modified(time)
                .set_accessed(time),
        )
        .unwrap();
        assert_eq!(ground.obey(&SAID).count("take 1"), 1);
        assert_eq!(ground.view().buckets[0].available, left + 2);
    }
    assert_eq!(one.count("take 10"), 4);
}

/// A worker whose `CLOCK_BOOTTIME` is an hour ahead, if this user may have one.
fn ahead(ground: &Ground) -> Option<Worker> {
    const AHEAD: [&str; 3] = ["--time", "--boottime", "3600"];
    let mut trial = Command::new("unshare");
    let trial = trial.args(AHEAD).arg("true").stderr(Stdio::null()).status();
    trial.is_ok_and(|status| status.success()).then(|| {
        let mut command = Command::new("unshare");
        command
            .args(AHEAD)
            .arg(env!("CARGO_BIN_EXE_worker"))
            .args(["obey", SAID[0]])
            .arg(format!("dir={}", ground.state().display()));
        Worker::start(&mut command)
    })
}

#[test]
fn a_clock_that_is_ahead_is_another_world_and_brings_nothing_back() {
    let ground = Ground::new();
    let mut one = ground.obey(&SAID);
    assert_eq!(one.count("take 4"), 4);
    let Some(mut stranger) = ahead(&ground) else {
        return; // Only the superuser shifts clocks.
    };
    let said = stranger.says("error ");
    assert!(said.starts_with("OtherWorld "), "{said}");
    assert!(said.contains(&*ground.file().to_string_lossy()), "{said}");
    assert_eq!(one.count("take 10"), 6, "they go on");
}
