//! Against real stores: the script against the machine, and breakers of several machines.

mod fleet;
mod outage;
mod script;

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tollgate_storekit::Server;

use crate::{Breaker, BreakerRules, Clock, Fleet, Plan, Registry, Scope};

/// How long what is told behind may take to arrive.
const SOON: Duration = Duration::from_secs(60);

/// One machine, with the only handle to its breaker.
struct Machine {
    breaker: Breaker,
    _registry: Registry,
}

/// Opens after three failures, for so long; a probe has 20 s.
fn rules(open: Duration) -> BreakerRules {
    BreakerRules::new(NonZeroU32::new(3).unwrap(), open).probe(Duration::from_secs(20))
}

fn machine(url: String, rules: BreakerRules) -> Machine {
    // No two clocks agree.
    static STARTED: AtomicU64 = AtomicU64::new(0);
    let minutes = 60 * STARTED.fetch_add(1, Ordering::Relaxed);
    let registry = Registry::with_clock(Clock::ahead(Duration::from_secs(minutes)));
    let plan = Plan::new("breaker.example", "me").breaker("*", rules);
    let fleet = Fleet::new(url).timeout(Duration::from_secs(1));
    let account = registry.account(&plan, &Scope::Fleet(fleet)).unwrap();
    Machine {
        breaker: account.breaker("*").unwrap().clone(),
        _registry: registry,
    }
}

/// The store knows that it is open, of which it hears failure by failure.
fn is_tripped(server: &Server) -> bool {
    let key = server.cli(&["KEYS", "*"]);
    server.cli(&["HGET", &key, "tripped"]) == "1"
}

impl Machine {
    /// Lets so many requests through, all of which fail.
    fn fail(&self, times: u32) {
        for _ in 0..times {
            self.breaker.enter().unwrap().failed();
        }
    }

    /// Waits until it knows that it is so.
    async fn until(&self, what: &str, is_so: impl Fn(&Breaker) -> bool) {
        let end = Instant::now() + SOON;
        while !is_so(&self.breaker) {
            assert!(Instant::now() < end, "never {what}");
            tokio::time::sleep(Duration::from_millis(3)).await;
            // Whoever uses it hears of the others.
            let _ = self.breaker.look();
        }
    }

    /// Waits until it may go.
    async fn turn(&self) -> crate::Turn {
        let end = Instant::now() + SOON;
        loop {
            match self.breaker.ready().await {
                Ok(turn) => return turn,
                Err(open) => assert!(Instant::now() < end, "{open}"),
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }
}
