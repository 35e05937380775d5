//! The account of a plan, with a store that decides.

use std::sync::Arc;

use super::courier::Line;
use super::front::Front;
use super::limit::check_rules;
use super::message::Topic;
use super::{Fleet, hub};
use crate::account::Home;
use crate::rule::Spec;
use crate::{Account, Breaker, Bucket, Clock, Key, Plan, Registry, StoreError, StoreErrorKind};

/// Finds what `plan` declares in the store of `fleet`.
pub(crate) fn open(
    registry: &Registry,
    plan: &Plan,
    home: &Arc<Home>,
    fleet: &Fleet,
    clock: &Clock,
) -> Result<Account, StoreError> {
    if !clock.is_real() {
        return Err(StoreError::new(
            StoreErrorKind::Unsupported,
            "a registry with a clock that is set by hand has the scope `process` only: a store gives units by real time",
        ));
    }
    if fleet.patience().is_zero() {
        return Err(StoreError::new(
            StoreErrorKind::Store,
            format!(
                "no store answers in no time, and {fleet} is given that; name a timeout above zero, such as a second"
            ),
        ));
    }
    // What is wrong with the address is told now, and not when the first request waits.
    hub::hub()?.store(fleet)?;
    for (_, limits) in plan.buckets() {
        check_rules(&Spec::all(limits).collect::<Vec<_>>())?;
    }
    let part = super::share::part(registry, plan, fleet)?;
    let key = |name: &Arc<str>| {
        let [api, account] = [plan.api(), plan.account()].map(Arc::clone);
        Key::new(api, Arc::clone(name), account)
    };
    let buckets = plan.buckets().iter().map(|(name, limits)| {
        let key = key(name);
        let bucket = home.fleet_bucket(name, limits, || {
            let topic = Topic {
                api: key.shared_api(),
                account: key.shared_account(),
                bucket: key.shared_bucket(),
            };
            let stand_in = part.as_ref().and_then(|part| part.bucket(name).cloned());
            let line = Line::new(fleet.clone(), topic, stand_in);
            let front = Front::new(line, clock.now().as_nanos());
            Bucket::in_fleet(key, clock.clone(), front, limits.clone())
        });
        (Arc::clone(name), bucket)
    });
    let breakers = plan.breakers().iter();
    let breakers = breakers.map(|(name, rules)| {
        let breaker = home.fleet_breaker(name, *rules, || {
            Breaker::in_fleet(key(name), clock.clone(), *rules, fleet.clone())
        });
        (Arc::clone(name), breaker)
    });
    let endpoints = plan.endpoints().iter();
    let endpoints = endpoints.map(|name| (Arc::clone(name), home.tallies().of(name)));
    Ok(Account::new(buckets, breakers, endpoints))
}
