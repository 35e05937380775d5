//! Buckets by the names that the vendor gives them in its answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::bucket::Shared;
use crate::{Bucket, Registry, machine};

/// More names of one bucket than this are not kept, but the latest: a bucket has one name at a time,
/// and a vendor that makes up a name for each answer must neither fill the memory nor push out the
/// names that another vendor, or this one, gave to other buckets.
const MOST: usize = 4;

/// What vendors called buckets: by API and account.
#[derive(Debug, Default)]
pub(crate) struct Learned(Mutex<HashMap<[Arc<str>; 2], Names>>);

/// The names of an account's buckets, the latest last.
type Names = Vec<(Box<str>, Weak<Shared>)>;

impl Registry {
    /// Learns that the vendor calls `bucket` by `name`. If it called another bucket of the same
    /// API and account so before, the two become one; see [`Bucket::merge`].
    ///
    /// In the scope of a machine, the other bucket may have been called so in another process.
    pub fn learn(&self, bucket: &Bucket, name: &str) {
        if bucket.0.is_shared() {
            let known = bucket.0.lock().learn(machine::digest_of(name));
            if let Some(known) = known {
                bucket.merge_for_all(&known);
            }
            return;
        }
        let account = [bucket.key().shared_api(), bucket.key().shared_account()];
        let known = {
            let learned = &self.learned().0;
            let mut learned = learned.lock().unwrap_or_else(PoisonError::into_inner);
            let names = learned.entry(account).or_default();
            let known = names.iter().find(|(known, _)| **known == *name);
            let known = known.and_then(|(_, bucket)| bucket.upgrade()).map(Bucket);
            if known.is_none() {
                note(names, bucket, name);
                learned.retain(|_, names| names.iter().any(|(_, held)| held.strong_count() > 0));
            }
            known
        };
        if let Some(known) = known.filter(|known| !known.is(bucket)) {
            bucket.merge(&known);
        }
    }
}

/// Adds a name of `bucket`, in the place of its oldest where it has too many.
fn note(names: &mut Names, bucket: &Bucket, name: &str) {
    names.retain(|(_, held)| held.strong_count() > 0);
    let own = |(_, held): &(Box<str>, Weak<Shared>)| held.as_ptr() == Arc::as_ptr(&bucket.0);
    if names.iter().filter(|entry| own(entry)).count() >= MOST
        && let Some(oldest) = names.iter().position(own)
    {
        names.remove(oldest);
    }
    names.push((name.into(), Arc::downgrade(&bucket.0)));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::{Bucket, Ceiling, Cost, Key, Limits, ManualClock, Period, Rate, Registry};

    fn bucket(registry: &Registry, name: &str, account: &str) -> Bucket {
        let one = Ceiling::Window(Rate::per(1, Period::MINUTE).expect("a rate"));
        let limits = Limits::new(vec![one], None, Duration::ZERO).expect("a rate");
        registry.bucket(Key::new("api", name, account), limits)
    }

    #[test]
    fn two_buckets_of_one_name_are_one_and_accounts_stay_apart() {
        let registry = Registry::with_clock(ManualClock::new().clock());
        let (one, other) = (
            bucket(&registry, "one", "me"),
            bucket(&registry, "other", "me"),
        );
        let theirs = bucket(&registry, "other", "you");
        for bucket in [&one, &other, &theirs, &one] {
            registry.learn(bucket, "q1");
        }
        drop(one.try_acquire(Cost::ONE).expect("the only one").spend());
        assert!(other.try_acquire(Cost::ONE).is_err());
        assert!(theirs.try_acquire(Cost::ONE).is_ok());
    }

    #[test]
    fn names_without_end_are_not_kept_and_push_out_none_of_another_bucket() {
        let registry = Registry::with_clock(ManualClock::new().clock());
        let flood = bucket(&registry, "flood", "me");
        let (one, other) = (
            bucket(&registry, "one", "me"),
            bucket(&registry, "other", "me"),
        );
        registry.learn(&one, "q1");
        for name in 0..10_000 {
            registry.learn(&flood, &name.to_string());
        }
        {
            let learned = registry.learned().0.lock().expect("not poisoned");
            assert_eq!(
                learned.values().map(Vec::len).sum::<usize>(),
                super::MOST + 1
            );
        }
        registry.learn(&other, "q1");
        drop(one.try_acquire(Cost::ONE).expect("the only one").spend());
        assert!(other.try_acquire(Cost::ONE).is_err(), "they are one");
    }

    #[test]
    fn names_of_buckets_that_are_gone_are_gone() {
        let registry = Registry::with_clock(ManualClock::new().clock());
        for account in 0..10 {
            let gone = Registry::with_clock(ManualClock::new().clock());
            let bucket = bucket(&gone, "one", &account.to_string());
            registry.learn(&bucket, "q1");
        }
        let learned = registry.learned().0.lock().expect("not poisoned");
        assert!(learned.len() <= 1, "{}", learned.len());
    }
}
