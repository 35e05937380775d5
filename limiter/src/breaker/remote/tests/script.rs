//! The script decides as the machine does.

use std::cell::Cell;
use std::num::NonZeroU32;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tollgate_storekit::Server;

use crate::breaker::machine::{Machine, Outcome, Ticket};
use crate::breaker::remote::letter::{Event, Said};
use crate::breaker::remote::{Remote, What};
use crate::fleet::{Script, Store};
use crate::machine::words::Writer;
use crate::moment::nanos;
use crate::{BreakerRules, BreakerState, Fleet, Key};

#[derive(Clone, Copy, Debug)]
enum Step {
    Pass(u64),
    Come,
    Settle(usize, Outcome),
}

fn story() -> impl Strategy<Value = Vec<Step>> {
    let outcome = prop_oneof![
        4 => Just(Outcome::Failure),
        1 => Just(Outcome::Success),
        1 => Just(Outcome::Answered),
        1 => Just(Outcome::Neutral),
    ];
    let step = prop_oneof![
        2 => (0..60_000_u64).prop_map(Step::Pass),
        3 => Just(Step::Come),
        4 => (0..4_usize, outcome).prop_map(|(index, outcome)| Step::Settle(index, outcome)),
    ];
    prop::collection::vec(step, 1..60)
}

/// The state in the store, with its clock in our hands.
struct Stored {
    store: Store,
    script: Script,
    key: String,
    /// Microseconds.
    now: u64,
    remote: Remote,
}

impl Stored {
    async fn tell(&mut self, asks: bool, event: Option<Event>) -> Said {
        let key = Key::new("script.example", self.key.as_str(), "me");
        self.remote.events = event.into_iter().collect();
        let (mut args, _) = self.remote.write(&key, 0, self.now * 1_000);
        args[3] = u8::from(asks).to_string();
        args.push(self.now.to_string());
        let answer = self.store.run(&self.script, &[&self.key], &args).await;
        Said::read(&answer.unwrap(), self.now * 1_000).expect("a state")
    }
}

/// All that a state is, but for the number of its epoch.
fn seen(machine: &Machine) -> Vec<u64> {
    let mut words = Writer::default();
    machine.save(&mut words);
    words.words()[1..].to_vec()
}

fn rules() -> BreakerRules {
    let open = Duration::from_millis(100);
    BreakerRules::new(NonZeroU32::new(3).unwrap(), open).probe(Duration::from_millis(50))
}

async fn live(mut stored: Stored, story: Vec<Step>) {
    let mut model = Machine::new(rules());
    let mut said = stored.tell(false, None).await;
    let mut under_way: Vec<(Ticket, Ticket)> = Vec::new();
    for step in story {
        match step {
            Step::Pass(by) => stored.now += by,
            Step::Come => {
                let half_open = model.state(stored.now * 1_000) != BreakerState::Closed;
                let entered = model.enter(stored.now * 1_000);
                said = stored.tell(half_open, None).await;
                assert_eq!(said.given, half_open && entered.is_ok(), "one probe");
                under_way.extend(entered.map(|ticket| (ticket, said.state.ticket())));
            }
            Step::Settle(index, outcome) if index < under_way.len() => {
                // Twice now and then, as no client does.
                let (mine, theirs) = match outcome {
                    Outcome::Answered => under_way[index],
                    _ => under_way.remove(index),
                };
                model.settle(mine, outcome, stored.now * 1_000);
                let event = Event {
                    what: What::Settled(outcome),
                    ticket: theirs,
                    at: stored.now * 1_000,
                };
                said = stored.tell(false, Some(event)).await;
            }
            Step::Settle(..) => {}
        }
        assert_eq!(seen(&said.state), seen(&model));
    }
}

#[test]
fn the_script_decides_as_the_machine_does() {
    let server = Server::start();
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    let text = include_str!("../../../fleet/breaker.lua");
    let real = "redis.call('TIME')";
    assert_eq!(text.matches(real).count(), 1);
    let text = text.replace(real, "{0, table.remove(ARGV)}");
    let cases = Cell::new(0);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    runner
        .run(&story(), |story| {
            cases.set(cases.get() + 1);
            let fleet = Fleet::new(server.url());
            let stored = Stored {
                store: Store::new(&fleet).unwrap(),
                script: Script::new(text.clone()),
                key: format!("case {}", cases.get()),
                now: 1_800_000_000_000_000,
                remote: Remote::new(fleet, rules()),
            };
            runtime.block_on(live(stored, story));
            Ok(())
        })
        .unwrap();
    assert_eq!(nanos(rules().open()), 100_000_000);
}
