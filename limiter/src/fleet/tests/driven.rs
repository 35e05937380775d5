//! The script by a clock that a test holds in its hands.

use redis::Value;

use super::server::Server;
use crate::fleet::answer::{Answer, read};
use crate::fleet::message::{Ask, Counts, Known, News, Reply, Topic};
use crate::fleet::script::{Call, Mode, text};
use crate::fleet::store::{Script, Store};
use crate::rule::Spec;

/// A moment at which much has gone wrong elsewhere.
pub(super) const START: u64 = 1_796_006_676_000_999;

/// A server whose time and facts come from the test.
pub(super) struct Driven {
    pub(super) server: Server,
    store: Store,
    script: Script,
    /// The time.
    pub(super) now: u64,
    /// The run of the server, and for how many seconds it has run.
    pub(super) run: String,
    pub(super) uptime: u64,
}

/// The script with the two places changed where it learns time and facts. Production has no way to
/// do that.
pub(super) fn driven_text(text: &str) -> String {
    let places = [
        ("call('TIME')", "{ ARGV[#ARGV - 2], ARGV[#ARGV - 1] }"),
        ("call('INFO', 'server')", "ARGV[#ARGV]"),
    ];
    places
        .iter()
        .fold(text.to_owned(), |text, (there, instead)| {
            assert_eq!(text.matches(there).count(), 1, "{there} is asked for once");
            text.replace(there, instead)
        })
}

impl Driven {
    pub(super) fn start() -> Self {
        Self::by(driven_text(&text()))
    }

    pub(super) fn by(script: String) -> Self {
        let server = Server::start();
        Self {
            store: Store::new(&server.fleet()).expect("a URL"),
            server,
            script: Script::new(script),
            now: START,
            run: "one".to_owned(),
            uptime: 1_000_000_000,
        }
    }

    /// What the script answers now, whatever that is.
    pub(super) async fn value(&self, topic: &Topic, ask: &Ask, mode: Mode) -> Value {
        let Call { keys, mut args } = Call::new(topic, ask, mode);
        args.push((self.now / 1_000_000).to_string());
        args.push((self.now % 1_000_000).to_string());
        args.push(format!(
            "# Server\r\nrun_id:{}\r\nuptime_in_seconds:{}\r\n",
            self.run, self.uptime
        ));
        let answer = self.store.run(&self.script, &keys, &args).await;
        answer.unwrap_or_else(|fault| panic!("{fault}"))
    }

    pub(super) async fn answer(&self, topic: &Topic, ask: &Ask) -> Answer<Reply> {
        let value = self.value(topic, ask, Mode::Ask).await;
        read(&value, &ask.wants).unwrap_or_else(|| panic!("{value:?}"))
    }

    pub(super) async fn tell(&self, topic: &Topic, ask: &Ask) -> Reply {
        match self.answer(topic, ask).await {
            Answer::Done(reply) => reply,
            Answer::Foreign(specs) => panic!("there are other limits: {specs:?}"),
        }
    }
}

pub(super) fn topic(bucket: &str) -> Topic {
    Topic {
        api: "api.example".into(),
        account: "me".into(),
        bucket: bucket.into(),
    }
}

/// One who wants nothing.
pub(super) fn ask(rules: Vec<Spec>) -> Ask {
    Ask {
        rules,
        slots: None,
        process: 1,
        open: 0,
        news: Vec::new(),
        joined: Vec::new(),
        counts: Counts::default(),
        wants: Vec::new(),
        waited: None,
        horizon: 0,
        hold: 0,
        grace: 100_000,
        known: None,
    }
}

/// One who wants these, and waits for them.
pub(super) fn wanting(rules: &[Spec], wants: &[u32]) -> Ask {
    Ask {
        wants: wants.to_vec(),
        waited: Some(0),
        ..ask(rules.to_vec())
    }
}

pub(super) fn telling(rules: &[Spec], news: News) -> Ask {
    Ask {
        news: vec![news],
        ..ask(rules.to_vec())
    }
}

pub(super) fn known(reply: &Reply) -> Option<Known> {
    Some(Known {
        lineage: reply.lineage,
        alive: reply.alive,
    })
}
