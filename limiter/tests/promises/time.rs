//! Only the operating system's monotonic clock opens the limiter.

use std::future::Future;
use std::pin::pin;
use std::time::{Duration, Instant};

use tollgate_limiter::{Cost, Key, Registry};

use crate::world::{budget, limits};

#[tokio::test(start_paused = true)]
async fn the_runtimes_paused_clock_neither_opens_the_limiter_nor_makes_it_spin() {
    let limits = limits(&[], budget(1, 120, 1));
    let bucket = Registry::process().bucket(Key::new("time", "paused", "me"), limits);
    let start = Instant::now();
    drop(bucket.acquire(Cost::ONE, None).await.unwrap().spend());
    tokio::time::advance(Duration::from_secs(3_600)).await;

    let mut polls = 0;
    let mut acquire = pin!(bucket.acquire(Cost::ONE, None));
    let permit = std::future::poll_fn(|context| {
        polls += 1;
        acquire.as_mut().poll(context)
    });
    drop(permit.await.unwrap().spend());
    assert!(
        start.elapsed() >= Duration::from_millis(120),
        "opened by a clock that lies"
    );
    assert!(polls < 20, "polled {polls} times in 120 ms");
}

#[tokio::test]
async fn the_alarm_of_a_running_clock_wakes_the_head() {
    let limits = limits(&[], budget(1, 20, 1));
    let bucket = Registry::process().bucket(Key::new("time", "running", "me"), limits);
    let start = Instant::now();
    for _ in 0..4 {
        let permit = bucket.acquire(Cost::ONE, None).await.unwrap();
        drop(permit.spend());
    }
    assert!(start.elapsed() >= Duration::from_millis(60));
    assert_eq!(bucket.meter().permits, 4);
}
