//! One of the processes of a fleet.
//!
//! ```text
//! fleet-worker saturate fleet=URL limits=… log=…/name [tasks=2] [hold=0] [cancel=0]
//! fleet-worker obey     fleet=URL limits=…      does what it hears, a line for each word
//! fleet-worker fork     … child=…/name          saturates, and forks in between
//! ```
//!
//! All take `skew=MS` (declared with the limits), `clock=MS` (how far its clock is off, also
//! behind), `timeout=MS`, `share=N` (of the limits without the store, else nothing), and
//! `account=NAME`. Says `ready` when it has the account, or `error` with the kind and the text.
//! Warnings go to the standard error output.

mod fork;
mod obey;
mod options;
mod saturate;

use std::io::{Write as _, stderr, stdout};
use std::num::NonZeroU32;
use std::process::exit;
use std::time::Duration;

use tollgate_fleet_tests::{AHEAD, limits};
use tollgate_limiter::{Bucket, Clock, Fleet, Plan, Registry, Scope, Without};

use self::options::Options;

/// A bucket of the fleet, and how many nanoseconds its clock is ahead of the machine's.
struct Post {
    bucket: Bucket,
    ahead: u64,
}

fn main() {
    let options = Options::of_process();
    tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(false)
        .init();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let post = post(&options);
    say("ready");
    match options.mode() {
        "saturate" => runtime.block_on(saturate::run(&post, &options, "log")),
        "obey" => runtime.block_on(obey::run(post)),
        "fork" => fork::run(&post, &options),
        other => panic!("no mode {other}"),
    }
}

fn post(options: &Options) -> Post {
    let limits = limits(
        options.get("limits").expect("limits"),
        options.millis("skew", 0),
    );
    let account = options.get("account").unwrap_or("me");
    let plan = Plan::new("api.example", account).bucket("read", limits);
    let (registry, ahead) = registry(options);
    match registry.account(&plan, &Scope::Fleet(fleet(options))) {
        Ok(account) => Post {
            bucket: account.bucket("read").expect("declared").clone(),
            ahead,
        },
        Err(error) => {
            say(&format!("error {:?} {error}", error.kind()));
            exit(3);
        }
    }
}

fn fleet(options: &Options) -> Fleet {
    let fleet = Fleet::new(options.get("fleet").expect("a store"));
    let fleet = fleet.timeout(options.millis("timeout", 1_000));
    match NonZeroU32::new(options.number("share", 0)) {
        Some(machines) => fleet.without(Without::Share(machines)),
        None => fleet,
    }
}

/// A registry whose clock is off by as much as was asked, or that of the process.
fn registry(options: &Options) -> (&'static Registry, u64) {
    let Some(clock) = options.get("clock") else {
        return (Registry::process(), 0);
    };
    let off: i64 = clock.parse().expect("milliseconds");
    let ahead = match u64::try_from(off) {
        Ok(off) => AHEAD + Duration::from_millis(off),
        Err(_) => AHEAD - Duration::from_millis(off.unsigned_abs()),
    };
    let registry = Registry::with_clock(Clock::ahead(ahead));
    let nanos = u64::try_from(ahead.as_nanos()).expect("minutes at most");
    (Box::leak(Box::new(registry)), nanos)
}

/// Says a line to whoever started this process.
fn say(line: &str) {
    let mut output = stdout().lock();
    let said = writeln!(output, "{line}").and_then(|()| output.flush());
    if said.is_err() {
        exit(4); // Nobody listens any more.
    }
}
