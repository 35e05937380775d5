//! Whatever happens to a file while it is in use: nobody crashes, no limit is broken, everybody
//! goes on.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::thread::sleep;
use std::time::Duration;

use tollgate_machine_tests::Entry;
use tollgate_mapped::boottime;

use crate::exact::assert_kept;
use crate::ground::{Ground, PATIENCE, Worker, comes_true};

const WINDOW: &str = "window=5/20ms,window=200/1s";
const SAID: [&str; 1] = ["limits=window=5/20ms,window=200/1s"];
/// A vendor's token bucket and a budget, of which nothing stands outside the cells.
const BUCKET: &str = "bucket=200/1s/60,budget=150/1s/50";
const SAID_BUCKET: [&str; 1] = ["limits=bucket=200/1s/60,budget=150/1s/50"];

/// Three who take all there is, while that is done to their file, and one who comes afterwards.
fn survive(limits: &str, said: &[&str], harm: impl Fn(&Ground)) {
    let ground = Ground::new();
    let mut workers: Vec<Worker> = (0..3).map(|_| ground.saturate(20_000, said)).collect();
    for worker in &mut workers {
        worker.says("ready");
    }
    sleep(Duration::from_millis(700));
    harm(&ground);
    sleep(Duration::from_millis(100));
    workers.push(ground.saturate(20_000, said));
    sleep(Duration::from_millis(2_300));
    let late = boottime();
    for (number, worker) in workers.iter().enumerate() {
        comes_true(&format!("worker {number} goes on"), PATIENCE, || {
            let entries = worker.entries();
            entries.last().is_some_and(|entry| entry.got > late)
        });
    }
    let mut entries: Vec<Entry> = Vec::new();
    for (number, mut worker) in workers.into_iter().enumerate() {
        assert_eq!(worker.try_end(), None, "worker {number} goes on");
        entries.extend(worker.kill().unwrap().entries());
    }
    assert_kept(&entries, limits, 1);
}

fn write(ground: &Ground) -> File {
    OpenOptions::new().write(true).open(ground.file()).unwrap()
}

fn size(ground: &Ground) -> u64 {
    fs::metadata(ground.file()).unwrap().len()
}

#[test]
fn nothing_happens_where_nothing_is_done() {
    survive(WINDOW, &SAID, |_| {});
    survive(BUCKET, &SAID_BUCKET, |_| {});
}

#[test]
fn a_file_that_is_deleted_in_use_is_gone_on_from() {
    survive(WINDOW, &SAID, |ground| {
        fs::remove_file(ground.file()).unwrap();
    });
    survive(BUCKET, &SAID_BUCKET, |ground| {
        fs::remove_file(ground.file()).unwrap();
    });
}

#[test]
fn a_file_that_is_deleted_again_and_again_is_gone_on_from() {
    survive(WINDOW, &SAID, |ground| {
        for _ in 0..20 {
            fs::remove_file(ground.file()).unwrap();
            drop(ground.obey(&SAID));
            sleep(Duration::from_millis(10));
        }
    });
}

#[test]
fn a_directory_that_is_removed_in_use_is_no_second_budget() {
    survive(WINDOW, &SAID, |ground| {
        fs::remove_dir_all(ground.state()).unwrap();
    });
}

#[test]
fn a_directory_that_is_moved_away_in_use_is_no_second_budget() {
    survive(WINDOW, &SAID, |ground| {
        fs::rename(ground.state(), ground.path().join("elsewhere")).unwrap();
    });
}

#[test]
fn a_file_that_is_replaced_by_a_copy_is_no_second_budget() {
    survive(WINDOW, &SAID, replace_by_copy);
    survive(BUCKET, &SAID_BUCKET, replace_by_copy);
}

fn replace_by_copy(ground: &Ground) {
    let (file, copy) = (ground.file(), ground.path().join("copy"));
    fs::copy(&file, &copy).unwrap();
    fs::rename(&copy, &file).unwrap();
}

#[test]
fn a_file_that_is_emptied_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| write(ground).set_len(0).unwrap());
    survive(BUCKET, &SAID_BUCKET, |ground| {
        write(ground).set_len(0).unwrap();
    });
}

#[test]
fn a_file_that_is_emptied_and_grows_again_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| {
        let size = size(ground);
        write(ground).set_len(0).unwrap();
        write(ground).set_len(size).unwrap();
    });
}

#[test]
fn a_file_that_is_cut_in_half_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| {
        write(ground).set_len(size(ground) / 2).unwrap();
    });
    survive(BUCKET, &SAID_BUCKET, |ground| {
        write(ground).set_len(size(ground) / 2).unwrap();
    });
}

/// Its end holds the latest moments of a window; few look at them at the same time.
#[test]
fn a_file_that_loses_its_last_page_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| {
        write(ground).set_len(size(ground) - 4_096).unwrap();
    });
}

#[test]
fn garbage_in_the_header_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| garbage(ground, 0, 128));
}

#[test]
fn garbage_all_over_the_file_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| garbage(ground, 0, size(ground)));
    survive(BUCKET, &SAID_BUCKET, |ground| {
        garbage(ground, 0, size(ground));
    });
}

#[test]
fn garbage_behind_the_header_in_use_counts_as_just_used() {
    survive(WINDOW, &SAID, |ground| garbage(ground, 128, size(ground)));
}

#[test]
fn garbage_on_any_one_page_in_use_breaks_no_limit_and_stops_nobody() {
    on_each_page(|ground, page| garbage(ground, page * PAGE, (page + 1) * PAGE));
}

#[test]
fn zeros_on_any_one_page_in_use_break_no_limit_and_stop_nobody() {
    on_each_page(|ground, page| {
        write(ground)
            .write_all_at(&[0; 4_096], page * PAGE)
            .unwrap();
    });
}

const PAGE: u64 = 4_096;

/// Does that to each page of a file, each time to another file; four side by side.
fn on_each_page(harm: impl Fn(&Ground, u64) + Sync) {
    let ground = Ground::new();
    ground.obey(&SAID);
    let pages: Vec<u64> = (0..size(&ground) / PAGE).collect();
    for some in pages.chunks(4) {
        eprintln!("pages {some:?}");
        std::thread::scope(|scope| {
            for &page in some {
                let harm = &harm;
                scope.spawn(move || survive(WINDOW, &SAID, |ground| harm(ground, page)));
            }
        });
    }
}

fn garbage(ground: &Ground, from: u64, to: u64) {
    let bytes: Vec<u8> = (from..to).map(|_| fastrand::u8(..)).collect();
    let file = write(ground);
    assert!(file.metadata().unwrap().size() >= to);
    file.write_all_at(&bytes, from).unwrap();
}
