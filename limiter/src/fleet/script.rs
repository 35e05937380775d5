//! The script that decides, and what goes into it.
//!
//! In comes what a process tells and asks ([`Ask`]), out go the keys and arguments of the script. The
//! script itself is in `admit`, in parts that are put together here. All keys of an account are in
//! one hash slot, and none but those that are named are touched.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::machine;

use super::limit::{Limit, limits_of};
use super::message::{Ask, Counts, News, Topic, Unit};
use super::store::Script;

/// The parts of the script, in their order.
const PARTS: [&str; 10] = [
    include_str!("admit/1_words.lua"),
    include_str!("admit/2_tat.lua"),
    include_str!("admit/3_line.lua"),
    include_str!("admit/4_rules.lua"),
    include_str!("admit/5_caps.lua"),
    include_str!("admit/6_state.lua"),
    include_str!("admit/7_news.lua"),
    include_str!("admit/8_turns.lua"),
    include_str!("admit/9_admit.lua"),
    include_str!("admit/10_save.lua"),
];

/// The beginning of all keys; the number is that of the format of what is kept.
pub(super) const PREFIX: &str = "tollgate:1:";

/// No longer time is told, in microseconds: 35 years. The script adds such up to sums below 2^53.
pub(super) const LONGEST: u64 = 1 << 50;
/// No larger number is told that is no time.
const LARGEST: u64 = 1 << 52;

pub(super) fn script() -> Script {
    Script::new(text())
}

pub(super) fn text() -> String {
    PARTS.concat()
}

/// What a trip is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// To tell and to get.
    Ask,
    /// To look; nothing is changed.
    Look,
    /// To forget what was used.
    Reset,
}

/// One call of the script.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) keys: Vec<String>,
    pub(super) args: Vec<String>,
}

/// What all keys of an account begin with.
pub(crate) fn account_prefix(api: &str, account: &str) -> String {
    let mut digest = Sha256::new();
    for part in [api, account] {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    let digits: String = digest.finalize()[..12]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{PREFIX}{{{digits}}}:")
}

impl Call {
    pub(super) fn new(topic: &Topic, ask: &Ask, mode: Mode) -> Self {
        let limits = limits_of(&ask.rules, ask.hold.min(LONGEST));
        Self {
            keys: keys(topic, &limits, &ask.joined),
            args: Words::of(topic, ask, &limits, mode).0,
        }
    }
}

/// The state, the counters, one list for each limit that has one, and the states of buckets that have
/// joined.
fn keys(topic: &Topic, limits: &[Limit], joined: &[Arc<str>]) -> Vec<String> {
    let Topic {
        api,
        account,
        bucket,
    } = topic;
    let prefix = format!("{}{bucket}:", account_prefix(api, account));
    let lines = limits.iter().filter(|limit| limit.has_line());
    let lines = lines.map(|limit| format!("{prefix}{}", limit.id));
    let fixed = [STATE, METER].map(|end| format!("{prefix}{end}"));
    let others = joined.iter().map(|name| {
        let prefix = account_prefix(api, account);
        format!("{prefix}{name}:{STATE}")
    });
    fixed.into_iter().chain(lines).chain(others).collect()
}

/// How the keys of the state and of the counters end.
pub(super) const STATE: &str = "s";
pub(super) const METER: &str = "m";

/// The arguments, as `admit` reads them.
struct Words(Vec<String>);

impl Words {
    fn of(topic: &Topic, ask: &Ask, limits: &[Limit], mode: Mode) -> Self {
        let Ask {
            rules: _,
            slots,
            process,
            open,
            news,
            joined,
            counts,
            wants,
            waited,
            horizon,
            hold,
            grace,
            known,
        } = ask;
        let mut words = Self(Vec::with_capacity(64));
        words.put(match mode {
            Mode::Ask => "ask",
            Mode::Look => "look",
            Mode::Reset => "reset",
        });
        words.put(process);
        words.put(open);
        words.put(slots.unwrap_or_default());
        match waited {
            Some(waited) => words.time(*waited),
            None => words.put("-1"),
        }
        words.time(*horizon);
        words.time(*hold);
        words.time(*grace);
        words.number(known.map_or(0, |known| known.lineage));
        words.number(known.map_or(0, |known| known.alive));
        words.limits(limits);
        words.topic(topic);
        words.counts(*counts);
        words.news(news);
        words.put(joined.len());
        for name in joined {
            words.number(machine::digest_of(name) >> 11);
        }
        words.wants(wants);
        words
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "numbers and texts, as they stand there"
    )]
    fn put(&mut self, word: impl ToString) {
        self.0.push(word.to_string());
    }

    fn time(&mut self, micros: u64) {
        self.put(micros.min(LONGEST));
    }

    fn number(&mut self, number: u64) {
        self.put(number.min(LARGEST));
    }

    fn topic(&mut self, topic: &Topic) {
        let Topic {
            api,
            account,
            bucket,
        } = topic;
        self.put(api);
        self.put(account);
        self.put(bucket);
    }

    fn limits(&mut self, limits: &[Limit]) {
        let largest = limits.iter().map(|limit| limit.units).min();
        let longest = limits.iter().map(Limit::memory).max();
        self.put(largest.unwrap_or(u32::MAX));
        self.number(longest.unwrap_or_default());
        self.put(limits.len());
        for limit in limits {
            let Limit {
                id,
                kind,
                units,
                span,
                unit,
                full,
                decides,
            } = limit;
            self.put(id);
            self.put(kind.letter());
            self.put(units);
            self.number(*span);
            self.number(unit.whole);
            self.number(unit.rest);
            self.number(unit.of);
            self.number(full.whole);
            self.number(full.rest);
            self.put(u8::from(*decides));
        }
    }

    fn counts(&mut self, counts: Counts) {
        let Counts {
            calls,
            requests,
            permits,
            waited,
            retries,
            exhausted,
            lost,
        } = counts;
        for count in [calls, requests, permits, waited, retries, exhausted, lost] {
            self.number(count);
        }
    }

    fn news(&mut self, news: &[News]) {
        self.put(news.len());
        for news in news {
            match *news {
                News::Blocked { left } => {
                    self.put("blocked");
                    self.time(left);
                }
                News::Unsent { unit } => {
                    self.put("unsent");
                    self.unit(unit);
                }
                News::Moved { unit, ago } => {
                    self.put("moved");
                    self.unit(unit);
                    self.time(ago);
                }
                News::Spent { units, ago, away } => {
                    self.put("spent");
                    self.put(units);
                    self.time(ago);
                    self.time(away);
                }
                News::Left {
                    unit,
                    remaining,
                    left,
                    policy,
                } => {
                    self.put("left");
                    self.unit(unit);
                    self.number(remaining);
                    self.time(left);
                    self.put(policy.map_or_else(|| "-".to_owned(), |policy| policy.to_string()));
                }
                News::Jumped { by, since } => {
                    self.put("jumped");
                    self.time(by);
                    self.time(since);
                }
            }
        }
    }

    fn unit(&mut self, unit: Unit) {
        let Unit {
            lineage,
            at,
            units,
            serial,
            position,
        } = unit;
        self.number(lineage);
        self.number(at);
        self.put(units);
        self.number(serial);
        self.number(position);
    }

    /// What is wanted, equal ones together.
    fn wants(&mut self, wants: &[u32]) {
        let runs = wants.chunk_by(|one, next| one == next);
        self.put(runs.clone().count());
        for run in runs {
            self.put(run[0]);
            self.put(run.len());
        }
    }
}
