//! What the facts about the files in the state directory mean.

use std::path::Path;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::{Directory, Entry, Facts, Finding, Level};
use crate::model::{Account, State};
use crate::show::text::shell;
use crate::show::units;

/// A file that is being made is there for milliseconds.
const BEING_MADE: Duration = Duration::from_secs(60);

/// Judges the files; a state that cannot be read at all is complained about unless the reason is
/// `known`.
pub(super) fn judge(facts: &Facts, known: bool, now: Timestamp) -> Vec<Finding> {
    if matches!(facts.directory, Directory::Missing { .. }) {
        return Vec::new();
    }
    let state = match &facts.state {
        Ok(state) => state,
        Err(_) if known => return Vec::new(),
        Err(why) => return vec![unread(why)],
    };
    let booted = started(facts, now);
    let mut findings: Vec<Finding> = state
        .accounts
        .iter()
        .map(|account| of_account(facts, account, booted, now))
        .collect();
    findings.extend(state.unreadable.iter().map(|file| {
        Finding::new(Level::Error, "file", format!("{} cannot be read: {}", file.file.display(), file.reason))
            .meaning("an account counts as used, or its clients refuse to start, until this is mended")
            .cure("if it is of another version, end the programs of one of the two; else remove it when no program uses it")
    }));
    findings.extend(leftovers(facts, state, now));
    if findings.is_empty() {
        findings.push(Finding::new(Level::Ok, "files", "there is none yet"));
    }
    findings
}

fn unread(why: &str) -> Finding {
    Finding::new(Level::Error, "files", why)
        .meaning("nothing is known of the accounts, and clients with machine scope refuse to start")
        .cure("see what the reason says, or set TOLLGATE_STATE_DIR to another directory")
}

/// When this boot began, by the wall clock, as far as that was right then.
fn started(facts: &Facts, now: Timestamp) -> Timestamp {
    let up = SignedDuration::try_from(facts.clocks.boottime).unwrap_or(SignedDuration::MAX);
    now.saturating_sub(up).unwrap_or(Timestamp::MIN)
}

fn of_account(facts: &Facts, account: &Account, booted: Timestamp, now: Timestamp) -> Finding {
    let Account {
        file,
        api,
        account: name,
        processes,
        ..
    } = account;
    let alive = account.alive().count();
    let dead = processes.len() - alive;
    let who = format!("{}: {api}, account {name}", short(file));
    let written = entry(facts, file).and_then(|entry| entry.written);
    if alive > 0 {
        return Finding::new(
            Level::Ok,
            "file",
            format!(
                "{who}: used by {}{}",
                several(alive, "process", "processes"),
                left_behind(dead)
            ),
        );
    }
    match written {
        Some(written) if written < booted => {
            Finding::new(Level::Note, "file", format!("{who}: not written since the machine started, {} ago", ago(written, now)))
                .meaning("for its next user it counts as used when the machine started; nothing is lost if it is removed")
                .cure(format!("if its programs are no more: rm {}", shell(file)))
        }
        _ => Finding::new(Level::Ok, "file", format!("{who}: no process uses it now{}", left_behind(dead))),
    }
}

fn left_behind(dead: usize) -> String {
    match dead {
        0 => String::new(),
        dead => format!(
            "; {} died without saying so, which costs nobody anything",
            several(dead, "process", "processes")
        ),
    }
}

/// What is in the directory and no account's state.
fn leftovers<'a>(
    facts: &'a Facts,
    state: &'a State,
    now: Timestamp,
) -> impl Iterator<Item = Finding> + 'a {
    let known = |path: &Path| {
        state.accounts.iter().any(|account| account.file == path)
            || state.unreadable.iter().any(|file| file.file == path)
    };
    let old = move |entry: &Entry| {
        entry
            .written
            .is_none_or(|written| now.duration_since(written).unsigned_abs() >= BEING_MADE)
    };
    let strange = facts
        .files
        .iter()
        .filter(move |(path, entry)| !known(path) && old(entry));
    strange.map(|(path, _)| {
        Finding::new(
            Level::Note,
            "leftover",
            format!("{} is no account's state", path.display()),
        )
        .meaning("a process that died while it made a file leaves such a thing; nobody reads it")
        .cure(format!("rm {}", shell(path)))
    })
}

fn entry<'a>(facts: &'a Facts, file: &Path) -> Option<&'a Entry> {
    let found = facts.files.iter().find(|(path, _)| path == file);
    found.map(|(_, entry)| entry)
}

fn short(file: &Path) -> String {
    file.file_name()
        .unwrap_or(file.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn ago(moment: Timestamp, now: Timestamp) -> String {
    units::span(now.duration_since(moment).unsigned_abs())
}

fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
