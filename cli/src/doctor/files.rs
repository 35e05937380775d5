//! What the facts about the files in the state directory mean.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::{Directory, Entry, Facts, Finding, Level};
use crate::model::{Account, State, Unreadable};
use crate::show::text::shell;

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
    let mut findings: Vec<Finding> = state.accounts.iter().map(of_account).collect();
    findings.extend(state.unreadable.iter().map(of_unreadable));
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

fn of_account(account: &Account) -> Finding {
    let Account {
        file,
        api,
        account: name,
        processes: _, // those that have ended are as good as none: the next takes their place
        buckets: _,
        breakers: _,
        endpoints: _,
    } = account;
    let alive = account.alive().count();
    let used = match alive {
        0 => "no process uses it now".to_owned(),
        alive => format!("used by {}", several(alive)),
    };
    let found = format!("{}: {api}, account {name}: {used}", short(file));
    Finding::new(Level::Ok, "file", found)
}

fn of_unreadable(file: &Unreadable) -> Finding {
    let Unreadable {
        file,
        reason,
        stale,
        resettable: _, // the reason has its cure
    } = file;
    let found = format!("{}: {reason}", short(file));
    let remove = shell(file);
    match stale {
        true => Finding::new(Level::Note, "file", found)
            .meaning("no program has used it since the machine started; what was used in it counts on from the start for whoever uses it next, since the vendor may still count it")
            .cure(format!("leave it; it can go once the longest limit of its API has passed since the start, or if no program needs it any more: rm {remove}")),
        false => Finding::new(Level::Error, "file", found)
            .meaning("its account counts as used, or its clients refuse to start")
            .cure(format!("do as the reason says; if no program needs what is in it: rm {remove}")),
    }
}

/// What is in the directory and no account's state.
fn leftovers<'a>(
    facts: &'a Facts,
    state: &'a State,
    now: Timestamp,
) -> impl Iterator<Item = Finding> + 'a {
    let known = |path: &Path| {
        let mut accounts = state.accounts.iter();
        let mut unreadable = state.unreadable.iter();
        accounts.any(|account| account.file == path) || unreadable.any(|file| file.file == path)
    };
    let old = move |entry: &Entry| {
        let age = entry
            .written
            .map(|written| now.duration_since(written).unsigned_abs());
        age.is_none_or(|age| age >= BEING_MADE)
    };
    let strange = facts
        .files
        .iter()
        .filter(move |(path, entry)| !known(path) && old(entry));
    strange.map(|(path, _)| {
        Finding::new(
            Level::Note,
            "leftover",
            format!("{}: no account's state", short(path)),
        )
        .meaning("a process that died while it made a file leaves such a thing; nobody reads it")
        .cure(format!("rm {}", shell(path)))
    })
}

fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

fn several(processes: usize) -> String {
    match processes {
        1 => "1 process".to_owned(),
        several => format!("{several} processes"),
    }
}
