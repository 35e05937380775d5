//! What it costs that all processes of a machine share one limit: per acquire, beside the least
//! that any shared memory costs and beside files that are locked; from the start of a program to
//! its first permit; and how much of a ceiling eight processes reach together.
//!
//! Every figure comes from processes of their own: this program starts itself again.

mod ceiling;
mod child;
mod cold;
mod crew;
mod files;
mod stores;
mod warm;

use std::path::{Path, PathBuf};
use std::time::Instant;

use tollgate_benches::{Plan, Reach, machine, say};

fn main() {
    let born = Instant::now();
    if child::play(born) {
        return;
    }
    let Some(plan) = Plan::from_args() else {
        return say("nothing measured: run it with `cargo bench`");
    };
    say(format_args!("# One machine ({})\n", machine()));
    let places = places();
    let mut reach = Reach::default();
    warm::bench(&places, plan, &mut reach);
    cold::bench(&places, plan, &mut reach);
    ceiling::bench(&places[0], plan, &mut reach);
    reach.sum_up();
}

/// A directory on a disk, and one in memory where there is such a place.
struct Place {
    name: &'static str,
    dir: tempfile::TempDir,
}

impl Place {
    fn new(name: &'static str, within: impl AsRef<Path>) -> Self {
        let dir = tempfile::tempdir_in(within).expect("a directory can be made");
        Self { name, dir }
    }

    /// A directory that nobody has used.
    fn fresh(&self) -> PathBuf {
        let dir = tempfile::tempdir_in(&self.dir).expect("a directory can be made");
        dir.keep()
    }
}

fn places() -> Vec<Place> {
    let mut places = vec![Place::new("disk", env!("CARGO_TARGET_TMPDIR"))];
    if Path::new("/dev/shm").is_dir() {
        places.push(Place::new("tmpfs", "/dev/shm"));
    }
    places
}
