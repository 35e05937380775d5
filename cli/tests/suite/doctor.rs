//! What the doctor says of directories in which something is wrong.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use serde_json::Value;

use crate::command::{Home, Ran};

/// The findings of a run, each as `level topic: found → cure`.
fn findings(ran: &Ran) -> Vec<String> {
    let document: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(document["version"], 1);
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap_or("-").to_owned();
    let findings = document["findings"].as_array().expect("a list");
    let line = |finding| {
        let [level, topic, found, cure] =
            ["level", "topic", "found", "cure"].map(|field| text(finding, field));
        format!("{level} {topic}: {found} → {cure}")
    };
    findings.iter().map(line).collect()
}

/// The only error that the doctor finds.
#[track_caller]
fn error(home: &Home) -> String {
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let errors: Vec<String> = findings(&ran)
        .into_iter()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(errors.len(), 1, "one mistake is one error: {errors:#?}");
    errors.concat()
}

fn private(path: &Path) {
    fs::create_dir(path).expect("makeable");
    fs::set_permissions(path, Permissions::from_mode(0o700)).expect("ours");
}

fn file(path: &Path, content: &[u8], mode: u32) {
    fs::write(path, content).expect("writable");
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("ours");
}

#[test]
fn all_is_well_where_nobody_has_been_yet() {
    let home = Home::new();
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, Some(0));
    let findings = findings(&ran);
    for start in [
        "note state directory: ",
        "ok directory: is not there yet",
        "ok clock: ",
        "ok boot: ",
    ] {
        assert!(
            findings.iter().any(|line| line.starts_with(start)),
            "{start} {findings:#?}"
        );
    }
    assert!(findings[0].contains("from TOLLGATE_STATE_DIR"));

    private(&home.state());
    let ran = home.run(&["doctor"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("this user's alone (700)") && ran.out.contains("there is none yet"));
    assert!(ran.out.contains("\n0 errors, "));
}

#[test]
fn loose_permissions_are_told_with_the_command_that_mends_them() {
    let home = Home::new();
    private(&home.state());
    fs::set_permissions(home.state(), Permissions::from_mode(0o775)).expect("ours");
    let error = error(&home);
    assert!(
        error.starts_with(
            "error permissions: others than its owner may write to the directory (775)"
        ),
        "{error}"
    );
    assert!(
        error.ends_with(&format!("chmod 700 {}", home.state().display())),
        "{error}"
    );
}

#[test]
fn a_link_is_told_with_where_it_leads() {
    let home = Home::new();
    private(&home.path().join("elsewhere"));
    symlink("elsewhere", home.state()).expect("makeable");
    assert!(error(&home).starts_with("error directory: is a symbolic link to elsewhere"));
}

#[test]
fn a_link_that_leads_nowhere_is_a_link_too() {
    let home = Home::new();
    symlink("nowhere", home.state()).expect("makeable");
    assert!(error(&home).starts_with("error directory: is a symbolic link to nowhere"));
}

#[test]
fn a_file_in_the_directorys_place_is_told() {
    let home = Home::new();
    file(&home.state(), b"", 0o600);
    assert!(error(&home).starts_with("error directory: is a file"));
}

#[test]
fn a_path_through_a_file_is_told() {
    let home = Home::new();
    file(&home.path().join("file"), b"", 0o600);
    let dir = home.path().join("file/state");
    let ran = home.run(&[
        "doctor",
        "--json",
        "--state-dir",
        dir.to_str().expect("text"),
    ]);
    assert_eq!(ran.code, Some(1));
    assert!(
        findings(&ran)
            .iter()
            .any(|line| line.starts_with("error directory: cannot be looked at")),
        "{ran:?}"
    );
}

#[test]
fn a_directory_that_anybody_may_replace_is_a_warning() {
    let home = Home::new();
    let open = home.path().join("open");
    fs::create_dir(&open).expect("makeable");
    fs::set_permissions(&open, Permissions::from_mode(0o777)).expect("ours");
    let dir = open.join("state");
    private(&dir);
    let ran = home.run(&[
        "doctor",
        "--json",
        "--state-dir",
        dir.to_str().expect("text"),
    ]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        findings(&ran)
            .iter()
            .any(|line| line.starts_with("warning path: ") && line.contains("has 777")),
        "{ran:?}"
    );
}

#[test]
fn a_relative_directory_is_a_warning() {
    let home = Home::new();
    let mut command = home.command(&["doctor", "--json"]);
    command
        .env("TOLLGATE_STATE_DIR", "state")
        .current_dir(home.path());
    let output = command.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("relative to the current directory"), "{text}");
}

#[test]
fn where_no_variable_says_where_the_state_is_that_is_the_error() {
    let home = Home::new();
    let mut command = home.command(&["doctor"]);
    command.env_remove("TOLLGATE_STATE_DIR").env_remove("HOME");
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.starts_with("error    state directory: "), "{text}");
    assert!(text.contains("set TOLLGATE_STATE_DIR"), "{text}");
}

#[test]
fn the_home_directory_is_named_as_the_default() {
    let home = Home::new();
    let mut command = home.command(&["doctor", "--json"]);
    command.env_remove("TOLLGATE_STATE_DIR");
    let output = command.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.contains(".local/state/tollgate (from the home directory, by default)"),
        "{text}"
    );
}

#[test]
fn what_is_left_over_is_a_note_once_it_is_old() {
    let home = Home::new();
    private(&home.state());
    let left = home.state().join("api.example.com.state.0123456789abcdef");
    file(&left, b"", 0o600);
    let notes = || {
        findings(&home.run(&["doctor", "--json"]))
            .into_iter()
            .filter(|line| line.starts_with("note leftover"))
            .count()
    };
    assert_eq!(notes(), 0, "it may be under way to be a file");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3_600);
    let opened = fs::File::options().write(true).open(&left).expect("ours");
    opened.set_modified(old).expect("ours");
    assert_eq!(notes(), 1);
}
