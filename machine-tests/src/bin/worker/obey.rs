//! Does what it hears, and says what came of it: a line for each word, in their order; what
//! takes time is answered by a line that begins with its number.

use std::cell::RefCell;
use std::io::stdin;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, exit};
use std::rc::Rc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::{LocalSet, spawn_local};
use tollgate_limiter::{Account, Breaker, Bucket, Cost, Event, Flight, Moment, Pass, Registry};
use tollgate_mapped::boottime;

use crate::say;

struct Worker {
    account: Account,
    flights: RefCell<Vec<Flight>>,
    passes: RefCell<Vec<Pass>>,
}

pub(crate) async fn run(account: Account) {
    let mut words = words();
    let worker = Rc::new(Worker {
        account,
        flights: RefCell::default(),
        passes: RefCell::default(),
    });
    let tasks = LocalSet::new();
    tasks
        .run_until(async {
            while let Some(line) = words.recv().await {
                let parts: Vec<&str> = line.split_whitespace().collect();
                worker.hear(&parts);
            }
        })
        .await;
}

/// The lines of the standard input.
fn words() -> UnboundedReceiver<String> {
    let (sender, receiver) = unbounded_channel();
    std::thread::spawn(move || {
        for line in stdin().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

impl Worker {
    fn hear(self: &Rc<Self>, words: &[&str]) {
        match *words {
            // As many as there are at once, up to so many, spent; of `read` or of another bucket.
            ["take", count] => say(&format!("{}", self.take("read", count))),
            ["take", count, bucket] => say(&format!("{}", self.take(bucket, count))),
            // The same, with their slots kept.
            ["hold", count] => say(&format!("{}", self.hold("read", count))),
            ["release"] => say(&format!("{}", self.flights.take().len())),
            // Waits for one, at most so many milliseconds; keeps its slot.
            ["wait", id, millis] => self.wait(id, millis),
            ["block", millis] => {
                self.bucket("read").block_until(soon(millis));
                say("blocked");
            }
            ["enter"] => say(&self.enter()),
            ["fail"] => self.report(Pass::failed),
            ["succeed"] => self.report(Pass::succeeded),
            ["state"] => say(&format!("{:?}", self.breaker().state())),
            ["request"] => {
                self.bucket("read").count(Event::Request);
                say("counted");
            }
            // The vendor calls that bucket by this name.
            ["learn", bucket, name] => {
                Registry::process().learn(self.bucket(bucket), name);
                say("learnt");
            }
            ["exec"] => restart(),
            ["meter"] => say(&self.meter()),
            ["exit"] => exit(0),
            _ => panic!("{words:?} says nothing"),
        }
    }

    fn bucket(&self, name: &str) -> &Bucket {
        self.account.bucket(name).expect("declared")
    }

    fn breaker(&self) -> &Breaker {
        self.account.breaker("read").expect("declared")
    }

    fn take(&self, bucket: &str, count: &str) -> usize {
        let before = self.flights.borrow().len();
        let taken = self.hold(bucket, count);
        self.flights.borrow_mut().truncate(before);
        taken
    }

    fn hold(&self, bucket: &str, count: &str) -> usize {
        let count: usize = count.parse().expect("a number");
        let permits = (0..count).map_while(|_| self.bucket(bucket).try_acquire(Cost::ONE).ok());
        let flights: Vec<Flight> = permits.map(tollgate_limiter::Permit::spend).collect();
        let taken = flights.len();
        self.flights.borrow_mut().extend(flights);
        taken
    }

    fn wait(self: &Rc<Self>, id: &str, millis: &str) {
        let (id, end) = (id.to_owned(), soon(millis));
        let worker = Rc::clone(self);
        spawn_local(async move {
            match worker.bucket("read").acquire(Cost::ONE, end).await {
                Ok(permit) => {
                    let granted = permit.granted().as_nanos();
                    worker.flights.borrow_mut().push(permit.spend());
                    say(&format!("{id} granted {granted} {}", boottime()));
                }
                Err(refused) => say(&format!("{id} refused {} {refused}", boottime())),
            }
        });
    }

    fn enter(&self) -> String {
        match self.breaker().enter() {
            Ok(pass) => {
                self.passes.borrow_mut().push(pass);
                "entered".to_owned()
            }
            Err(open) => format!("open {}", open.left.as_millis()),
        }
    }

    fn report(&self, report: impl Fn(Pass)) {
        let pass = self.passes.borrow_mut().pop();
        report(pass.expect("it entered"));
        say("reported");
    }

    fn meter(&self) -> String {
        let meter = self.bucket("read").meter();
        format!(
            "permits={} requests={} in_flight={} waiting={} blocks={}",
            meter.permits, meter.requests, meter.in_flight, meter.waiting, meter.blocks
        )
    }
}

/// Becomes another program, which is this one.
fn restart() -> ! {
    let program = std::env::current_exe().expect("this program");
    let error = Command::new(program)
        .args(std::env::args_os().skip(1))
        .exec();
    panic!("{error}");
}

fn soon(millis: &str) -> Moment {
    let wait = Duration::from_millis(millis.parse().expect("a number"));
    Moment::from_nanos(boottime()) + wait
}
