//! Does what it hears, and says what came of it: a line for each word.

use std::io::stdin;
use std::process::exit;
use std::time::Duration;

use tokio::sync::mpsc::unbounded_channel;
use tokio::task::LocalSet;
use tollgate_limiter::{Bucket, Cost, Flight, Permit, Refused};
use tollgate_mapped::boottime;

use crate::{Post, say};

struct Worker {
    bucket: Bucket,
    flights: Vec<Flight>,
}

pub(crate) async fn run(post: Post) {
    // Words are read on a thread, so that tasks go on between them.
    let (sender, mut words) = unbounded_channel();
    std::thread::spawn(move || {
        for line in stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let mut worker = Worker {
        bucket: post.bucket,
        flights: Vec::new(),
    };
    let tasks = LocalSet::new();
    let listening = async {
        while let Some(line) = words.recv().await {
            let parts: Vec<&str> = line.split_whitespace().collect();
            say(&worker.hear(&parts).await);
        }
    };
    tasks.run_until(listening).await;
}

impl Worker {
    async fn hear(&mut self, words: &[&str]) -> String {
        match *words {
            // So many one after the other, each when it is there, at most so many milliseconds
            // for all of them; how many there were.
            ["take", count, millis] => {
                let kept = self.flights.len();
                let (taken, why) = self.take(count, millis).await;
                self.flights.truncate(kept);
                outcome(taken, why)
            }
            // The same, with their slots kept.
            ["hold", count, millis] => {
                let (taken, why) = self.take(count, millis).await;
                outcome(taken, why)
            }
            // The same, none of which is ever used.
            ["drop", count, millis] => {
                let (taken, why) = self.permits(count, millis).await;
                outcome(taken.len(), why)
            }
            ["release"] => {
                let held = self.flights.len();
                self.flights.clear();
                format!("{held}")
            }
            // One, and how long that took.
            ["call", millis] => self.call(millis).await,
            // So many who wait for ever, and what they get is used.
            ["crowd", count] => self.crowd(count),
            ["exit"] => exit(0),
            _ => panic!("{words:?} says nothing"),
        }
    }

    async fn take(&mut self, count: &str, millis: &str) -> (usize, Option<Refused>) {
        let (permits, why) = self.permits(count, millis).await;
        let taken = permits.len();
        self.flights.extend(permits.into_iter().map(Permit::spend));
        (taken, why)
    }

    async fn permits(&self, count: &str, millis: &str) -> (Vec<Permit>, Option<Refused>) {
        let count: usize = count.parse().expect("a number");
        let end = self.bucket.clock().now() + duration(millis);
        let mut permits = Vec::new();
        while permits.len() < count {
            match self.bucket.acquire(Cost::ONE, end).await {
                Ok(permit) => permits.push(permit),
                Err(refused) => return (permits, Some(refused)),
            }
        }
        (permits, None)
    }

    async fn call(&self, millis: &str) -> String {
        let asked = boottime();
        let end = self.bucket.clock().now() + duration(millis);
        let outcome = self.bucket.acquire(Cost::ONE, end).await;
        let took = (boottime() - asked) / 1_000;
        match outcome {
            Ok(permit) => {
                drop(permit.spend());
                format!("granted {took}")
            }
            Err(refused) => format!("refused {took} {:?}", refused.kind()),
        }
    }

    fn crowd(&self, count: &str) -> String {
        let count: usize = count.parse().expect("a number");
        for _ in 0..count {
            let bucket = self.bucket.clone();
            tokio::task::spawn_local(async move {
                while let Ok(permit) = bucket.acquire(Cost::ONE, None).await {
                    drop(permit.spend());
                    tokio::task::yield_now().await;
                }
            });
        }
        format!("{count}")
    }
}

fn outcome(taken: usize, why: Option<Refused>) -> String {
    match why {
        None => format!("{taken}"),
        Some(refused) => format!("{taken} {:?}", refused.kind()),
    }
}

fn duration(millis: &str) -> Duration {
    Duration::from_millis(millis.parse().expect("a number"))
}
