//! Takes whatever there is, and writes it down.

use std::path::Path;
use std::time::Duration;

use tokio::task::LocalSet;
use tollgate_limiter::{Account, Breaker, Bucket, Cost, Pass, Permit};
use tollgate_machine_tests::Log;
use tollgate_mapped::boottime;

use crate::options::Options;

/// How the tasks of this process go about it.
#[derive(Clone, Copy)]
struct Manner {
    /// How long a slot is held.
    hold: Duration,
    /// How many in a hundred requests fail.
    fails: u8,
    /// How many in a hundred permits are given back.
    returns: u8,
    cost: Cost,
    /// Asks again at once where there is nothing, instead of waiting.
    hasty: bool,
}

pub(crate) async fn run(account: &Account, options: &Options) {
    let path = Path::new(options.get("log").expect("a log"));
    let (dir, name) = (path.parent(), path.file_name());
    let log = Log::open(
        dir.expect("a directory"),
        name.and_then(|name| name.to_str()).expect("a name"),
    );
    let log: &'static Log = Box::leak(Box::new(log));
    let bucket = account.bucket("read").expect("declared").clone();
    let breaker = account.breaker("read").cloned();
    let manner = Manner {
        hold: Duration::from_micros(options.number("hold", 0)),
        fails: options.number("fails", 0),
        returns: options.number("returns", 0),
        cost: Cost::new(options.number("cost", 1)).expect("not zero"),
        hasty: options.number("hasty", 0) != 0,
    };
    let tasks = LocalSet::new();
    for _ in 0..options.number("tasks", 2) {
        let (bucket, breaker) = (bucket.clone(), breaker.clone());
        tasks.spawn_local(async move { take_all(&bucket, breaker.as_ref(), log, manner).await });
    }
    tasks.await;
}

async fn take_all(bucket: &Bucket, breaker: Option<&Breaker>, log: &Log, manner: Manner) {
    loop {
        log.beat();
        let pass = pass(breaker).await;
        let asked = boottime();
        let Some(permit) = permit(bucket, manner).await else {
            continue;
        };
        if fastrand::u8(..100) < manner.returns {
            continue;
        }
        let Some(record) = log.granted(asked, permit.granted().as_nanos()) else {
            return;
        };
        let flight = permit.spend();
        if !manner.hold.is_zero() {
            tokio::time::sleep(manner.hold).await;
        }
        record.ends();
        drop(flight);
        match pass {
            Some(pass) if fastrand::u8(..100) < manner.fails => pass.failed(),
            Some(pass) => pass.succeeded(),
            None => {}
        }
        tokio::task::yield_now().await;
    }
}

async fn permit(bucket: &Bucket, manner: Manner) -> Option<Permit> {
    if manner.hasty {
        tokio::task::yield_now().await;
        bucket.try_acquire(manner.cost).ok()
    } else {
        let permit = bucket.acquire(manner.cost, None).await;
        Some(permit.expect("in the end"))
    }
}

/// Waits until the breaker lets somebody through.
async fn pass(breaker: Option<&Breaker>) -> Option<Pass> {
    loop {
        match breaker?.enter() {
            Ok(pass) => return Some(pass),
            Err(open) => tokio::time::sleep(open.left.min(Duration::from_millis(2))).await,
        }
    }
}
