//! The walk through a vendor that misbehaves in the middle of it.
//!
//! The vendor follows a [`script`]; the walk is the same as ever. Afterwards the ledgers that came
//! with the pages are put beside what the vendor recorded, request by request ([`audit`]). Shown
//! is what happened ([`events`]), what was paid for what ([`causes`]), and whether the books match
//! ([`balance`]).

mod audit;
mod balance;
mod causes;
mod events;
mod script;
mod session;

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tollgate::Meter;
use tollgate_testkit::{Request, Vendor};

use self::audit::Audit;
use self::balance::Balance;
use self::causes::Causes;
use self::script::Scripted;
pub(crate) use self::session::Session;
use crate::basecamp::{Account, Archive};
use crate::book::{Book, Entries};
use crate::options::Options;
use crate::tour;
use crate::vendor::{self, Site};

/// The vendor's two hosts.
struct Hosts {
    script: Arc<Scripted>,
    main: Vendor,
    archive: Vendor,
}

/// Walks, shows what came of it, also of a walk that failed, and says whether the books match.
pub(crate) async fn walk<A: Account>(options: &Options) -> Result<bool, Box<dyn Error>> {
    let hosts = Hosts::open(options).await?;
    let book = Arc::new(Book::default());
    let session = Session::new(&options.token, &book);
    let client = A::with_session(hosts.main.url(), session)?;
    let archive = Archive::builder()
        .base_url(hosts.archive.url())
        .process()
        .build()?;

    let begin = Instant::now();
    let walked = tour::walk(&client, &book, &tour::bar()).await;
    let duration = begin.elapsed();

    let meter = client.counters() + archive.meter();
    let is_clean = show(&hosts, &book.entries(), &meter, duration);
    walked?;
    Ok(is_clean)
}

fn show(hosts: &Hosts, entries: &Entries, meter: &Meter, duration: Duration) -> bool {
    let causes = Causes::new(&entries.calls);
    let seen = hosts.requests();
    let throttled = seen.iter().filter(|seen| seen.status() == Some(429));
    let throttled = throttled.count() as u64;
    let audit = Audit::new(&entries.calls, seen);
    let (scripted, not_met) = hosts.script.outcome();
    let balance = Balance {
        seen: hosts.count(),
        requests: meter.requests,
        permits: meter.permits,
        entered: causes.total().requests,
        entered_permits: causes.total().permits,
        unmatched: audit.unmatched as u64,
        over_ceiling: (hosts.main.throttled() + hosts.archive.throttled()) as u64,
        throttled,
        scripted: scripted as u64,
        not_met: not_met as u64,
        items: entries.items(),
        astray: entries.astray(),
        duration,
    };
    println!("{audit}\n{causes}\n{balance}");
    balance.is_clean()
}

impl Hosts {
    async fn open(options: &Options) -> Result<Self, String> {
        let site = Site::new(options)?;
        let old = site.clone();
        let archive = vendor::start(options, move |request| old.reply(request)).await?;
        let script = Arc::new(Scripted::new(site, options.pages, archive.url()));
        let scripted = Arc::clone(&script);
        let main = vendor::start(options, move |request| scripted.answer(request)).await?;
        Ok(Self {
            script,
            main,
            archive,
        })
    }

    fn requests(&self) -> Vec<Request> {
        let mut requests = self.main.requests();
        requests.extend(self.archive.requests());
        requests
    }

    fn count(&self) -> u64 {
        let hosts = [&self.main, &self.archive];
        let seen = hosts.map(|host| host.count() + host.malformed().len());
        seen.iter().sum::<usize>() as u64
    }
}
