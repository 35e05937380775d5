//! What the limiter tells, as data of the command's own. No other module asks it.

#[cfg(feature = "fleet")]
mod fleet;

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tollgate_limiter::{
    self as limiter, AccountView, BreakerView, BucketView, EndpointView, ProcessView, Survey,
};
use tollgate_mapped::Directory;

use crate::failure::Failure;
use crate::model::{
    Account, Block, Breaker, BreakerState, Bucket, Budget, Ceiling, Counters, Endpoint, Limits,
    Origin, Process, Share, State, Unreadable,
};
use crate::place::{self, Place};

#[cfg(feature = "fleet")]
pub use self::fleet::{answer, reset as reset_fleet};

/// The state at `place`. Reads only.
///
/// # Errors
///
/// When the directory cannot be used, or the store cannot be had.
pub fn at(place: &Place) -> Result<State, Failure> {
    match place {
        Place::Machine(dir) => state(dir.as_deref()),
        #[cfg(feature = "fleet")]
        Place::Fleet(url, origin) => fleet::state(url, *origin),
    }
}

/// The state in `dir`, or in the user's state directory. Reads only: nothing is made or mended.
///
/// # Errors
///
/// When the directory cannot be used, or machine scope is not there on this platform. A directory
/// that does not exist is an empty one.
pub fn state(dir: Option<&Path>) -> Result<State, Failure> {
    let survey = limiter::survey(dir).map_err(Failure::trouble)?;
    let origin = place::origin(&survey.dir, dir);
    Ok(of_survey(survey, origin, now()))
}

/// Forgets what was used in the account of `file`.
///
/// # Errors
///
/// When the file cannot be used.
pub fn reset(file: &Path) -> Result<(), Failure> {
    limiter::reset(file).map_err(Failure::trouble)
}

/// Where the state is, if the command line does not say.
///
/// # Errors
///
/// When no variable of the environment says it, or what it says means nothing.
pub fn default_dir() -> Result<PathBuf, Failure> {
    Directory::default_path().map_err(Failure::trouble)
}

/// The absolute path of a directory that the command line names.
///
/// # Errors
///
/// When it means nothing.
pub fn named_dir(path: &Path) -> Result<PathBuf, Failure> {
    Directory::named(path).map_err(Failure::trouble)
}

/// The wall clock, in milliseconds: what is finer is noise.
fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
}

fn of_survey(survey: Survey, origin: Origin, now: Timestamp) -> State {
    let accounts = of_accounts(survey.accounts, now);
    let mut unreadable: Vec<Unreadable> = survey
        .unreadable
        .into_iter()
        .map(|view| Unreadable {
            file: view.file,
            reason: view.why,
            stale: view.stale,
            resettable: view.resettable,
        })
        .collect();
    unreadable.sort_by(|a, b| a.file.cmp(&b.file));
    State {
        taken_at: now,
        state_dir: survey.dir,
        state_dir_from: origin,
        accounts,
        unreadable,
    }
}

fn of_accounts(views: Vec<AccountView>, now: Timestamp) -> Vec<Account> {
    let mut accounts: Vec<Account> = views
        .into_iter()
        .map(|view| of_account(view, now))
        .collect();
    accounts.sort_by(|a, b| (&a.api, &a.account, &a.file).cmp(&(&b.api, &b.account, &b.file)));
    accounts
}

fn of_account(view: AccountView, now: Timestamp) -> Account {
    let process = |view: &ProcessView| Process {
        pid: view.pid,
        alive: view.alive,
    };
    let endpoint = |view: EndpointView| Endpoint {
        name: view.name,
        counters: of_meter(&view.meter),
    };
    let mut account = Account {
        file: view.file,
        api: view.api,
        account: view.account,
        processes: view.processes.iter().map(process).collect(),
        buckets: view
            .buckets
            .into_iter()
            .map(|view| of_bucket(view, now))
            .collect(),
        breakers: view.breakers.into_iter().map(of_breaker).collect(),
        endpoints: view.endpoints.into_iter().map(endpoint).collect(),
    };
    // In the file they stand as they came.
    account.processes.sort_by_key(|process| process.pid);
    account.buckets.sort_by(|a, b| a.name.cmp(&b.name));
    account.breakers.sort_by(|a, b| a.name.cmp(&b.name));
    account.endpoints.sort_by(|a, b| a.name.cmp(&b.name));
    account
}

fn of_bucket(view: BucketView, now: Timestamp) -> Bucket {
    Bucket {
        name: view.name,
        merged_into: view.merged_into,
        limits: view.limits.iter().map(of_limits).collect(),
        available: view.available,
        next: view.next,
        waits_for_slot: view.next.is_none(),
        blocked: view.blocked.map(|left| block(left, now)),
        counters: of_meter(&view.meter),
    }
}

/// The end by the wall clock: what the vendor asked for is a length of time, and is kept by a clock
/// that nobody can set.
fn block(left: Duration, now: Timestamp) -> Block {
    let span = SignedDuration::try_from(left).unwrap_or(SignedDuration::MAX);
    let until = now.saturating_add(span).unwrap_or(Timestamp::MAX);
    Block { left, until }
}

fn of_breaker(view: BreakerView) -> Breaker {
    Breaker {
        name: view.name,
        state: match view.state {
            limiter::BreakerState::Closed => BreakerState::Closed,
            limiter::BreakerState::Open => BreakerState::Open,
            limiter::BreakerState::HalfOpen => BreakerState::HalfOpen,
        },
        left: view.left,
        refused: view.refused,
    }
}

fn of_limits(limits: &limiter::Limits) -> Limits {
    let budget = |budget: limiter::Budget| Budget {
        units: budget.rate().count().get(),
        period: budget.rate().period().as_duration(),
        burst: budget.burst().get(),
    };
    Limits {
        budget: limits.budget().map(budget),
        ceilings: limits.ceilings().iter().copied().map(of_ceiling).collect(),
        skew: limits.skew(),
    }
}

fn of_ceiling(ceiling: limiter::Ceiling) -> Ceiling {
    match ceiling {
        limiter::Ceiling::Window(rate) => Ceiling::Window {
            units: rate.count().get(),
            period: rate.period().as_duration(),
        },
        limiter::Ceiling::TokenBucket { rate, burst } => Ceiling::TokenBucket {
            units: rate.count().get(),
            period: rate.period().as_duration(),
            burst: burst.get(),
        },
        limiter::Ceiling::InFlight(slots) => Ceiling::InFlight { slots: slots.get() },
    }
}

fn of_meter(meter: &limiter::Meter) -> Counters {
    Counters {
        calls: meter.calls,
        requests: meter.requests,
        permits: meter.permits,
        waited: meter.waited,
        retries: meter.retries,
        exhausted: meter.exhausted,
        unpaid: meter.unpaid(),
        blocks: meter.blocks,
        in_flight: meter.in_flight,
        waiting: meter.waiting,
        units: meter.units,
        foreign: meter.foreign,
        paid_share: Share::of(meter.units, meter.foreign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_any_length_has_an_end() {
        let now: Timestamp = "2026-03-01T10:00:00Z".parse().expect("a time");
        assert_eq!(
            block(Duration::from_secs(90), now).until.to_string(),
            "2026-03-01T10:01:30Z"
        );
        assert_eq!(block(Duration::MAX, now).until, Timestamp::MAX);
    }
}
