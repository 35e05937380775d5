//! What the store says about all accounts, for whoever wants to look. Takes part in nothing, and
//! changes nothing, but for [`reset_fleet`].

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use redis::{FromRedisValue, Value};
use tokio::runtime::{Builder, Runtime};
use tollgate_limits::Ceiling;

use super::answer::{Answer, numbers};
use super::fault::Fault;
use super::limit::spec_named;
use super::message::{Ask, Counts, Topic};
use super::script::{METER, Mode, PREFIX, account_prefix};
use super::store::Store;
use crate::rule::Spec;
use crate::{AccountView, BucketView, Fleet, Limits, Meter, StoreError, StoreErrorKind};

/// All accounts that the store of `fleet` knows: those that were used within a day. Where an
/// account of this machine has its file, these have the beginning of their keys.
///
/// Blocks the calling thread, for no longer than the fleet's [timeout](Fleet::timeout) at each
/// step, of which there are a few for each bucket.
///
/// ```
/// use tollgate_limiter::{Fleet, StoreErrorKind, survey_fleet};
///
/// let nobody = survey_fleet(&Fleet::new("redis+unix:///nobody/is/here")).unwrap_err();
/// assert_eq!(nobody.kind(), StoreErrorKind::Store);
/// ```
///
/// # Errors
///
/// When the store cannot be had.
pub fn survey_fleet(fleet: &Fleet) -> Result<Vec<AccountView>, StoreError> {
    let store = Store::new(fleet)?;
    let looking = async {
        let mut accounts: Vec<AccountView> = Vec::new();
        for (topic, rules) in topics(&store).await? {
            let Some(bucket) = bucket(&store, &topic, rules).await? else {
                continue;
            };
            let file = PathBuf::from(account_prefix(&topic.api, &topic.account));
            match accounts.iter_mut().find(|account| account.file == file) {
                Some(account) => account.buckets.push(bucket),
                None => accounts.push(AccountView {
                    file,
                    api: topic.api.to_string(),
                    account: topic.account.to_string(),
                    processes: Vec::new(),
                    buckets: vec![bucket],
                    breakers: Vec::new(),
                    endpoints: Vec::new(),
                }),
            }
        }
        for account in &mut accounts {
            let prefix = account_prefix(&account.api, &account.account);
            account.breakers = crate::breaker::breakers(&store, &prefix).await?;
        }
        Ok(accounts)
    };
    let mut accounts = wait_for(fleet, looking)?;
    for account in &mut accounts {
        account
            .buckets
            .sort_by(|one, next| one.name.cmp(&next.name));
    }
    accounts.sort_by_key(|account| (account.api.clone(), account.account.clone()));
    Ok(accounts)
}

/// Forgets what an account has used and its blocks. Processes that run keep what they were given,
/// and the slots that they hold; counters go on.
///
/// What was used is still counted by the vendor: it may refuse the next requests.
///
/// # Errors
///
/// When the store cannot be had, or does not know the account.
pub fn reset_fleet(fleet: &Fleet, api: &str, account: &str) -> Result<(), StoreError> {
    let store = Store::new(fleet)?;
    let resetting = async {
        let mut known = false;
        for (topic, rules) in topics(&store).await? {
            if (&*topic.api, &*topic.account) == (api, account) {
                known = true;
                let read = |value: &Value| numbers(value);
                store
                    .converse_by_mode(&topic, &nothing(rules), Mode::Reset, read)
                    .await?;
            }
        }
        Ok(known)
    };
    if wait_for(fleet, resetting)? {
        return Ok(());
    }
    let text = format!("{fleet}: this store knows no account `{account}` of `{api}`");
    Err(StoreError::new(StoreErrorKind::Store, text))
}

/// Waits for what the store says, on a runtime of its own.
fn wait_for<T>(
    fleet: &Fleet,
    saying: impl Future<Output = Result<T, Fault>> + Send,
) -> Result<T, StoreError>
where
    T: Send,
{
    let runtime: Runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| StoreError::caused(StoreErrorKind::Store, format!("{fleet}"), error))?;
    let cannot = |fault| StoreError::new(StoreErrorKind::Store, format!("{fleet}: {fault}"));
    // On a thread of its own: the caller's may be one of a runtime, which forbids this.
    let said = std::thread::scope(|scope| scope.spawn(move || runtime.block_on(saying)).join());
    match said {
        Ok(said) => said.map_err(cannot),
        Err(defect) => std::panic::resume_unwind(defect),
    }
}

/// All buckets, and the limits that they had.
async fn topics(store: &Store) -> Result<Vec<(Topic, Vec<Spec>)>, Fault> {
    let mut topics = Vec::new();
    for key in store.keys(&format!("{PREFIX}*:{METER}")).await? {
        let mut request = redis::cmd("HMGET");
        request.arg(&key).arg(&["api", "account", "bucket", "ids"]);
        let words = store.ask(&request).await?;
        let Ok([Some(api), Some(account), Some(bucket), Some(ids)]) =
            <[Option<String>; 4]>::from_redis_value(words)
        else {
            continue;
        };
        let topic = Topic {
            api: api.into(),
            account: account.into(),
            bucket: bucket.into(),
        };
        let specs: Option<Vec<Spec>> = ids.split_whitespace().map(spec_named).collect();
        if let Some(specs) = specs
            && meter_key(&topic) == key
        {
            topics.push((topic, specs));
        }
    }
    Ok(topics)
}

fn meter_key(topic: &Topic) -> String {
    let prefix = account_prefix(&topic.api, &topic.account);
    format!("{prefix}{}:{METER}", topic.bucket)
}

/// One who tells nothing and wants nothing.
fn nothing(rules: Vec<Spec>) -> Ask {
    Ask {
        rules,
        slots: None,
        process: 0,
        open: 0,
        news: Vec::new(),
        joined: Vec::new(),
        counts: Counts::default(),
        wants: Vec::new(),
        waited: None,
        horizon: 0,
        hold: 0,
        grace: 0,
        known: None,
    }
}

async fn bucket(
    store: &Store,
    topic: &Topic,
    rules: Vec<Spec>,
) -> Result<Option<BucketView>, Fault> {
    let sets = sets(&rules);
    let read = |value: &Value| match numbers(value)? {
        Answer::Done(numbers) => <[u64; 7]>::try_from(numbers).ok().map(Answer::Done),
        Answer::Foreign(specs) => Some(Answer::Foreign(specs)),
    };
    let looking = nothing(rules);
    let look = store.converse_by_mode(topic, &looking, Mode::Look, read);
    let [now, available, next, block, in_flight, waiting, slots] = look.await?;
    let request = redis::cmd("HGETALL").arg(meter_key(topic)).to_owned();
    let Ok(counts) = HashMap::<String, String>::from_redis_value(store.ask(&request).await?) else {
        return Ok(None);
    };
    let until = |moment: u64| Duration::from_micros(moment.saturating_sub(now));
    let is_full = slots > 0 && in_flight >= slots;
    Ok(Some(BucketView {
        name: topic.bucket.to_string(),
        merged_into: None,
        limits: sets,
        available,
        next: (!is_full).then(|| until(next)),
        blocked: (block > now).then(|| until(block)),
        meter: meter(&counts, in_flight, waiting),
    }))
}

fn meter(counts: &HashMap<String, String>, in_flight: u64, waiting: u64) -> Meter {
    let count = |name| {
        let count = counts
            .get(name)
            .and_then(|count: &String| count.parse().ok());
        count.unwrap_or_default()
    };
    Meter {
        calls: count("calls"),
        requests: count("requests"),
        permits: count("permits"),
        waited: Duration::from_micros(count("waited")),
        retries: count("retries"),
        exhausted: count("exhausted"),
        blocks: count("blocks"),
        in_flight,
        waiting,
        ..Meter::default()
    }
}

/// The limits as they were declared, as far as that can be told: those of one skew together, with
/// the budget that fits.
fn sets(rules: &[Spec]) -> Vec<Limits> {
    let mut skews: Vec<(u64, Vec<Ceiling>)> = Vec::new();
    let mut budgets = Vec::new();
    for &rule in rules {
        let (skew, ceiling) = match rule {
            Spec::Window { rate, skew } => (skew, Ceiling::Window(rate)),
            Spec::Vendor { rate, burst, skew } => (skew, Ceiling::TokenBucket { rate, burst }),
            Spec::Budget(budget) => {
                budgets.push(budget);
                continue;
            }
        };
        match skews.iter_mut().find(|(known, _)| *known == skew) {
            Some((_, ceilings)) => ceilings.push(ceiling),
            None => skews.push((skew, vec![ceiling])),
        }
    }
    let mut sets = Vec::new();
    for (skew, ceilings) in skews {
        let skew = Duration::from_nanos(skew);
        let with = budgets
            .iter()
            .position(|&budget| Limits::new(ceilings.clone(), Some(budget), skew).is_ok());
        let budget = with.map(|index| budgets.remove(index));
        sets.extend(Limits::new(ceilings, budget, skew));
    }
    let alone = |budget| Limits::new(Vec::new(), Some(budget), Duration::ZERO);
    sets.extend(budgets.into_iter().filter_map(|budget| alone(budget).ok()));
    sets
}
