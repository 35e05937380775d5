//! The shapes of the limiter's views, until it has them.
#![allow(missing_docs, unreachable_pub)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use tollgate_limiter::{BreakerState, Limits, Meter};

pub struct Survey {
    pub dir: PathBuf,
    pub accounts: Vec<AccountView>,
    pub unreadable: Vec<Unreadable>,
}
pub struct Unreadable {
    pub file: PathBuf,
    pub why: String,
}
pub struct AccountView {
    pub file: PathBuf,
    pub api: String,
    pub account: String,
    pub processes: Vec<ProcessView>,
    pub buckets: Vec<BucketView>,
    pub breakers: Vec<BreakerView>,
    pub endpoints: Vec<EndpointView>,
}
pub struct ProcessView {
    pub pid: u32,
    pub alive: bool,
}
pub struct EndpointView {
    pub name: String,
    pub meter: Meter,
}
pub struct BucketView {
    pub name: String,
    pub merged_into: Option<String>,
    pub limits: Vec<Limits>,
    pub available: u64,
    pub next: Duration,
    pub blocked: Option<Duration>,
    pub meter: Meter,
}
pub struct BreakerView {
    pub name: String,
    pub state: BreakerState,
    pub left: Option<Duration>,
    pub refused: u64,
}
pub fn survey(dir: Option<&Path>) -> Result<Survey, String> {
    let dir = match dir {
        Some(dir) => dir.to_owned(),
        None => tollgate_mapped::Directory::default_path().map_err(|e| e.to_string())?,
    };
    tollgate_mapped::Directory::find(&dir).map_err(|e| e.to_string())?;
    Ok(Survey {
        dir,
        accounts: vec![],
        unreadable: vec![],
    })
}
pub fn reset(file: &Path) -> Result<(), String> {
    Err(format!("{}: not there yet", file.display()))
}
