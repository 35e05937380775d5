//! Takes whatever there is, and writes it down.

use std::path::Path;
use std::time::Duration;

use tokio::task::LocalSet;
use tokio::time::{sleep, timeout};
use tollgate_fleet_tests::Log;
use tollgate_limiter::{Bucket, Cost, Permit, Refused};
use tollgate_mapped::boottime;

use crate::Post;
use crate::options::Options;

/// How the tasks of this process go about it.
#[derive(Clone, Copy)]
struct Manner {
    /// How long a slot is held.
    hold: Duration,
    /// Up to how long a task waits before it gives up; zero for as long as it takes.
    cancel: Duration,
    ahead: u64,
}

/// The log is what the option of that name says.
pub(crate) async fn run(post: &Post, options: &Options, log: &str) {
    let path = Path::new(options.get(log).expect("a log"));
    let (dir, name) = (path.parent(), path.file_name());
    let log = Log::open(
        dir.expect("a directory"),
        name.and_then(|name| name.to_str()).expect("a name"),
    );
    let log: &'static Log = Box::leak(Box::new(log));
    let manner = Manner {
        hold: options.millis("hold", 0),
        cancel: options.millis("cancel", 0),
        ahead: post.ahead,
    };
    let tasks = LocalSet::new();
    for _ in 0..options.number("tasks", 2) {
        let bucket = post.bucket.clone();
        tasks.spawn_local(async move { take_all(&bucket, log, manner).await });
    }
    tasks.await;
}

async fn take_all(bucket: &Bucket, log: &Log, manner: Manner) {
    loop {
        let asked = boottime();
        let permit = match permit(bucket, manner).await {
            None => continue,
            Some(Ok(permit)) => permit,
            // There is no store. It is asked again soon.
            Some(Err(_)) => {
                log.beat();
                sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let granted = permit.granted().as_nanos() - manner.ahead;
        // The request would leave now.
        let Some(record) = log.granted(asked, granted) else {
            return;
        };
        let flight = permit.spend();
        if !manner.hold.is_zero() {
            sleep(manner.hold).await;
        }
        record.ends();
        drop(flight);
        tokio::task::yield_now().await;
    }
}

/// `None` if it gave up.
async fn permit(bucket: &Bucket, manner: Manner) -> Option<Result<Permit, Refused>> {
    let acquire = bucket.acquire(Cost::ONE, None);
    if manner.cancel.is_zero() {
        return Some(acquire.await);
    }
    let most = u64::try_from(manner.cancel.as_micros()).unwrap_or(u64::MAX);
    let patience = Duration::from_micros(fastrand::u64(..most));
    timeout(patience, acquire).await.ok()
}
