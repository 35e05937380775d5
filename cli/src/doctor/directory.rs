//! What the facts about the state directory mean.

use std::path::Path;

use super::{Directory, Entry, Facts, Finding, Kind, Level, Place};
use crate::model::Origin;
use crate::show::text::shell;

pub(super) fn judge(facts: &Facts) -> Vec<Finding> {
    let place = match &facts.place {
        Ok(place) => place,
        Err(why) => {
            return vec![
                Finding::new(Level::Error, "state directory", why)
                    .meaning("no client with machine scope can start")
                    .cure("set TOLLGATE_STATE_DIR or --state-dir to an absolute path of a directory of your own"),
            ];
        }
    };
    let mut findings = vec![origin(place)];
    findings.extend(what(place, facts));
    findings.extend(above(facts));
    findings
}

fn origin(place: &Place) -> Finding {
    let path = place.path.display();
    let level = match place.origin {
        Origin::Option | Origin::Variable => Level::Note,
        Origin::Xdg | Origin::Home | Origin::Fleet | Origin::FleetVariable => Level::Ok,
    };
    let by = place.origin.named();
    let by = by.unwrap_or("the home directory, by default");
    let level = if place.relative {
        Level::Warning
    } else {
        level
    };
    let finding = Finding::new(level, "state directory", format!("{path} (from {by})"));
    match place.origin {
        _ if place.relative => finding
            .meaning("it is written relative to the current directory: a program that starts elsewhere has another budget")
            .cure("write an absolute path"),
        Origin::Option | Origin::Variable => finding
            .meaning("programs that use another directory have another budget; both together may exceed the vendor's limit")
            .cure(match place.origin {
                Origin::Option => "name the same directory in all programs that share an account",
                _ => "set TOLLGATE_STATE_DIR alike for all programs of this user, or for none",
            }),
        Origin::Xdg | Origin::Home | Origin::Fleet | Origin::FleetVariable => finding,
    }
}

fn what(place: &Place, facts: &Facts) -> Vec<Finding> {
    const TOPIC: &str = "directory";
    let path = shell(&place.path);
    let error = |found: String| {
        Finding::new(Level::Error, TOPIC, found)
            .meaning("clients with machine scope refuse to start")
    };
    let entry = match &facts.directory {
        Directory::There(entry) => entry,
        Directory::Missing { makeable: true } => {
            return vec![Finding::new(
                Level::Ok,
                TOPIC,
                "is not there yet; the first client makes it",
            )];
        }
        Directory::Missing { makeable: false } => {
            return vec![
                error(format!(
                    "is not there, and user {} may not make it",
                    facts.user
                ))
                .cure(format!(
                    "make it: mkdir -m 700 -p {path}, or set TOLLGATE_STATE_DIR"
                )),
            ];
        }
        Directory::Unseen(why) => {
            return vec![
                error(format!("cannot be looked at: {why}"))
                    .cure("let this user search all directories above it"),
            ];
        }
    };
    match &entry.kind {
        Kind::Directory => permissions(&place.path, entry, facts.user),
        Kind::Link(target) => vec![
            error(format!("is a symbolic link to {}", target.display()))
                .cure("put a directory in its place, or set TOLLGATE_STATE_DIR to where it leads"),
        ],
        Kind::File => {
            vec![error("is a file".to_owned()).cure(format!("move it away: mv {path} {path}.old"))]
        }
        Kind::Other => {
            vec![error("is neither a directory nor a file".to_owned()).cure("move it away")]
        }
    }
}

fn permissions(path: &Path, entry: &Entry, user: u32) -> Vec<Finding> {
    let mut findings = Vec::new();
    if entry.owner != user {
        findings.push(
            Finding::new(
                Level::Error,
                "owner",
                format!(
                    "the directory belongs to user {}, and this is user {user}",
                    entry.owner
                ),
            )
            .meaning("clients refuse it: whoever owns it could change what they have used")
            .cure(
                "use a directory of your own, or give this one to the user whose programs share it",
            ),
        );
    }
    let mode = entry.mode & 0o777;
    let finding = |level, fault: &str| {
        let found = format!("{fault} the directory ({mode:03o})");
        let cure = format!("chmod 700 {}", shell(path));
        Finding::new(level, "permissions", found).cure(cure)
    };
    if mode & 0o022 != 0 {
        findings.push(
            finding(Level::Error, "others than its owner may write to")
                .meaning("clients refuse it: others could replace the files"),
        );
    } else if mode & 0o700 != 0o700 {
        findings.push(
            finding(Level::Error, "its owner may not read, write and enter")
                .meaning("clients refuse it: they could not make or find any file"),
        );
    } else if mode & 0o055 != 0 {
        findings.push(
            finding(Level::Note, "others than its owner may look into")
                .meaning("others can see of which APIs there are accounts, and nothing else: the files are private"),
        );
    } else if findings.is_empty() {
        findings.push(Finding::new(
            Level::Ok,
            "directory",
            "is this user's alone (700)",
        ));
    }
    findings
}

/// Whoever may rename a directory above can put another one in its place.
fn above(facts: &Facts) -> Vec<Finding> {
    const STICKY: u32 = 0o1000;
    const BY_ALL: u32 = 0o002;
    let loose = |entry: &Entry| {
        let foreign = entry.owner != facts.user && entry.owner != 0;
        let open = entry.mode & BY_ALL != 0 && entry.mode & STICKY == 0;
        foreign || open
    };
    let loose = facts.above.iter().filter(|(_, entry)| loose(entry));
    loose
        .map(|(path, entry)| {
            let found = format!("{} belongs to user {} and has {:03o}", path.display(), entry.owner, entry.mode);
            Finding::new(Level::Warning, "path", found)
                .meaning("another user can put a directory in the place of this one; clients would refuse that, and stand still")
                .cure("use a directory below one that only this user or root may change")
        })
        .collect()
}
