//! One line for each bucket and look, where there is no terminal: `key=value`, as logs are searched.

use std::time::{Duration, Instant};

use super::{History, Pace, Track};
use crate::failure::Failure;
use crate::model::{Account, BreakerState, Bucket, State};
use crate::output::{self, Reader};
use crate::show::text::clean;

pub(super) fn watch(
    mut source: impl FnMut() -> Result<State, Failure>,
    pace: Pace,
) -> Result<(), Failure> {
    let mut history = History::default();
    let mut before = Instant::now();
    let mut state = Ok(source()?);
    let mut looks = 0_u64;
    loop {
        match state {
            Ok(state) => {
                history.add(
                    &state,
                    std::mem::replace(&mut before, Instant::now()).elapsed(),
                );
                if output::print(&lines(&state, &history))? == Reader::Gone {
                    return Ok(());
                }
            }
            Err(failure) => Failure::tell(&failure),
        }
        looks += 1;
        if pace.count.is_some_and(|count| looks >= count.get()) {
            return Ok(());
        }
        std::thread::sleep(pace.interval);
        state = source();
    }
}

/// The lines of one look; one that says so where there is no account.
pub(super) fn lines(state: &State, history: &History) -> String {
    let time = state.taken_at.strftime("%Y-%m-%dT%H:%M:%SZ");
    let unreadable = state
        .unreadable
        .iter()
        .filter(|file| !file.stale)
        .map(|file| {
            let file_ = value(&file.file.to_string_lossy());
            format!("{time} unreadable={file_} reason={}\n", value(&file.reason))
        });
    let accounts = state.accounts.iter().flat_map(|account| {
        let row = |bucket| format!("{time} {}\n", row(account, bucket, history));
        account.buckets.iter().map(row).collect::<Vec<_>>()
    });
    let text: String = accounts.chain(unreadable).collect();
    match text.is_empty() {
        true => format!("{time} accounts=0\n"),
        false => text,
    }
}

fn row(account: &Account, bucket: &Bucket, history: &History) -> String {
    let counters = &bucket.counters;
    let track = history.track(&account.file, &bucket.name);
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let breaker = account
        .breaker(&bucket.name)
        .map(|breaker| match breaker.state {
            BreakerState::Closed => "closed",
            BreakerState::Open => "open",
            BreakerState::HalfOpen => "half-open",
        });
    [
        ("api", value(&account.api)),
        ("account", value(&account.account)),
        ("bucket", value(&bucket.name)),
        (
            "permits_per_second",
            track
                .and_then(Track::rate)
                .map_or("-".to_owned(), |rate| format!("{rate:.1}")),
        ),
        ("waiting", counters.waiting.to_string()),
        ("in_flight", counters.in_flight.to_string()),
        ("available", bucket.available.to_string()),
        (
            "next_seconds",
            bucket.next.map_or("slot".to_owned(), seconds),
        ),
        (
            "blocked_seconds",
            seconds(bucket.blocked.map(|block| block.left).unwrap_or_default()),
        ),
        ("breaker", breaker.unwrap_or("-").to_owned()),
        ("calls", counters.calls.to_string()),
        ("waited_seconds", seconds(counters.waited)),
        ("retries", counters.retries.to_string()),
        ("exhausted", counters.exhausted.to_string()),
        ("unpaid", counters.unpaid.to_string()),
    ]
    .map(|(key, value)| format!("{key}={value}"))
    .join(" ")
}

/// A name as a value: in quotes where it would not end at the next blank.
fn value(text: &str) -> String {
    let shown = clean(text);
    let bare = !shown.is_empty() && !shown.contains([' ', '"', '=']);
    match bare {
        true => shown,
        false => format!("\"{}\"", shown.replace('"', "\\\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_where_it_ends() {
        for (text, shown) in [
            ("api.example.com", "api.example.com"),
            ("", "\"\""),
            ("a b", "\"a b\""),
            ("a\" calls=9", "\"a\\\" calls=9\""),
            ("a\nb", "a\\u{a}b"),
        ] {
            assert_eq!(value(text), shown);
        }
    }
}
