//! Many threads at one bucket.

use std::sync::Mutex;
use std::time::Duration;

use tollgate_limiter::{Ceiling, Cost, Key, Period, Rate, Registry};

use crate::world::limits;

#[test]
fn threads_together_stay_within_a_window_and_the_count_is_right() {
    let rate = Rate::per(100, Period::from_millis(10).unwrap()).unwrap();
    let limits = limits(&[Ceiling::Window(rate)], None);
    let bucket = Registry::process().bucket(Key::new("threads", "read", "me"), limits);
    let end = bucket.clock().now() + Duration::from_millis(100);
    let all = Mutex::new(0_u64);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut granted = 0;
                while bucket.clock().now() < end {
                    if let Ok(permit) = bucket.try_acquire(Cost::ONE) {
                        drop(permit.spend());
                        granted += 1;
                    }
                }
                *all.lock().unwrap() += granted;
            });
        }
    });
    let granted = *all.lock().unwrap();
    assert!(granted <= 1_100, "{granted} in eleven windows of 100");
    assert!(granted >= 500, "{granted}: threads starve each other");
    let meter = bucket.meter();
    assert_eq!((meter.permits, meter.in_flight), (granted, 0));
}
