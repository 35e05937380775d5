//! The program `table`, as a user runs it; the rows that others do not cover.
#![cfg(target_os = "linux")]

mod program;

use std::process::Command;

#[test]
fn one_page_waits_for_nothing_and_eight_processes_take_what_the_ceiling_leaves() {
    let table = program::built("table");
    let mut said = String::new();
    // A busy machine makes it slower and nothing makes it faster, so the best of three counts.
    for _ in 0..3 {
        let output = Command::new(&table)
            .args(["--row", "1", "--row", "4"])
            .output()
            .expect("it was built");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() {
            assert!(
                text.contains("as promised") && text.contains("8 x 40"),
                "{text}"
            );
            return;
        }
        // Nothing but the time may be wrong, even once.
        let wrong = text.trim_end().lines().last().unwrap_or_default();
        assert!(
            wrong.ends_with(": more than 1 % above the optimum"),
            "{text}"
        );
        said.push_str(&text);
    }
    panic!("{said}");
}
