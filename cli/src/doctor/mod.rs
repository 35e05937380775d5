//! `tollgate doctor`: what could keep processes from sharing a budget, and what to do about it.
//!
//! [`gather`] asks the system and decides nothing; [`judge`] turns the [`Facts`] into [`Finding`]s and
//! asks nothing; [`lines`] and [`json`] show them.

mod directory;
mod facts;
mod files;
mod finding;
mod gather;
#[cfg(target_os = "linux")]
mod linux;
mod machine;
mod storage;
#[cfg(feature = "fleet")]
mod store;
#[cfg(test)]
mod tests;
mod text;

use jiff::Timestamp;

use crate::model::Origin;

pub use self::facts::{Clocks, Directory, Entry, Facts, FileSystem, Kind, Place, Reach, Spaces};
pub use self::finding::{Finding, Level, VERSION, is_trouble, json};
pub use self::gather::gather;
#[cfg(feature = "fleet")]
pub use self::store::judge_store;
pub use self::text::lines;

/// What the facts mean, from the directory to the files in it.
#[must_use]
pub fn judge(facts: &Facts, now: Timestamp) -> Vec<Finding> {
    if !facts.supported {
        return vec![
            Finding::new(Level::Note, "platform", "machine scope is not there on this platform")
                .meaning("each process has a budget of its own, and several together may exceed the vendor's limit")
                .cure("give each process its share of the budget, or run one"),
        ];
    }
    let mut findings = directory::judge(facts);
    findings.extend(storage::judge(facts));
    // What is wrong with the directory need not be said of its files once more.
    let known = is_trouble(&findings);
    findings.extend(machine::judge(facts));
    findings.extend(files::judge(facts, known, now));
    match &facts.place {
        Ok(place) if place.origin == Origin::Option => {
            findings.into_iter().map(Finding::by_option).collect()
        }
        _ => findings,
    }
}
