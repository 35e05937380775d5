//! The program `table`, as a user runs it; the rows that others do not cover.
#![cfg(target_os = "linux")]

mod program;

use std::process::Command;

#[test]
fn one_page_waits_for_nothing_and_eight_processes_take_what_the_ceiling_leaves() {
    let table = program::built("table");
    let output = Command::new(&table)
        .args(["--row", "1", "--row", "4"])
        .output()
        .expect("it was built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("8 x 40"), "{text}");
    // How close it comes to the optimum depends on what else the machine does, and is for whoever
    // runs the table; nothing else may be wrong.
    let last = text.trim_end().lines().last().unwrap_or_default();
    assert!(
        last.starts_with("as promised") || last.ends_with(": more than 1 % above the optimum"),
        "{text}"
    );
}
