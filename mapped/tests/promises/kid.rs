//! A second process: this test binary again, with a role.
//!
//! It says words on its output, and hears the word to go on by a line of its input.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Resource, Rlimit, setrlimit};

const ROLE: &str = "TOLLGATE_MAPPED_ROLE";
const PATH: &str = "TOLLGATE_MAPPED_PATH";

/// Does nothing unless it was started as a second process.
#[test]
fn a_second_process_plays_its_role() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    // It may be meant to die; that leaves no file behind.
    let no_dump = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    setrlimit(Resource::Core, no_dump).unwrap();
    let path = PathBuf::from(std::env::var_os(PATH).unwrap());
    let play = match &*role {
        "directory::joins" => crate::directory::joins,
        "directory::makes_without_permissions" => crate::directory::makes_without_permissions,
        "deleted::holds" => crate::deleted::holds,
        "disks::full" => crate::disks::full,
        "disks::read_only" => crate::disks::read_only,
        "disks::without_reservation" => crate::disks::without_reservation,
        "disks::in_memory" => crate::disks::in_memory,
        "disks::small_files" => crate::disks::small_files,
        "disks::few_files" => crate::disks::few_files,
        "forks::has_others" => crate::forks::has_others,
        "home::prints" => crate::home::prints,
        "home::opens" => crate::home::opens,
        "lock::locks" => crate::lock::locks,
        "processes::waits" => crate::processes::waits,
        "signals::foreign_fault" => crate::signals::foreign_fault,
        "signals::handled_fault" => crate::signals::handled_fault,
        "signals::handled_fault_with_facts" => crate::signals::handled_fault_with_facts,
        "signals::ignored_fault" => crate::signals::ignored_fault,
        "signals::sent" => crate::signals::sent,
        "signals::sent_and_ignored" => crate::signals::sent_and_ignored,
        "truncation::maps_too_often" => crate::truncation::maps_too_often,
        "worlds::prints" => crate::worlds::prints,
        other => panic!("no role {other}"),
    };
    play(&path);
    // Nobody reads what the test harness would say now.
    std::process::exit(0);
}

/// Says a word to the first process.
pub(crate) fn say(word: &str) {
    // The test harness may have begun a line.
    let mut output = stdout().lock();
    writeln!(output, "\n{word}").unwrap();
    output.flush().unwrap();
}

/// Waits for the first process.
pub(crate) fn hear() {
    let mut line = String::new();
    stdin().read_line(&mut line).unwrap();
}

/// A second process; it is killed when this is dropped.
pub(crate) struct Kid {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Kid {
    /// Starts it in that role.
    pub(crate) fn start(role: &str, path: &Path) -> Self {
        Self::spawn(command(&std::env::current_exe().unwrap()), role, path)
    }

    /// Starts it behind `unshare` with those options, after a command of the shell in which `$2` is the
    /// path; none if the system does not let this user do so.
    pub(crate) fn apart(options: &[&str], before: &str, role: &str, path: &Path) -> Option<Self> {
        let root: &[&str] = if crate::scratch::is_root() {
            &[]
        } else {
            &["--map-root-user"]
        };
        let mut trial = Command::new("unshare");
        trial
            .args(root)
            .args(options)
            .args(["sh", "-c", before, "sh", "-"]);
        let possible = trial.arg(path).stderr(Stdio::null()).status();
        if !possible.is_ok_and(|status| status.success()) {
            eprintln!("skipped: this user may not `unshare {options:?}` and `{before}`");
            return None;
        }
        let exe = std::env::current_exe().unwrap();
        let mut command = Command::new("unshare");
        command
            .args(root)
            .args(options)
            .args([
                "sh",
                "-c",
                &format!("{before}; exec \"$1\" {ARGUMENTS}"),
                "sh",
            ])
            .arg(exe)
            .arg(path);
        Some(Self::spawn(command, role, path))
    }

    /// Starts it with those variables of the environment and no others.
    pub(crate) fn with(variables: &[(&str, &OsStr)], role: &str, path: &Path) -> Self {
        let mut command = command(&std::env::current_exe().unwrap());
        command.env_clear().envs(variables.iter().copied());
        command.current_dir(path);
        Self::spawn(command, role, path)
    }

    fn spawn(mut command: Command, role: &str, path: &Path) -> Self {
        let mut child = command
            .env(ROLE, role)
            .env(PATH, path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The next line that begins so, without its beginning.
    pub(crate) fn says(&mut self, word: &str) -> String {
        let mut seen = String::new();
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "it ended without saying {word:?}, but:\n{seen}");
            if let Some(rest) = line.strip_prefix(word) {
                return rest.trim().to_owned();
            }
            seen.push_str(&line);
        }
    }

    /// Lets it go on.
    pub(crate) fn tell(&mut self) {
        let input = self.child.stdin.as_mut().unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Ends it without its knowledge, and waits for it.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Ends it, and leaves it a zombie.
    pub(crate) fn kill_only(&mut self) {
        self.child.kill().unwrap();
    }

    /// How it ended: its exit code, or the signal that ended it.
    pub(crate) fn end(mut self) -> Result<i32, i32> {
        let status = self.child.wait().unwrap();
        status.code().ok_or_else(|| status.signal().unwrap())
    }
}

impl Drop for Kid {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const ARGUMENTS: &str = "--exact kid::a_second_process_plays_its_role --nocapture";

fn command(exe: &Path) -> Command {
    let mut command = Command::new(exe);
    command.args(ARGUMENTS.split(' '));
    command
}
