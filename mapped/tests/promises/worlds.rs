//! Processes that see other numbers or another time are in another world.

use std::path::Path;

use tollgate_mapped::{World, boottime, world};

use crate::kid::{Kid, say};
use crate::scratch::Scratch;

pub(crate) fn prints(_path: &Path) {
    say(&format!("world: {:?}", world().unwrap()));
    say(&format!("time: {}", boottime()));
}

fn shown(mut kid: Kid) -> (String, u64) {
    (kid.says("world: "), kid.says("time: ").parse().unwrap())
}

fn spaces(world: &World) -> (u64, u64) {
    (world.spaces >> 32, world.spaces & u64::from(u32::MAX))
}

#[test]
fn another_process_of_this_machine_has_the_same_world_and_clock() {
    let scratch = Scratch::new();
    let before = boottime();
    let (theirs, time) = shown(Kid::start("worlds::prints", &scratch.path()));
    let after = boottime();
    assert_eq!(theirs, format!("{:?}", world().unwrap()));
    assert!((before..=after).contains(&time), "{before} {time} {after}");
}

#[test]
fn the_clock_of_the_boot_is_that_of_the_system() {
    let text = std::fs::read_to_string("/proc/uptime").unwrap();
    let uptime: f64 = text.split(' ').next().unwrap().parse().unwrap();
    let ours = std::time::Duration::from_nanos(boottime()).as_secs_f64();
    assert!(
        (0.0..5.0).contains(&(ours - uptime + 0.01)),
        "{ours} {uptime}"
    );
}

#[test]
fn another_namespace_is_another_world() {
    let scratch = Scratch::new();
    let ours = world().unwrap();
    for (options, changed) in [
        (
            &["--pid", "--fork", "--kill-child", "--mount-proc"][..],
            (true, false),
        ),
        (&["--time", "--fork", "--kill-child"][..], (false, true)),
    ] {
        let kid = Kid::apart(options, "true", "worlds::prints", &scratch.path());
        let Some(kid) = kid else {
            continue;
        };
        let (theirs, _) = shown(kid);
        let number: u64 = theirs
            .rsplit("spaces: ")
            .next()
            .and_then(|rest| rest.trim_end_matches(" }").parse().ok())
            .unwrap();
        let theirs = World {
            boot: ours.boot,
            spaces: number,
        };
        let (mine, others) = (spaces(&ours), spaces(&theirs));
        assert_eq!((mine.0 != others.0, mine.1 != others.1), changed);
    }
}
