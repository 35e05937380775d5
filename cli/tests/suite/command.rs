//! The binary where there is no state, and what it does with its streams.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A user's home in which the state directory is `state`, and nothing is there yet.
pub(crate) struct Home(TempDir);

/// What came of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory for the test"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.path().join("state")
    }

    /// The command with an environment that says nothing else.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate"));
        for name in [
            "COLUMNS",
            "NO_COLOR",
            "TERM",
            "TOLLGATE_FLEET",
            "XDG_STATE_HOME",
        ] {
            command.env_remove(name);
        }
        command
            .args(arguments)
            .env("TZ", "UTC")
            .env("HOME", self.path())
            .env("TOLLGATE_STATE_DIR", self.state())
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().expect("the command runs"))
    }
}

impl Ran {
    /// What was printed, with single blanks, however it is broken into lines.
    pub(crate) fn words(&self) -> String {
        self.out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

#[test]
fn where_nobody_has_been_yet_a_sentence_says_so_and_nothing_is_made() {
    let home = Home::new();
    let ran = home.run(&["status"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    let place = format!("{} (from TOLLGATE_STATE_DIR)", home.state().display());
    assert!(
        ran.out.starts_with(&format!("Nothing yet in {place}: ")),
        "{ran:?}"
    );
    assert!(
        ran.out.contains("by TOLLGATE_STATE_DIR or by themselves")
            && ran.out.contains("--state-dir"),
        "{ran:?}"
    );
    assert!(!home.state().exists(), "looking makes no directory");

    let ran = home.run(&["watch", "--count", "1"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.ends_with("Z accounts=0\n"), "{ran:?}");

    let ran = home.run(&["reset", "--all", "--yes"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.out.starts_with("Nothing yet in "), "{ran:?}");

    let ran = home.run(&["doctor"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!home.state().exists(), "looking makes no directory");
}

#[test]
fn programs_get_a_document_where_there_is_nothing_too() {
    let home = Home::new();
    let ran = home.run(&["status", "--json"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(document["version"], 1);
    assert_eq!(document["accounts"], serde_json::json!([]));
    assert_eq!(document["state_dir"], home.state().to_str().expect("text"));
    assert_eq!(document["state_dir_from"], "TOLLGATE_STATE_DIR");
}

#[test]
fn an_option_goes_before_the_variable() {
    let home = Home::new();
    let other = home.path().join("other");
    let ran = home.run(&["status", "--state-dir", other.to_str().expect("text")]);
    assert!(ran.out.contains("/other (from --state-dir)"), "{ran:?}");
}

#[test]
fn a_home_that_no_shell_spelt_out_is_refused() {
    let home = Home::new();
    let by_option = home.run(&["status", "--state-dir=~/state"]);
    let mut command = home.command(&["status"]);
    command.env("TOLLGATE_STATE_DIR", "~/state");
    let doctor = home.run(&["doctor", "--state-dir=~/state"]);
    assert_eq!(doctor.code, Some(1), "{doctor:?}");
    assert!(doctor.words().contains("$HOME"), "{doctor:?}");
    let by_variable = Ran::of(command.output().expect("the command runs"));
    for ran in [by_option, by_variable] {
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(
            ran.err.contains("~/state") && ran.err.contains("$HOME"),
            "{ran:?}"
        );
    }
}

#[test]
fn whoever_has_no_home_is_told_what_needs_none() {
    let home = Home::new();
    let mut command = home.command(&["status"]);
    command.env_remove("TOLLGATE_STATE_DIR").env_remove("HOME");
    let ran = Ran::of(command.output().expect("the command runs"));
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for cure in ["set `TOLLGATE_STATE_DIR`", "the scope `process` needs none"] {
        assert!(ran.err.contains(cure), "{cure} in {ran:?}");
    }
}

#[test]
fn the_usual_directory_needs_no_word() {
    let home = Home::new();
    let mut command = home.command(&["status"]);
    command.env_remove("TOLLGATE_STATE_DIR");
    let ran = Ran::of(command.output().expect("the command runs"));
    let usual = format!("{}/.local/state/tollgate: ", home.path().display());
    assert!(ran.out.contains(&usual), "{ran:?}");
}

#[test]
fn what_cannot_be_followed_is_the_users_turn() {
    let home = Home::new();
    for (arguments, says) in [
        (&["watch", "--interval", "1"][..], "`1s`"),
        (&["watch", "--count", "0"], "--count"),
        (&["status", "--color", "green"], "never"),
        (&["reset", "a", "b", "--all"], "cannot be used with"),
        (&["reset", "nobody"], "no API is called `nobody`"),
        (&[], "Usage"),
    ] {
        let ran = home.run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.err.contains(says), "{arguments:?}: {ran:?}");
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_no_failure() {
    let home = Home::new();
    let ran = home.run(&["--version"]);
    assert_eq!(
        (ran.code, ran.out),
        (Some(0), format!("tollgate {}\n", env!("CARGO_PKG_VERSION")))
    );
    let help = home.run(&["help", "doctor"]);
    assert_eq!(help.code, Some(0));
    assert!(help.out.contains("--json") && home.run(&["--help"]).out.contains("Exit codes"));
}

#[test]
fn a_directory_that_is_none_is_trouble_for_all_but_the_doctor() {
    let home = Home::new();
    fs::write(home.state(), "").expect("writable");
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["watch", "--count", "1"],
        &["reset", "--all", "--yes"],
    ] {
        let ran = home.run(arguments);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (Some(1), ""),
            "{arguments:?}: {ran:?}"
        );
        assert!(
            ran.err
                .starts_with("error: cannot open the state directory ")
                && ran.err.contains("/state"),
            "{ran:?}"
        );
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_trouble() {
    let home = Home::new();
    for arguments in [
        &["status"][..],
        &["status", "--json"],
        &["doctor"],
        &["watch", "--interval", "100ms"],
    ] {
        let mut child = home
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        drop(child.stdout.take());
        let code = child.wait().expect("it ends").code();
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut err)
            .expect("text");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
fn a_standard_error_that_is_closed_is_no_trouble_either() {
    let home = Home::new();
    let line = format!(
        "exec '{}' status --state-dir '{}/a/b' reset 2>&-",
        env!("CARGO_BIN_EXE_tollgate"),
        home.path().display()
    );
    let status = Command::new("sh")
        .args(["-c", &line])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    assert_eq!(status.expect("a shell").code(), Some(2));
}

#[test]
fn colours_are_where_they_are_asked_for() {
    let home = Home::new();
    let escape = |ran: &Ran| ran.out.contains('\u{1b}');
    assert!(!escape(&home.run(&["doctor"])), "a pipe is no terminal");
    assert!(escape(&home.run(&["doctor", "--color", "always"])));
    assert!(escape(&home.run(&["--color=always", "doctor"])));
    assert!(!escape(&home.run(&["doctor", "--color", "never"])));
}
