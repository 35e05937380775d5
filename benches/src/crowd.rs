//! Many tasks that want permits from one limiter, all at the same time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::limiters::{Limit, Limiter};
use crate::process_cpu;

/// How many tasks.
pub const TASKS: u32 = 64;

/// The window in which the most grants are looked for.
const WINDOW: Duration = Duration::from_millis(100);

/// How long the tasks have to get ready.
const READY: Duration = Duration::from_millis(20);

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crowd {
    /// Grants, of those that the limit allows in the time.
    pub share: f64,
    /// The most grants in any 100 ms, of those that are allowed in them.
    pub worst: f64,
    /// Grants that each task would have got had all got the same.
    pub mean: f64,
    /// The fewest grants that a task got.
    pub least: usize,
    /// The most grants that a task got.
    pub most: usize,
    /// Processor time, in seconds.
    pub cpu: f64,
}

/// A runtime with two threads, started anew for each run: nothing is left from the last one.
fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime can be started")
}

/// Lets all tasks do `step` over and over for `span`, and counts the grants that it reports.
pub fn crowd<S, F>(limit: Limit, limiter: Limiter, span: Duration, step: S) -> Crowd
where
    S: Fn(Arc<Limiter>) -> F + Copy + Send + 'static,
    F: Future<Output = bool> + Send + 'static,
{
    let (horizon, allowed) = limiter.run(limit, span);
    let limiter = Arc::new(limiter);
    let burst = Log::default();
    let logs: Vec<Log> = (0..TASKS).map(|_| Log::default()).collect();
    let cpu = runtime().block_on(async {
        let mut tasks = JoinSet::new();
        let (begin, begun) = watch::channel(None);
        for log in &logs {
            let (log, limiter, begun) = (log.clone(), limiter.clone(), begun.clone());
            tasks.spawn(one(log, limiter, begun, step));
        }
        tokio::time::sleep(READY).await;
        let before = process_cpu();
        let start = Instant::now();
        // The burst goes to none of them: whoever came first would have it alone, and all of
        // them are to wait.
        for _ in 0..limit.burst {
            limiter.wait().await;
            burst.push(start.elapsed());
        }
        begin.send_replace(Some(start));
        tokio::time::sleep_until((start + horizon).into()).await;
        let used = process_cpu() - before;
        tasks.shutdown().await;
        used
    });
    let logs: Vec<Vec<Duration>> = logs.iter().map(|log| log.before(horizon)).collect();
    let together = [burst.before(horizon), logs.concat()].concat();
    Crowd {
        share: float(together.len()) / allowed,
        worst: worst_window(together, WINDOW) / limit.allowed(WINDOW),
        cpu: cpu.as_secs_f64(),
        ..shared_out(&logs)
    }
}

/// What each task does.
async fn one<S, F>(
    log: Log,
    limiter: Arc<Limiter>,
    mut begun: watch::Receiver<Option<Instant>>,
    step: S,
) where
    S: Fn(Arc<Limiter>) -> F,
    F: Future<Output = bool>,
{
    let start = begun.wait_for(Option::is_some).await.map(|start| *start);
    let Ok(Some(start)) = start else {
        return;
    };
    loop {
        if step(limiter.clone()).await {
            log.push(start.elapsed());
        }
        // A client would wait for its answer here.
        tokio::task::yield_now().await;
    }
}

/// How evenly the grants are shared out.
fn shared_out(logs: &[Vec<Duration>]) -> Crowd {
    let counts = || logs.iter().map(Vec::len);
    Crowd {
        mean: float(counts().sum()) / float(logs.len()),
        least: counts().min().unwrap_or_default(),
        most: counts().max().unwrap_or_default(),
        ..Crowd::default()
    }
}

/// When one task got its grants, since the start.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<Duration>>>);

impl Log {
    fn push(&self, at: Duration) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(at);
    }

    fn before(&self, end: Duration) -> Vec<Duration> {
        let stamps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        stamps.iter().copied().filter(|at| *at < end).collect()
    }
}

/// The most of `stamps` that lie in one half-open window of this length.
#[must_use]
pub fn worst_window(mut stamps: Vec<Duration>, window: Duration) -> f64 {
    stamps.sort_unstable();
    let mut start = 0;
    let mut worst = 0;
    for (end, stamp) in stamps.iter().enumerate() {
        while stamps[start] + window <= *stamp {
            start += 1;
        }
        worst = worst.max(end + 1 - start);
    }
    float(worst)
}

#[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_half_open() {
        let stamps = [199, 0, 50, 99, 100].map(Duration::from_millis);
        assert!((worst_window(stamps.into(), WINDOW) - 3.0).abs() < f64::EPSILON);
        assert!(worst_window(Vec::new(), WINDOW).abs() < f64::EPSILON);
    }
}
