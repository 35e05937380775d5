//! What a store says of the breakers of an account, for whoever wants to look.

use std::time::Duration;

use redis::FromRedisValue as _;

use crate::fleet::{Fault, Store};
use crate::{BreakerState, BreakerView};

/// The breakers whose keys begin so, by their names. Those of which nothing is known are none.
pub(crate) async fn breakers(store: &Store, prefix: &str) -> Result<Vec<BreakerView>, Fault> {
    let mut breakers = Vec::new();
    for key in store.keys(&format!("{prefix}*:breaker")).await? {
        let (Some(now), Some(breaker)) = (time(store).await?, fields(store, &key).await?) else {
            continue;
        };
        breakers.push(breaker.at(now));
    }
    breakers.sort_by(|one, next| one.name.cmp(&next.name));
    Ok(breakers)
}

/// What of a state is shown; times are the store's, in microseconds.
struct Fields {
    name: String,
    tripped: bool,
    end: u64,
    /// When the probe that is out has lost its say.
    lease: Option<u64>,
    refused: u64,
}

async fn fields(store: &Store, key: &str) -> Result<Option<Fields>, Fault> {
    let mut request = redis::cmd("HMGET");
    let numbers = ["tripped", "time", "out", "lease", "refused"];
    request.arg(key).arg("name").arg(&numbers);
    let words = store.ask(&request).await?;
    let words = <(Option<String>, u64, u64, u64, u64, u64)>::from_redis_value(words);
    let Ok((Some(name), tripped, end, out, lease, refused)) = words else {
        return Ok(None);
    };
    Ok(Some(Fields {
        name,
        tripped: tripped == 1,
        end,
        lease: (out == 1).then_some(lease),
        refused,
    }))
}

async fn time(store: &Store) -> Result<Option<u64>, Fault> {
    let words = store.ask(&redis::cmd("TIME")).await?;
    let words = <(u64, u64)>::from_redis_value(words);
    Ok(words
        .ok()
        .map(|(seconds, micros)| seconds * 1_000_000 + micros))
}

impl Fields {
    fn at(self, now: u64) -> BreakerView {
        let state = match (self.tripped, now < self.end) {
            (false, _) => BreakerState::Closed,
            (true, true) => BreakerState::Open,
            (true, false) => BreakerState::HalfOpen,
        };
        let free = self.lease.unwrap_or(self.end);
        let left = self.tripped.then(|| free.saturating_sub(now));
        BreakerView {
            name: self.name,
            state,
            left: left.filter(|&left| left > 0).map(Duration::from_micros),
            refused: self.refused,
        }
    }
}
