//! Buckets by the names that the vendor gives them in its answers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::bucket::Shared;
use crate::{Bucket, Registry};

/// More names than this are not kept: a vendor that makes up a name for each answer must not
/// fill the memory.
const MOST: usize = 1_024;

/// What vendors called buckets: by API, account and the vendor's name.
#[derive(Debug, Default)]
pub(crate) struct Learned(Mutex<HashMap<[Arc<str>; 3], Weak<Shared>>>);

impl Registry {
    /// Learns that the vendor calls `bucket` by `name`. If it called another bucket of the same
    /// API and account so before, the two become one; see [`Bucket::merge`].
    pub fn learn(&self, bucket: &Bucket, name: &str) {
        let key = [
            bucket.key().shared_api(),
            bucket.key().shared_account(),
            name.into(),
        ];
        let mut names = self
            .learned()
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let known = names.get(&key).and_then(Weak::upgrade).map(Bucket);
        let Some(known) = known else {
            if names.len() >= MOST {
                names.retain(|_, bucket| bucket.strong_count() > 0);
            }
            if names.len() < MOST {
                names.insert(key, Arc::downgrade(&bucket.0));
            }
            return;
        };
        drop(names);
        if !known.is(bucket) {
            bucket.merge(&known);
        }
    }
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
    fn names_without_end_are_not_kept() {
        let registry = Registry::with_clock(ManualClock::new().clock());
        let one = bucket(&registry, "one", "me");
        for name in 0..10_000 {
            registry.learn(&one, &name.to_string());
        }
        assert_eq!(
            registry.learned().0.lock().expect("not poisoned").len(),
            super::MOST
        );
    }
}
