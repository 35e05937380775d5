//! The line above an account's buckets.

use super::piece;
use crate::model::Account;
use crate::show::text::{clean, shorten};
use crate::show::{Line, Part};

/// Columns of an account's name: most are digests, of which the beginning is enough.
const ACCOUNT: usize = 21;
/// Processes that are named; the rest is counted.
const PROCESSES: usize = 4;

/// The line of an account: its API, its name, its processes; folded where it is too long.
#[must_use]
pub fn account(account: &Account, width: usize) -> Vec<Line> {
    let [api, name] = names(account);
    let mut parts = vec![api, name];
    if !account.is_in_store() {
        // A store does not say which processes ask it.
        parts.push(processes(account));
    }
    fold(parts, width)
}

/// The line of an account without its processes.
#[must_use]
pub fn account_name(account: &Account, width: usize) -> Vec<Line> {
    fold(names(account).to_vec(), width)
}

fn names(account: &Account) -> [Line; 2] {
    let name = shorten(&clean(&account.account), ACCOUNT);
    [
        Line::of(Part::Strong, clean(&account.api)),
        Line::of(Part::Dim, "account ").and(Part::Plain, name),
    ]
}

/// How many processes are alive, and which.
fn processes(account: &Account) -> Line {
    let pids: Vec<String> = account
        .alive()
        .map(|process| process.pid.to_string())
        .collect();
    let named = pids[..pids.len().min(PROCESSES)].join(", ");
    let more = if pids.len() > PROCESSES { ", …" } else { "" };
    match pids.len() {
        0 => Line::of(Part::Dim, "no process"),
        1 => Line::of(Part::Dim, format!("1 process ({named})")),
        several => Line::of(Part::Dim, format!("{several} processes ({named}{more})")),
    }
}

/// Pieces of a line with gaps between them, on as many lines as they need.
fn fold(parts: Vec<Line>, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + part.width() <= width => {
                line.0.push(piece(Part::Plain, "  "));
                line.0.extend(part.0);
            }
            Some(_) => {
                let mut line = Line::of(Part::Plain, "  ");
                line.0.extend(part.0);
                lines.push(line);
            }
            None => lines.push(part),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accounts_line_is_folded_where_it_is_too_long() {
        let parts = || {
            vec![
                Line::of(Part::Strong, "api.example.com"),
                Line::of(Part::Plain, "account me"),
                Line::of(Part::Dim, "1 process (7)"),
            ]
        };
        let folded = |width| {
            fold(parts(), width)
                .iter()
                .map(Line::plain)
                .collect::<Vec<_>>()
        };
        assert_eq!(folded(80), ["api.example.com  account me  1 process (7)"]);
        assert_eq!(
            folded(30),
            ["api.example.com  account me", "  1 process (7)"]
        );
        assert_eq!(folded(5).len(), 3);
    }
}
