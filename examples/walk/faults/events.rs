//! The faults one by one, in the order in which the vendor saw them.

use std::fmt;
use std::time::Duration;

use tollgate::{Attempt, Cause};

use super::audit::{Audit, Sent};
use super::causes::name;
use crate::book::Purpose;

/// The shortest time that is shown with two decimals.
const SHOWN: Duration = Duration::from_millis(5);

/// A line for each answer from which something followed, and for each token.
impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>9}  {:<21}{:<14}then", "at", "asked for", "answer")?;
        self.sent.iter().try_for_each(|sent| write!(f, "{sent}"))
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            at,
            purpose,
            attempt,
            next,
        } = self;
        let then = match (purpose, next) {
            (_, Some(next)) => then(*purpose, attempt, next),
            (Purpose::Token, None) => "a token for all".to_owned(),
            (Purpose::Page(..), None) => return Ok(()),
        };
        let (at, answer) = (at.as_secs_f64(), answer(attempt, next.as_ref()));
        writeln!(f, "{at:>7.3} s  {purpose:<21}{answer:<14}{then}")
    }
}

/// A success that is followed by a retry did not come whole.
fn answer(attempt: &Attempt, next: Option<&Attempt>) -> String {
    let retried = next.is_some_and(|next| next.cause == Cause::Retry);
    match attempt.status {
        None => "none".to_owned(),
        Some(status) if status.is_success() && retried => format!("{} in part", status.as_u16()),
        Some(status) => status.as_u16().to_string(),
    }
}

fn then(purpose: Purpose, attempt: &Attempt, next: &Attempt) -> String {
    let mut then = name(purpose, next.cause).to_owned();
    if next.host != attempt.host {
        then = format!("{then} to another host, paid from `{}`", next.bucket);
    }
    for (what, time) in [("paused", next.paused), ("waited", next.waited)] {
        if time >= SHOWN {
            then = format!("{then}, {what} {:.2} s", time.as_secs_f64());
        }
    }
    then
}
