//! What the files of a directory say, for whoever wants to look at all accounts of a user. Takes
//! no place in a file, and changes nothing, but for [`reset`].

use std::path::{Path, PathBuf};
use std::time::Duration;

use tollgate_mapped::{Directory, World, boottime, world};

use super::build::root;
use super::errors;
use super::file::{File, Reading};
use crate::breaker::BreakerNumbers;
use crate::state::State;
use crate::tally::{Word, meter_of};
use crate::{BreakerState, Limits, Meter, Moment, StoreError, StoreErrorKind};

/// All accounts that have a file in a directory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Survey {
    /// The directory.
    pub dir: PathBuf,
    /// The accounts, by API and name.
    pub accounts: Vec<AccountView>,
    /// Files that look like an account's and cannot be read as one.
    pub unreadable: Vec<Unreadable>,
}

/// A file that cannot be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unreadable {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub why: String,
    /// Whether it is only of an earlier boot of this machine, and nobody has used it since: that is
    /// as it should be.
    pub stale: bool,
    /// Whether [`reset`] can do something about it: what is in it is to blame. Otherwise it is whose it
    /// is, who may use it, or another version, and it stays.
    pub resettable: bool,
}

/// One account.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AccountView {
    /// Its file.
    pub file: PathBuf,
    /// The API: by default the vendor's host.
    pub api: String,
    /// The account: a digest of the credential, or the name that it was given.
    pub account: String,
    /// The processes that have a place in the file, also those that have ended since.
    pub processes: Vec<ProcessView>,
    /// Its buckets, in the order of the description.
    pub buckets: Vec<BucketView>,
    /// Its breakers.
    pub breakers: Vec<BreakerView>,
    /// Its endpoints.
    pub endpoints: Vec<EndpointView>,
}

/// A process that takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProcessView {
    /// Its number.
    pub pid: u32,
    /// Whether it still runs.
    pub alive: bool,
}

/// One bucket.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BucketView {
    /// Its name in the description.
    pub name: String,
    /// The bucket that it has become part of: the vendor gave both one name.
    pub merged_into: Option<String>,
    /// Every set of limits that is enforced.
    pub limits: Vec<Limits>,
    /// Units that could leave now.
    pub available: u64,
    /// How long until one unit could leave; zero if one can now. `None` while all slots in flight are
    /// taken: one leaves when an open exchange ends, which nobody foresees.
    pub next: Option<Duration>,
    /// How much longer the vendor wants nothing.
    pub blocked: Option<Duration>,
    /// The counters of all processes.
    pub meter: Meter,
}

/// One breaker.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BreakerView {
    /// Its bucket; `*` for the one of a whole account.
    pub name: String,
    /// In which state it is.
    pub state: BreakerState,
    /// How long until the next probe may go, if it lets nothing through now.
    pub left: Option<Duration>,
    /// How often it refused.
    pub refused: u64,
}

/// One endpoint.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndpointView {
    /// Its name in the description.
    pub name: String,
    /// The counters of all processes.
    pub meter: Meter,
}

/// What all files of a directory say; without one, those of the user's state directory.
///
/// # Errors
///
/// When the directory is not this user's alone, or cannot be read. One that is not there has no
/// accounts.
pub fn survey(dir: Option<&Path>) -> Result<Survey, StoreError> {
    let dir = super::directory(dir)?;
    let mut survey = Survey {
        accounts: Vec::new(),
        unreadable: Vec::new(),
        dir,
    };
    if !survey.dir.exists() {
        return Ok(survey);
    }
    let directory = Directory::open(&survey.dir).map_err(errors::of_directory)?;
    let world = world().map_err(errors::of_file)?;
    let names = directory.names().map_err(errors::of_file)?;
    for name in names.iter().filter(|name| name.ends_with(SUFFIX)) {
        match look(&directory, name, world) {
            Ok(Some(account)) => survey.accounts.push(account),
            Ok(None) => {}
            Err(Unread { why, fault }) => survey.unreadable.push(Unreadable {
                file: survey.dir.join(name),
                why,
                stale: fault == Fault::Stale,
                resettable: fault != Fault::Refused,
            }),
        }
    }
    let by_name = |account: &AccountView| (account.api.clone(), account.account.clone());
    survey.accounts.sort_by_key(by_name);
    Ok(survey)
}

/// The end of the name of every account's file.
const SUFFIX: &str = ".state";

/// Why a file cannot be read.
struct Unread {
    why: String,
    fault: Fault,
}

/// What kind of reason that is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// It is of an earlier boot.
    Stale,
    /// What is in it makes no sense.
    Content,
    /// It cannot be used from here, whatever is in it.
    Refused,
}

impl<T: ToString> From<T> for Unread {
    fn from(why: T) -> Self {
        Self::new(Fault::Refused, why.to_string())
    }
}

impl Unread {
    fn new(fault: Fault, why: impl Into<String>) -> Self {
        Self {
            why: why.into(),
            fault,
        }
    }
}

fn look(directory: &Directory, name: &str, world: World) -> Result<Option<AccountView>, Unread> {
    let Some(handle) = directory.file(name)? else {
        return Ok(None);
    };
    match File::read(handle, world)? {
        Reading::Live(file) => view(&file)
            .map(Some)
            .map_err(|why| Unread::new(Fault::Content, why)),
        Reading::Earlier(_) => Err(Unread::new(
            Fault::Stale,
            "of an earlier boot of this machine; what was used counts on from the boot for whoever uses \
             it next",
        )),
        Reading::Elsewhere(handle) => Err(errors::elsewhere(handle.path()).into()),
        Reading::Foreign(handle, version) => Err(errors::version(handle.path(), version).into()),
        Reading::Garbage(_) => Err(Unread::new(
            Fault::Content,
            "makes no sense; whoever uses it next counts everything as just used, and says so",
        )),
    }
}

fn view(file: &File) -> Result<AccountView, String> {
    let now = boottime();
    let buckets = (0..file.blueprint.buckets.len()).map(|bucket| bucket_view(file, bucket, now));
    let buckets: Option<Vec<_>> = buckets.collect();
    let breakers = (0..file.blueprint.breakers.len()).map(|index| breaker_view(file, index, now));
    let breakers: Option<Vec<_>> = breakers.collect();
    let (Some(buckets), Some(breakers)) = (buckets, breakers) else {
        return Err("damaged; whoever uses it next counts everything as just used".to_owned());
    };
    let processes = (0..file.high()).filter_map(|member| file.identity(member));
    let processes = processes.map(|identity| ProcessView {
        pid: identity.pid(),
        alive: identity.is_alive(),
    });
    let endpoints = file.blueprint.endpoints.iter().enumerate();
    let endpoints = endpoints.map(|(index, name)| EndpointView {
        name: name.clone(),
        meter: meter_of(|word: Word| {
            let words = file.endpoint(index);
            words[word as usize].load(std::sync::atomic::Ordering::Acquire)
        }),
    });
    Ok(AccountView {
        file: file.handle.path().to_owned(),
        api: file.blueprint.api.clone(),
        account: file.blueprint.account.clone(),
        processes: processes.collect(),
        buckets,
        breakers,
        endpoints: endpoints.collect(),
    })
}

fn bucket_view(file: &File, bucket: usize, now: u64) -> Option<BucketView> {
    let print = &file.blueprint.buckets[bucket];
    let root = root(&file.blueprint, bucket);
    let state = State::copy_of_file(file, bucket)?;
    let blocked = state.blocked(now);
    let moment = Moment::from_nanos(now);
    let open = file.held(bucket);
    let next = state.earliest(1, now).saturating_duration_since(moment);
    Some(BucketView {
        name: print.name.clone(),
        merged_into: (root != bucket).then(|| file.blueprint.buckets[root].name.clone()),
        limits: print.sets.clone(),
        available: state.available(open, now),
        next: (!state.is_full(open)).then_some(next),
        blocked,
        meter: state.meter_of(file, bucket),
    })
}

fn breaker_view(file: &File, index: usize, now: u64) -> Option<BreakerView> {
    let print = &file.blueprint.breakers[index];
    let numbers = BreakerNumbers::of_file(file, index)?;
    let (state, left, refused) = numbers.view(print.rules, now)?;
    Some(BreakerView {
        name: print.name.clone(),
        state,
        left,
        refused,
    })
}

/// Forgets what an account has used, its blocks and what its breakers know. Processes that run go
/// on with it and keep the slots that they hold; counters go on.
///
/// What was used is still counted by the vendor: it may refuse the next requests.
///
/// # Errors
///
/// When the file is not there, or is not one that this version can read.
pub fn reset(file: &Path) -> Result<(), StoreError> {
    let no_file = || {
        let text = format!(
            "{}: there is no state file of an account here",
            file.display()
        );
        StoreError::new(StoreErrorKind::File, text)
    };
    let dir = file.parent().ok_or_else(no_file)?;
    let name = file
        .file_name()
        .and_then(|name| name.to_str())
        .ok_or_else(no_file)?;
    if !name.ends_with(SUFFIX) || !dir.exists() {
        return Err(no_file());
    }
    super::succession::reset(dir, name, no_file)
}
