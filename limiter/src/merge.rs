//! Two buckets that turn out to be one.
//!
//! Some vendors say in an answer which of their buckets an endpoint belongs to. When two buckets
//! of a description answer with the same name, they share one limit at the vendor, and have to
//! share one here.

use std::sync::{Mutex, PoisonError};

use crate::Bucket;

/// A merge holds the locks of two buckets. Only one at a time does, so the order is free.
static MERGING: Mutex<()> = Mutex::new(());

impl Bucket {
    /// Makes this bucket and `into` one, from the next permit on.
    ///
    /// What was granted by either counts in `into`, as far as it is known, and where it is not,
    /// as if everything had just been used; the limits, the block and the vendor's
    /// [reports](Bucket::report) of both hold. Whoever waits
    /// here goes to the end of the queue there. Exchanges that are open keep the slots that they
    /// hold here, so right after a merge a bound on what is in flight can be exceeded by those.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tollgate_limiter::{Ceiling, Cost, Key, Limits, Period, Rate, Registry};
    ///
    /// let two_a_minute = Ceiling::Window(Rate::per(2, Period::MINUTE).unwrap());
    /// let limits = Limits::new(vec![two_a_minute], None, Duration::ZERO).unwrap();
    /// let of = |name| Registry::process().bucket(Key::new("merge.example", name, "me"), limits.clone());
    /// let (files, folders) = (of("files"), of("folders"));
    ///
    /// files.try_acquire(Cost::ONE).unwrap().spend();
    /// folders.try_acquire(Cost::ONE).unwrap().spend();
    /// folders.merge(&files);
    /// assert!(files.try_acquire(Cost::ONE).is_err());
    /// assert!(folders.try_acquire(Cost::ONE).is_err());
    /// ```
    pub fn merge(&self, into: &Self) {
        let _one_at_a_time = MERGING.lock().unwrap_or_else(PoisonError::into_inner);
        let (from, into) = (self.root(), into.root());
        if from.is(&into) {
            return;
        }
        if from.0.is_shared() {
            return from.merge_for_all(into.name());
        }
        #[cfg(feature = "fleet")]
        let (from, into) = in_order(from, into);
        let now = from.clock().now();
        let mut theirs = from.0.lock();
        let now = theirs.observe(now);
        let (left, mut woken) = theirs.leave_to(into.clone(), from.0.landed());
        let mut ours = into.0.lock();
        woken.extend(ours.absorb(left, now));
        #[cfg(feature = "fleet")]
        ours.join_front(from.key().shared_bucket());
        into.note_cap(&ours);
        drop(ours);
        drop(theirs);
        for waker in woken {
            waker.wake();
        }
    }

    /// The same for all processes that share it: their file is replaced by one in which it is so.
    pub(crate) fn merge_for_all(&self, into: &str) {
        let desk = self.0.lock().desk();
        let Some(desk) = desk else { return };
        if let Err(error) = desk.merge(self.name(), into) {
            tracing::error!(
                bucket = self.name(),
                into,
                %error,
                "the vendor gives these buckets one name, and they could not be made one"
            );
        }
        let woken = self.0.lock().leave_for_all();
        for waker in woken {
            waker.wake();
        }
    }

    /// The bucket that this one has become part of, directly or by way of others.
    ///
    /// What is granted through a merged bucket is counted there, and its own
    /// [`meter`](Self::meter) stands still but for the events that it is told: whoever adds up
    /// meters has to add that of the other, once.
    #[must_use]
    pub fn merged_into(&self) -> Option<Self> {
        let root = self.root();
        (!root.is(self)).then_some(root)
    }

    /// The bucket that this one was merged into, or itself.
    fn root(&self) -> Self {
        let mut bucket = self.clone();
        loop {
            let next = bucket.0.lock().merged();
            match next {
                Some(next) => bucket = next,
                None => return bucket,
            }
        }
    }
}

/// The two as all processes of a fleet take them: wherever each learns that they are one, the same one
/// goes on.
#[cfg(feature = "fleet")]
fn in_order(from: Bucket, into: Bucket) -> (Bucket, Bucket) {
    match from.is_leased() && from.name() < into.name() {
        true => (into, from),
        false => (from, into),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::{Bucket, Ceiling, Cost, Key, Limits, ManualClock, Period, Rate, Registry};

    struct Pair {
        hands: ManualClock,
        one: Bucket,
        other: Bucket,
    }

    /// Two buckets, each of five a minute.
    fn pair() -> Pair {
        let hands = ManualClock::new();
        hands.advance(Duration::from_secs(3_600));
        let registry = Registry::with_clock(hands.clock());
        let five = Ceiling::Window(Rate::per(5, Period::MINUTE).expect("a rate"));
        let bucket = |name: &str| {
            let limits = Limits::new(vec![five], None, Duration::ZERO).expect("a rate");
            registry.bucket(Key::new("api", name, "me"), limits)
        };
        let (one, other) = (bucket("one"), bucket("other"));
        Pair { hands, one, other }
    }

    fn take(bucket: &Bucket, times: usize) -> usize {
        (0..times)
            .filter(|_| {
                bucket
                    .try_acquire(Cost::ONE)
                    .map(|permit| drop(permit.spend()))
                    .is_ok()
            })
            .count()
    }

    #[test]
    fn what_both_granted_counts_in_one() {
        let Pair { hands, one, other } = pair();
        assert_eq!((take(&one, 3), take(&other, 2)), (3, 2));
        hands.advance(Duration::from_secs(30));
        other.merge(&one);
        assert_eq!((take(&one, 9), take(&other, 9)), (0, 0));
        hands.advance(Duration::from_secs(30));
        assert_eq!(
            take(&other, 9) + take(&one, 9),
            5,
            "one limit, used from both sides"
        );
    }

    #[test]
    fn merging_again_in_any_direction_changes_nothing() {
        let Pair { hands, one, other } = pair();
        other.merge(&one);
        other.merge(&one);
        one.merge(&other);
        one.merge(&one);
        assert!(one.merged_into().is_none());
        assert!(other.merged_into().is_some_and(|root| root.is(&one)));
        assert_eq!(take(&other, 9) + take(&one, 9), 5);
        assert_eq!((other.meter().permits, one.meter().permits), (0, 5));
        hands.advance(Duration::from_secs(60));
        assert_eq!(take(&one, 9) + take(&other, 9), 5);
    }

    #[test]
    fn a_block_of_either_holds_for_both() {
        let Pair { hands, one, other } = pair();
        other.block_until(hands.clock().now() + Duration::from_secs(3));
        other.merge(&one);
        assert_eq!(take(&one, 1), 0);
        other.block_until(hands.clock().now() + Duration::from_secs(9));
        hands.advance(Duration::from_secs(8));
        assert_eq!(take(&one, 1), 0);
        hands.advance(Duration::from_secs(1));
        assert_eq!(take(&one, 1), 1);
    }

    #[test]
    fn a_block_that_was_taken_over_does_not_end_in_a_burst() {
        let Pair { hands, one, other } = pair();
        other.block_until(hands.clock().now() + Duration::from_secs(3));
        other.merge(&one);
        hands.advance(Duration::from_secs(3));
        assert_eq!(take(&one, 9), 1);
        hands.advance(Duration::from_secs(12));
        assert_eq!(take(&one, 9), 1);
    }

    #[test]
    fn limits_declared_for_either_bind_both() {
        let Pair { hands, one, other } = pair();
        other.merge(&one);
        let two = Ceiling::Window(Rate::per(2, Period::MINUTE).expect("a rate"));
        other.declare(Limits::new(vec![two], None, Duration::ZERO).expect("a rate"));
        assert_eq!(take(&one, 9), 2);
        hands.advance(Duration::from_secs(60));
        assert_eq!(take(&other, 9), 2);
    }

    #[test]
    fn a_bucket_that_is_part_of_a_busy_one_is_not_forgotten() {
        let Pair { hands, one, other } = pair();
        other.merge(&one);
        assert!(other.is_fresh());
        assert_eq!(take(&one, 1), 1);
        assert!(!other.is_fresh(), "made anew, it would be a second budget");
        hands.advance(Duration::from_secs(60));
        assert!(other.is_fresh());
    }

    #[tokio::test]
    async fn who_waits_goes_along() {
        let Pair { hands, one, other } = pair();
        assert_eq!(take(&other, 5), 5);
        let waiter = tokio::spawn({
            let other = other.clone();
            async move {
                other
                    .acquire(Cost::ONE, None)
                    .await
                    .map(|permit| permit.bucket().name().to_owned())
            }
        });
        while other.meter().waiting == 0 {
            tokio::task::yield_now().await;
        }
        other.merge(&one);
        while one.meter().waiting == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(other.meter().waiting, 0);
        hands.advance(Duration::from_secs(60));
        assert_eq!(waiter.await.expect("joined").as_deref(), Ok("one"));
    }
}
