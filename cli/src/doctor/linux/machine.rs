//! Clocks, boot and namespaces.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::doctor::{Clocks, Spaces};

pub(super) fn clocks() -> Clocks {
    let read = |clock| {
        let time = clock_gettime(clock);
        let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
        let nanos = u32::try_from(time.tv_nsec).unwrap_or_default();
        Duration::new(seconds, nanos)
    };
    // In this order, so that the time between the two does not make the first one smaller.
    let monotonic = read(ClockId::Monotonic);
    let boottime = read(ClockId::Boottime);
    Clocks {
        boottime,
        monotonic,
    }
}

pub(super) fn boot() -> Result<String, String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id");
    id.map(|id| id.trim().to_owned())
        .map_err(|error| error.to_string())
}

pub(super) fn spaces() -> Spaces {
    // The numbers of the first namespaces: `PROC_PID_INIT_INO` and `PROC_TIME_INIT_INO` of Linux's
    // `proc_ns.h`; they are part of its interface.
    const FIRST_PID: &str = "pid:[4026531836]";
    const FIRST_TIME: &str = "time:[4026531834]";
    let is = |name: &str, first: &str| {
        let link = fs::read_link(format!("/proc/self/ns/{name}")).ok()?;
        Some(link == Path::new(first))
    };
    Spaces {
        all_processes: is("pid", FIRST_PID),
        own_clocks: is("time", FIRST_TIME),
        container: container(),
    }
}

/// What container engines leave inside of a container.
fn container() -> Option<String> {
    let files = ["/run/.containerenv", "/.dockerenv"];
    let file = files.into_iter().find(|file| Path::new(file).exists());
    let variable = || Some(format!("container={}", std::env::var("container").ok()?));
    file.map(str::to_owned).or_else(variable)
}
