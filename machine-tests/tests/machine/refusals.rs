//! What is found before a start: whatever can be gone on from is, and what cannot is refused by a
//! text that names the file and the cure.

use std::fs::{self, OpenOptions, Permissions};
use std::os::unix::fs::{FileExt, PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::ground::{Ground, Worker};

const SAID: [&str; 1] = ["limits=window=10/1000s"];

/// What a worker says that cannot start: the kind, and the text.
fn refused(ground: &Ground) -> (String, String) {
    let mut worker = ground.spawn("obey", &SAID);
    told(&mut worker)
}

fn told(worker: &mut Worker) -> (String, String) {
    let said = worker.says("error ");
    let (kind, text) = said.split_once(' ').unwrap();
    (kind.to_owned(), text.to_owned())
}

/// A ground on which something was used, and nobody is any more.
fn used() -> Ground {
    let ground = Ground::new();
    assert_eq!(ground.obey(&SAID).count("take 4"), 4);
    ground
}

/// A worker starts, has nothing, and says so once.
fn assert_used_up(ground: &Ground) {
    let (mut worker, warnings) = ground.loud(&SAID);
    assert_eq!(worker.ask("take 10"), "0", "everything counts as just used");
    worker.tell("exit");
    worker.end();
    let warnings = warnings.join().unwrap();
    let lines: Vec<&str> = warnings
        .lines()
        .filter(|line| line.contains("WARN"))
        .collect();
    assert_eq!(lines.len(), 1, "one warning: {warnings}");
    assert!(lines[0].contains(".state"), "it names the file: {warnings}");
}

fn change(ground: &Ground, at: u64, bytes: &[u8]) {
    let file = OpenOptions::new().write(true).open(ground.file()).unwrap();
    file.write_all_at(bytes, at).unwrap();
}

#[test]
fn a_file_that_was_left_alone_is_gone_on_from() {
    let ground = used();
    let (mut worker, warnings) = ground.loud(&SAID);
    assert_eq!(worker.ask("take 10"), "6");
    worker.tell("exit");
    worker.end();
    assert_eq!(warnings.join().unwrap(), "", "there is nothing to say");
}

#[test]
fn a_corrupt_file_counts_as_just_used_with_one_warning() {
    for (at, bytes) in [
        (0, &b"garbage!"[..]),
        (16, &[0xff; 8]),
        (40, &[7; 16]),
        (130, &[9; 64]),
    ] {
        let ground = used();
        change(&ground, at, bytes);
        assert_used_up(&ground);
    }
}

#[test]
fn a_truncated_or_an_empty_file_counts_as_just_used_with_one_warning() {
    for cut in [0, 1, 64, 4_096] {
        let ground = used();
        let file = OpenOptions::new().write(true).open(ground.file()).unwrap();
        file.set_len(cut).unwrap();
        assert_used_up(&ground);
    }
}

#[test]
fn damage_behind_the_header_counts_as_just_used_with_one_warning() {
    let ground = used();
    let size = fs::metadata(ground.file()).unwrap().len();
    let zeros = vec![0; usize::try_from(size).unwrap() - 1_024];
    change(&ground, 1_024, &zeros);
    assert_used_up(&ground);
}

#[test]
fn a_file_of_a_later_version_is_refused_and_left_alone() {
    let ground = used();
    change(&ground, 8, &99_u64.to_le_bytes());
    let before = fs::read(ground.file()).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "Version");
    assert!(
        text.contains("99") && text.contains(&*ground.file().to_string_lossy()),
        "{text}"
    );
    assert!(text.contains("update"), "it says what to do: {text}");
    assert_eq!(fs::read(ground.file()).unwrap(), before);
}

#[test]
fn a_link_in_the_place_of_the_file_or_the_directory_is_refused() {
    let ground = used();
    let (file, there) = (ground.file(), ground.path().join("there"));
    fs::rename(&file, &there).unwrap();
    symlink(&there, &file).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "File");
    assert!(
        text.contains(&*file.to_string_lossy()) && text.contains("link"),
        "{text}"
    );

    let ground = used();
    let (state, there) = (ground.state(), ground.path().join("there"));
    fs::rename(&state, &there).unwrap();
    symlink(&there, &state).unwrap();
    let (kind, text) = refused(&ground);
    eprintln!("{text}");
    assert_eq!(kind, "Directory");
    assert!(
        text.contains(&*state.to_string_lossy()) && text.contains("link"),
        "{text}"
    );
}

#[test]
fn a_file_or_directory_that_others_may_write_is_refused() {
    let ground = used();
    fs::set_permissions(ground.file(), Permissions::from_mode(0o666)).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "File");
    assert!(text.contains(".state") && text.contains("chmod"), "{text}");

    let ground = used();
    fs::set_permissions(ground.state(), Permissions::from_mode(0o777)).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "Directory");
    assert!(text.contains("chmod"), "{text}");
}

#[test]
fn a_foreign_file_or_directory_is_refused() {
    if !rustix::process::geteuid().is_root() {
        return; // Only the superuser gives files away.
    }
    let ground = used();
    std::os::unix::fs::chown(ground.file(), Some(65_534), None).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "File");
    assert!(text.contains(".state") && text.contains("65534"), "{text}");

    let ground = used();
    std::os::unix::fs::chown(ground.state(), Some(65_534), None).unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "Directory");
    assert!(text.contains("65534"), "{text}");
}

#[test]
fn a_directory_that_is_a_file_is_refused() {
    let ground = Ground::new();
    fs::remove_dir(ground.state()).unwrap();
    fs::write(ground.state(), "a file").unwrap();
    let (kind, text) = refused(&ground);
    assert_eq!(kind, "Directory");
    assert!(text.contains(&*ground.state().to_string_lossy()), "{text}");
}

#[test]
fn a_user_without_a_home_is_refused() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
    command.env_clear().args(["obey", SAID[0]]);
    let (kind, text) = told(&mut Worker::start(&mut command));
    assert_eq!(kind, "Directory");
    assert!(text.contains("TOLLGATE_STATE_DIR"), "{text}");
}

#[test]
fn the_directory_of_the_user_is_used_if_none_is_named() {
    let ground = Ground::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_worker"));
    command
        .env_clear()
        .env("HOME", ground.path())
        .args(["obey", SAID[0]]);
    Worker::start(&mut command).says("ready");
    let made = ground.path().join(".local/state/tollgate");
    assert_eq!(fs::read_dir(&made).unwrap().count(), 1);
    assert_eq!(
        fs::metadata(&made).unwrap().permissions().mode() & 0o777,
        0o700
    );
}

/// A worker on a disk that was mounted for it, if this user may mount one.
fn on_disk(ground: &Ground, options: &str, before: &str) -> Option<Worker> {
    let mount = format!("mount -t tmpfs -o mode=700,{options} none \"$1\" && {before}");
    let mut apart = Command::new("unshare");
    apart.args([
        "--mount",
        "sh",
        "-c",
        &format!("{mount} exec \"$2\" obey {} dir=\"$1\"", SAID[0]),
        "sh",
    ]);
    apart.arg(ground.state()).arg(env!("CARGO_BIN_EXE_worker"));
    let mut trial = Command::new("unshare");
    trial
        .args(["--mount", "sh", "-c", &format!("{mount} true"), "sh"])
        .arg(ground.state());
    let possible = trial.stderr(Stdio::null()).status();
    possible
        .is_ok_and(|status| status.success())
        .then(|| Worker::start(&mut apart))
}

#[test]
fn a_full_disk_is_refused_and_nothing_is_left() {
    let ground = Ground::new();
    let fill = "head -c 65536 /dev/zero > \"$1\"/other 2>/dev/null; true;";
    let Some(mut worker) = on_disk(&ground, "size=64k", fill) else {
        return; // Nobody else can fill a disk without harm.
    };
    let (kind, text) = told(&mut worker);
    assert_eq!(kind, "File");
    assert!(text.contains("full") || text.contains("No space"), "{text}");
    assert!(text.contains(".state"), "{text}");
}

#[test]
fn a_disk_that_cannot_be_written_is_refused() {
    let ground = Ground::new();
    let again = "mount -o remount,ro none \"$1\";";
    let Some(mut worker) = on_disk(&ground, "size=64k", again) else {
        return;
    };
    let (kind, text) = told(&mut worker);
    assert_eq!(kind, "Directory");
    assert!(
        text.contains("read-only") || text.contains("Read-only"),
        "{text}"
    );
}
