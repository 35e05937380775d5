//! What the figures were measured on.

use std::fs;
use std::thread;

/// The processor, how many of it, and the kernel, in one line.
#[must_use]
pub fn machine() -> String {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let cpuinfo = read("/proc/cpuinfo");
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or("unknown processor", |rest| {
            rest.trim_start_matches([' ', '\t', ':'])
        });
    let count = thread::available_parallelism().map_or(0, usize::from);
    let release = read("/proc/sys/kernel/osrelease");
    let kernel = release.split('-').next().unwrap_or_default().trim();
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    format!("{count} × {model}, Linux {kernel}, load before {load}")
}
