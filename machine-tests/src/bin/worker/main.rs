//! One of several processes that share an account.
//!
//! ```text
//! worker saturate dir=… log=…/name limits=… [breaker=…] [tasks=2] [hold=0] [fails=0]
//! worker obey     dir=… limits=… [breaker=…]      does what it hears, a line for each word
//! worker fork     dir=… limits=…                  the same, but twice: it forks before
//! ```
//!
//! Says `ready` when it has the account, or `error` with the kind and the text. Warnings go to
//! the standard error output.

mod fork;
mod obey;
mod options;
mod saturate;

use std::io::{Write as _, stderr, stdout};
use std::process::exit;

use tollgate_limiter::{Account, Plan, Registry, Scope};
use tollgate_machine_tests::{breaker, limits};

use self::options::Options;

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
    let account = account(&options);
    if options.mode() == "fork" {
        return fork::run(&account);
    }
    say("ready");
    match options.mode() {
        "saturate" => runtime.block_on(saturate::run(&account, &options)),
        "obey" => runtime.block_on(obey::run(account)),
        other => panic!("no mode {other}"),
    }
}

fn account(options: &Options) -> Account {
    let mut plan = Plan::new(
        options.text("api", "api.example"),
        options.text("account", "me"),
    );
    for (name, text) in options.all("limits") {
        plan = plan.bucket(name, limits(text));
    }
    if let Some(text) = options.get("breaker") {
        plan = plan.breaker("read", breaker(text));
    }
    let scope = Scope::Machine(options.get("dir").map(Into::into));
    match Registry::process().account(&plan, &scope) {
        Ok(account) => account,
        Err(error) => {
            say(&format!("error {:?} {error}", error.kind()));
            exit(3);
        }
    }
}

/// Says a line to whoever started this process.
fn say(line: &str) {
    let mut output = stdout().lock();
    let said = writeln!(output, "{line}").and_then(|()| output.flush());
    if said.is_err() {
        exit(4); // Nobody listens any more.
    }
}
