//! All gates of a vendor and their counters: one decision for one request.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::Gate;
use super::counter::{Counter, Nanos};
use crate::request::Request;

/// The vendor's gates with what they have counted so far.
pub(crate) struct Gates {
    start: Instant,
    gates: Vec<(Gate, HashMap<Vec<u8>, Counter>)>,
}

/// The decision about one request.
pub(crate) enum Verdict {
    Pass(Admission),
    /// Beyond a ceiling; would pass after this time, if time helps.
    Over(Option<Duration>),
}

/// Which counters an exchange was charged to, to be given back when it ends.
#[derive(Default)]
pub(crate) struct Admission(Vec<(usize, Vec<u8>)>);

impl Gates {
    pub(crate) fn new(gates: Vec<Gate>) -> Self {
        let gates = gates
            .into_iter()
            .map(|gate| (gate, HashMap::new()))
            .collect();
        Self {
            start: Instant::now(),
            gates,
        }
    }

    /// Decides by the instant at which the request arrived.
    pub(crate) fn decide(&mut self, request: &Request) -> Verdict {
        let now = self.nanos(request.arrived());
        let mut admission = Admission::default();
        let mut over = false;
        let mut until = Some(now);
        for (index, (gate, counters)) in self.gates.iter_mut().enumerate() {
            if !gate.holds_for(request) {
                continue;
            }
            let key = gate.key_of(request);
            let counter = counters
                .entry(key.clone())
                .or_insert_with(|| Counter::new(gate.ceiling, now));
            if let Err(stop) = counter.check(now, gate.cost_of(request)) {
                over = true;
                until = later(until, stop.until);
            }
            admission.0.push((index, key));
        }
        self.charge(request, now, &admission, over);
        if over {
            return Verdict::Over(until.map(|until| Duration::from_nanos(until - now)));
        }
        Verdict::Pass(admission)
    }

    fn charge(&mut self, request: &Request, now: Nanos, admission: &Admission, over: bool) {
        for (index, key) in &admission.0 {
            let (gate, counters) = &mut self.gates[*index];
            let in_flight = gate.ceiling.rate().is_none();
            if over && (in_flight || !gate.counts_rejected) {
                continue;
            }
            if let Some(counter) = counters.get_mut(key) {
                counter.charge(now, gate.cost_of(request));
            }
        }
    }

    /// An exchange that passed has ended.
    pub(crate) fn release(&mut self, admission: &Admission) {
        for (index, key) in &admission.0 {
            if let Some(counter) = self.gates[*index].1.get_mut(key) {
                counter.release();
            }
        }
    }

    fn nanos(&self, instant: Instant) -> Nanos {
        let since = instant.saturating_duration_since(self.start).as_nanos();
        u64::try_from(since).unwrap_or(u64::MAX)
    }
}

/// The later of two instants; never, if one of them is never.
fn later(one: Option<Nanos>, other: Option<Nanos>) -> Option<Nanos> {
    Some(one?.max(other?))
}
