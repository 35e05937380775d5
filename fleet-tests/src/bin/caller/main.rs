//! A program that calls a vendor through a client, as one of a fleet.
//!
//! ```text
//! fleet-caller URL STORE CALLS
//! ```
//!
//! Says `ready`, makes so many calls when it hears anything, four at a time, says how many were
//! answered, and is there until it hears something again: counters are told behind.

#![allow(clippy::print_stdout, reason = "a program that answers on its output")]

use std::io::stdin;

use serde_json::Value;
use tokio::task::JoinSet;

/// Items.
#[tollgate::api(
    base_url = "https://items.invalid",
    auth = bearer,
    bucket(items, ceiling(200 per second, burst = 100), skew = 50ms),
    default_bucket = items
)]
trait Items {
    #[get("/items/{id}")]
    async fn item(&self, id: u64) -> Value;
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, store, calls] = &arguments[..] else {
        panic!("fleet-caller URL STORE CALLS");
    };
    let calls: u64 = calls.parse().expect("a number");
    let items = Items::builder().base_url(url).bearer("K1");
    let items = items.fleet(store.as_str()).build().expect("a client");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    println!("ready");
    let _ = stdin().lines().next();
    println!("{}", runtime.block_on(call(&items, calls)));
    let _ = stdin().lines().next();
}

async fn call(items: &Items, calls: u64) -> String {
    let mut tasks = JoinSet::new();
    for part in 0..4 {
        let items = items.clone();
        tasks.spawn(async move {
            for id in (0..calls).filter(|id| id % 4 == part) {
                items.item(id).await.map_err(|error| error.to_string())?;
            }
            Ok::<(), String>(())
        });
    }
    while let Some(outcome) = tasks.join_next().await {
        if let Err(error) = outcome.expect("no call panics") {
            return format!("failed: {error}");
        }
    }
    format!("answered {calls}")
}
