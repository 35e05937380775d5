//! One document: imported, generated from by others, and all of it checked in turn.

use std::path::{Path, PathBuf};

use tollgate_benches::{Operations, say};

use crate::documents::Document;
use crate::ours::{self, Imported};
use crate::peers::{Peer, Written};
use crate::subject::{Figures, Subject};

/// What was measured of one document.
pub(crate) struct Row {
    pub(crate) document: Document,
    pub(crate) imported: Option<Imported>,
    pub(crate) ours: Subject,
    /// After a change in the user's own file, in the package of the import …
    pub(crate) recheck: Option<Figures>,
    /// … and in another.
    pub(crate) apart: Option<Figures>,
    pub(crate) peers: Vec<Subject>,
}

/// The best of the peers on a document.
#[derive(Clone, Copy)]
pub(crate) struct Best {
    pub(crate) name: &'static str,
    pub(crate) operations: Operations,
    pub(crate) figures: Figures,
}

/// Shares of a peer's figures.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub(crate) seconds: f64,
    pub(crate) cpu: f64,
    pub(crate) megabytes: f64,
}

impl Row {
    /// Everything about one document, in a folder.
    pub(crate) fn measure(
        document: Document,
        command: &Result<PathBuf, String>,
        peers: &[&Peer],
        root: &Path,
        rounds: usize,
    ) -> Self {
        let import = |command: &PathBuf| ours::import(command, &document, &root.join("ours"));
        let (imported, package) = match command.as_ref().map_err(Clone::clone).and_then(import) {
            Ok((imported, package)) => (Some(imported), package),
            Err(told) => (None, Err(told)),
        };
        let covered = imported.as_ref().map(|imported| imported.report.covered());
        let mut ours = Subject::new("tollgate", covered, package);
        let documented = covered.and_then(|operations| operations.documented);
        let generate = |peer: &&Peer| match peer.generate(&document, &root.join("peers")) {
            Ok(Written { methods, package }) => {
                let covered = Operations {
                    written: methods,
                    documented,
                };
                Subject::new(peer.name, Some(covered), package)
            }
            Err(told) => Subject::new(peer.name, None, Err(told)),
        };
        let mut peers: Vec<Subject> = peers.iter().map(generate).collect();
        for _ in 0..rounds {
            ours.check();
            peers.iter_mut().for_each(Subject::check);
        }
        let changes: Vec<String> = (1..=rounds).map(ours::own).collect();
        let apart = |command: &PathBuf| ours::apart(command, &document, &root.join("ours"));
        let apart = command.as_ref().map_err(Clone::clone).and_then(apart);
        let apart = Subject::new("tollgate", None, apart);
        Self {
            recheck: ours.recheck("own.rs", &changes),
            apart: apart.recheck("own.rs", &changes),
            document,
            imported,
            ours,
            peers,
        }
    }

    /// The peer whose check takes the least time, of those that leave out the fewest operations:
    /// none, if there is one that has all.
    pub(crate) fn best(&self) -> Option<Best> {
        let checked = self.peers.iter().filter_map(|peer| {
            Some(Best {
                name: peer.name,
                operations: peer.operations?,
                figures: peer.figures().ok()?,
            })
        });
        checked.min_by(|a, b| {
            let missing = a.operations.missing().cmp(&b.operations.missing());
            let seconds = |best: &Best| best.figures.seconds.median;
            missing.then_with(|| seconds(a).total_cmp(&seconds(b)))
        })
    }

    /// Our figures, of those of the best peer.
    pub(crate) fn times_the_best(&self) -> Option<Times> {
        let best = self.best()?.figures;
        let ours = self.ours.figures().ok()?;
        Some(Times {
            seconds: ours.seconds.median / best.seconds.median,
            cpu: ours.cpu.median / best.cpu.median,
            megabytes: ours.megabytes.median / best.megabytes.median,
        })
    }

    /// One line about each generator, so that a long run shows how far it is.
    pub(crate) fn tell(&self) {
        for subject in self.peers.iter().chain([&self.ours]) {
            let (document, name) = (self.document.name, subject.name);
            if let Some(operations) = subject.operations {
                say(format_args!(
                    "{document}, {name}: {operations} operations written"
                ));
            }
            match subject.figures() {
                Ok(figures) => {
                    let Figures {
                        seconds,
                        cpu,
                        megabytes,
                    } = figures;
                    say(format_args!(
                        "{document}, {name}: {seconds:.2} s, CPU {cpu:.2} s, {megabytes:.0} MB"
                    ));
                }
                Err(told) => say(format_args!(
                    "{document}, {name}: {}\n{}",
                    subject.failure(),
                    first(told)
                )),
            }
        }
    }
}

/// The beginning of what was said.
fn first(told: &str) -> String {
    told.lines()
        .filter(|line| !line.is_empty())
        .take(8)
        .map(|line| format!("    {line}\n"))
        .collect()
}
