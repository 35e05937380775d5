//! The state of all accounts at one moment, as plain data of the command's own.
//!
//! [`read`](crate::read) makes it from what the limiter tells. Everything that is shown, told as JSON,
//! kept as a history or reset is decided on these values, so that all of it is tested with tables
//! and samples. Names in it are as they stand in the files: whoever shows them
//! [cleans](crate::show::text::clean) them.
//!
//! Serialised, it is the JSON of `tollgate status --json`; see [`Document`](crate::status::Document)
//! for what is promised of that.

mod bucket;
mod limits;
mod origin;
mod seconds;

use std::path::PathBuf;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};

pub use self::bucket::{Block, Breaker, BreakerState, Bucket, Counters, Endpoint, Share};
pub use self::limits::{Budget, Ceiling, Limits};
pub use self::origin::Origin;

/// Everything that one state directory holds, or one store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// When it was read.
    pub taken_at: Timestamp,
    /// The directory, or the URL of the store without its credentials.
    #[serde(serialize_with = "lossy")]
    pub state_dir: PathBuf,
    /// Who says so.
    pub state_dir_from: Origin,
    /// Accounts by API and name.
    pub accounts: Vec<Account>,
    /// Files that cannot be read as an account's state.
    pub unreadable: Vec<Unreadable>,
}

impl State {
    /// The accounts of APIs whose name contains `filter`, whatever the case of its letters. Files
    /// that cannot be read stay: whose they are is not known.
    #[must_use]
    pub fn only(mut self, filter: Option<&str>) -> Self {
        if let Some(filter) = filter.map(str::to_lowercase) {
            self.accounts
                .retain(|account| account.api.to_lowercase().contains(&filter));
        }
        self
    }

    /// The counters of all accounts together.
    #[must_use]
    pub fn total(&self) -> Counters {
        self.accounts.iter().map(Account::total).sum()
    }

    /// Whether something is not as it should be: a file that cannot be read, or a request that did
    /// not pay. Blocks, open breakers and queues are what the limiter is there for, and files of an
    /// earlier boot are what a restart leaves.
    #[must_use]
    pub fn is_trouble(&self) -> bool {
        self.unreadable.iter().any(|file| !file.stale) || self.total().unpaid > 0
    }
}

/// One account of one API: a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// The file that holds its state; in a store, the beginning of its keys.
    #[serde(serialize_with = "lossy")]
    pub file: PathBuf,
    /// The API: by default the vendor's host.
    pub api: String,
    /// A digest of the credential, or the account's name.
    pub account: String,
    /// The processes that use it, and those that have ended and whose place nobody has taken yet.
    pub processes: Vec<Process>,
    /// Its buckets by name.
    pub buckets: Vec<Bucket>,
    /// Its breakers by name; `*` is that of the whole account.
    pub breakers: Vec<Breaker>,
    /// The counters of its endpoints.
    pub endpoints: Vec<Endpoint>,
}

impl Account {
    /// The counters of all buckets together.
    #[must_use]
    pub fn total(&self) -> Counters {
        // One that became part of another counts nothing of what is granted there.
        self.buckets.iter().map(|bucket| bucket.counters).sum()
    }

    /// The breaker that `bucket` asks: its own, or the account's.
    #[must_use]
    pub fn breaker(&self, bucket: &str) -> Option<&Breaker> {
        let named = |name: &str| self.breakers.iter().find(|breaker| breaker.name == name);
        named(bucket).or_else(|| named("*"))
    }

    /// Whether its state is in a store, and not in a file.
    #[must_use]
    pub fn is_in_store(&self) -> bool {
        self.file
            .to_str()
            .is_some_and(|file| file.starts_with("tollgate:"))
    }

    /// The processes that are alive.
    pub fn alive(&self) -> impl Iterator<Item = &Process> {
        self.processes.iter().filter(|process| process.alive)
    }
}

/// A process that uses, or used, an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    /// Its number.
    pub pid: u32,
    /// Whether it still runs.
    pub alive: bool,
}

/// A file that cannot be read as an account's state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// The file.
    #[serde(serialize_with = "lossy")]
    pub file: PathBuf,
    /// Why not.
    pub reason: String,
    /// Whether it is only of an earlier boot of this machine, and unused since. What was used in it
    /// counts on from the boot.
    pub stale: bool,
    /// Whether a reset can do something about it: what is in it is to blame, and not who may use it,
    /// or its version.
    pub resettable: bool,
}

/// A path as text: JSON has no other strings. What is no text becomes U+FFFD.
fn lossy<S: Serializer>(path: &std::path::Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}
