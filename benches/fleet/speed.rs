//! Permits per second where no limit holds anybody back.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use tokio::task::LocalSet;
use tollgate_benches::{Plan, Reach, Spread, TASKS, Table, say};
use tollgate_limiter::Cost;
use tollgate_storekit::Server;

use crate::peer;
use crate::raw::{self, Question};
use crate::recorder::{self, Ask};

/// More than anybody takes.
const RATE: u32 = 50_000_000;
/// Times as many as one a trip.
const TIMES: f64 = 5.0;

/// One row.
struct Subject {
    name: String,
    run: Box<dyn Fn(Duration) -> f64>,
}

pub(crate) fn bench(server: &Server, plan: Plan, reach: &mut Reach) {
    let span = plan.pick(Duration::from_secs(2), Duration::from_millis(400));
    say(format_args!(
        "## {TASKS} tasks, one connection, permits per second, {} × {span:?}\n",
        plan.rounds()
    ));
    let subjects = subjects(server);
    let mut rounds = vec![Vec::new(); subjects.len()];
    for _ in 0..plan.rounds() {
        for (subject, rounds) in subjects.iter().zip(&mut rounds) {
            rounds.push((subject.run)(span));
        }
    }
    let spreads: Vec<Spread> = rounds.into_iter().map(Spread::of).collect();
    let (peer, single) = (spreads[1].median, spreads[2].median);
    let mut table = Table::new(["subject", "permits/s", "× the peer", "× one a trip"]);
    for (subject, spread) in subjects.iter().zip(&spreads) {
        table.row([
            subject.name.clone(),
            format!("{spread:.0}"),
            format!("{:.2}", spread.median / peer),
            format!("{:.2}", spread.median / single),
        ]);
    }
    table.print();
    let ours = spreads[spreads.len() - 1].median;
    let most = spreads[spreads.len() - 2].median;
    reach.at_least("our script, 128 a trip, × the peer", most / peer, TIMES);
    let leased = "`Bucket::acquire`, × our script one a trip";
    reach.at_least(leased, ours / single, TIMES);
}

fn subjects(server: &Server) -> Vec<Subject> {
    // The tasks of a subject live no longer than its run, and the server until the end.
    let place = Rc::new(server.url());
    let ask = recorder::record(server, RATE, RATE);
    let subject = |name: &str, units: u32, question: Question| {
        let place = Rc::clone(&place);
        Subject {
            name: name.to_owned(),
            run: Box::new(move |span| raw::per_second(&place, &question, units, span)),
        }
    };
    let mut subjects = vec![
        subject("floor: PING", 1, Question::Ping),
        subject(
            "a peer: its script, one a trip",
            1,
            peer::ask("peer", RATE, RATE).into(),
        ),
        subject("our script, one a trip", 1, ask.clone().into()),
    ];
    for units in [8, 32, 128] {
        let name = format!("our script, {units} a trip");
        subjects.push(subject(&name, units, several(&ask, units).into()));
    }
    subjects.push(Subject {
        name: "`Bucket::acquire`".to_owned(),
        run: Box::new(move |span| acquire(&place, span)),
    });
    subjects
}

/// The same, for more at once: it ends with how many are wanted.
fn several(ask: &Ask, units: u32) -> Ask {
    let mut ask = ask.clone();
    let last = ask.rest.last_mut().expect("arguments");
    assert_eq!(last, b"1", "one was wanted");
    *last = units.to_string().into_bytes();
    ask
}

/// Through our client, with leases.
fn acquire(url: &str, span: Duration) -> f64 {
    let count = Rc::new(Cell::new(0_u32));
    let tasks = LocalSet::new();
    let start = Instant::now();
    for _ in 0..TASKS {
        let (bucket, count) = (crate::bucket(url, "leased", RATE, RATE), Rc::clone(&count));
        tasks.spawn_local(async move {
            while start.elapsed() < span {
                let permit = bucket
                    .acquire(Cost::ONE, None)
                    .await
                    .expect("there is room");
                drop(permit.spend());
                count.set(count.get() + 1);
                // A client would wait for its answer here.
                tokio::task::yield_now().await;
            }
        });
    }
    raw::runtime().block_on(tasks);
    f64::from(count.get()) / start.elapsed().as_secs_f64()
}
