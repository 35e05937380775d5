//! Many threads at one bucket.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tollgate_limiter::{Ceiling, Cost, Key, Period, Rate, Registry};

use crate::world::limits;

#[test]
fn threads_together_stay_within_a_window_and_the_count_is_right() {
    let rate = Rate::per(100, Period::from_millis(10).unwrap()).unwrap();
    let limits = limits(&[Ceiling::Window(rate)], None);
    let bucket = Registry::process().bucket(Key::new("threads", "read", "me"), limits);
    let granted = AtomicU64::new(0);
    let start = bucket.clock().now();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while granted.load(Ordering::Relaxed) < 1_000 {
                    if let Ok(permit) = bucket.try_acquire(Cost::ONE) {
                        drop(permit.spend());
                        granted.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let elapsed = bucket.clock().now().saturating_duration_since(start);
    assert!(
        elapsed >= Duration::from_millis(90),
        "ten windows took {elapsed:?}"
    );
    let meter = bucket.meter();
    assert_eq!((meter.permits, meter.in_flight), (granted.into_inner(), 0));
}
