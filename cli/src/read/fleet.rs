//! What the store of a fleet tells.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tollgate_limiter::{self as limiter, Fleet};

use super::{now, of_accounts};
use crate::failure::Failure;
use crate::model::{Account, Origin, State};
use crate::options::StoreUrl;

/// Whoever looks waits longer than a request would.
const PATIENCE: Duration = Duration::from_secs(3);

/// The state in the store at `url`, which `origin` names.
pub(super) fn state(url: &StoreUrl, origin: Origin) -> Result<State, Failure> {
    let fleet = Fleet::new(url.reveal()).timeout(PATIENCE);
    let accounts = limiter::survey_fleet(&fleet).map_err(Failure::trouble)?;
    let now = now();
    Ok(State {
        taken_at: now,
        // Without credentials.
        state_dir: PathBuf::from(fleet.to_string()),
        state_dir_from: origin,
        accounts: of_accounts(accounts, now),
        unreadable: Vec::new(),
    })
}

/// Forgets what was used of `account` in the store at `url`.
///
/// # Errors
///
/// When the store cannot be had.
pub fn reset(url: &StoreUrl, account: &Account) -> Result<(), Failure> {
    let fleet = Fleet::new(url.reveal()).timeout(PATIENCE);
    limiter::reset_fleet(&fleet, &account.api, &account.account).map_err(Failure::trouble)
}

/// How many accounts the store at `url` knows, and how long it took to say so.
///
/// # Errors
///
/// Why it cannot be had.
pub fn answer(url: &StoreUrl) -> Result<(usize, Duration), String> {
    let start = Instant::now();
    let fleet = Fleet::new(url.reveal()).timeout(PATIENCE);
    let accounts = limiter::survey_fleet(&fleet).map_err(|error| error.to_string())?;
    Ok((accounts.len(), start.elapsed()))
}
