//! The vendor's side of tokens: each refresh token is taken once, and one access token is valid.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tollgate::Meter;
use tollgate_testkit::{Builder, Reply, Request, Vendor};

/// In every token, so that one look finds them all.
pub(crate) const SECRET: &str = "S3CR3T";

/// A token endpoint at `/token`. It begins with the refresh token `S3CR3T-R0-` and gives
/// `S3CR3T-A1-` and `S3CR3T-R1-` for it, and so on.
#[derive(Clone, Default)]
pub(crate) struct Desk(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    round: usize,
    expired: usize,
    refuses: bool,
    delay: Duration,
    life: Option<serde_json::Value>,
    faults: VecDeque<Reply>,
}

/// The refresh token that the desk takes before any other.
pub(crate) fn first_refresh_token() -> String {
    refresh_token(0)
}

fn refresh_token(round: usize) -> String {
    format!("{SECRET}-R{round}-")
}

fn access_token(round: usize) -> String {
    format!("{SECRET}-A{round}-")
}

impl Desk {
    /// A vendor with this desk and nothing else.
    pub(crate) fn vendor(&self) -> Builder {
        let desk = self.clone();
        Vendor::builder().handle("POST /token", move |request| desk.exchange(request))
    }

    /// How long each exchange takes.
    pub(crate) fn slow(self, delay: Duration) -> Self {
        self.lock().delay = delay;
        self
    }

    /// What it says about the life of tokens.
    pub(crate) fn life(self, seconds: impl Into<serde_json::Value>) -> Self {
        self.lock().life = Some(seconds.into());
        self
    }

    /// Answers the next exchange so, and takes no refresh token for it.
    pub(crate) fn fault(&self, reply: Reply) {
        self.lock().faults.push_back(reply);
    }

    /// Takes no access token that it has given.
    pub(crate) fn expire(&self) {
        let mut state = self.lock();
        state.expired = state.round;
    }

    /// Takes no access token at all.
    pub(crate) fn refuse_all(&self) {
        self.lock().refuses = true;
    }

    /// Whether the request carries the access token that is valid.
    pub(crate) fn admits(&self, request: &Request) -> bool {
        let state = self.lock();
        let valid = format!("Bearer {}", access_token(state.round));
        let is_valid = state.round > state.expired && !state.refuses;
        is_valid && request.header("authorization") == Some(&valid)
    }

    /// 401, or the item.
    pub(crate) fn guard(&self, request: &Request) -> Reply {
        match self.admits(request) {
            true => Reply::json_text("7"),
            false => Reply::json_text(r#"{"code":"expired"}"#).status(401),
        }
    }

    fn exchange(&self, request: &Request) -> Reply {
        let mut state = self.lock();
        if let Some(fault) = state.faults.pop_front() {
            // A delay of its own is kept.
            return match state.delay.is_zero() {
                true => fault,
                false => fault.delay(state.delay),
            };
        }
        if !request.body_text().contains(&refresh_token(state.round)) {
            let refusal = Reply::json_text(r#"{"error":"invalid_grant"}"#);
            return refusal.status(400).delay(state.delay);
        }
        state.round += 1;
        let mut answer = serde_json::json!({
            "access_token": access_token(state.round),
            "refresh_token": refresh_token(state.round),
            "token_type": "bearer",
        });
        if let Some(life) = &state.life {
            answer["expires_in"] = life.clone();
        }
        Reply::json(&answer).delay(state.delay)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("not poisoned")
    }
}

/// How many exchanges the vendor saw.
pub(crate) fn exchanges(vendor: &Vendor) -> usize {
    let requests = vendor.requests();
    let exchanges = requests.iter().filter(|request| request.path() == "/token");
    exchanges.count()
}

/// How many requests the vendor answered with this status.
pub(crate) fn answered(vendor: &Vendor, status: u16) -> usize {
    let requests = vendor.requests();
    let answered = requests
        .iter()
        .filter(|request| request.status() == Some(status));
    answered.count()
}

/// Ends a test: the vendor saw exactly these requests, and all were paid for.
#[track_caller]
pub(crate) fn paid(vendor: &Vendor, meter: &Meter, requests: usize) {
    vendor.assert_count(requests);
    vendor.assert_paid_exactly(meter);
}
