//! Sixty-four tasks on one connection that ask the store over and over, without our client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use redis::aio::MultiplexedConnection;
use redis::{Cmd, Value};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;
use tollgate_benches::TASKS;

use crate::recorder::Ask;

pub(crate) fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be started")
}

pub(crate) async fn connect(url: &str) -> MultiplexedConnection {
    let client = redis::Client::open(url).expect("a URL");
    let connection = client.get_multiplexed_async_connection().await;
    connection.expect("the server is there")
}

/// `EVALSHA` of a script that the server then has.
pub(crate) async fn by_digest(connection: &mut MultiplexedConnection, ask: &Ask) -> Cmd {
    let load = redis::cmd("SCRIPT").arg("LOAD").arg(&ask.script).to_owned();
    let digest: String = load.query_async(connection).await.expect("a script");
    let mut command = redis::cmd("EVALSHA");
    command.arg(digest);
    for word in &ask.rest {
        command.arg(word);
    }
    command
}

/// How many of `units` per answer there were in a second.
pub(crate) fn per_second(url: &str, question: &Question, units: u32, span: Duration) -> f64 {
    runtime().block_on(async {
        let mut connection = connect(url).await;
        let command = match question {
            Question::Ping => redis::cmd("PING"),
            Question::Script(ask) => by_digest(&mut connection, ask).await,
        };
        let command = Arc::new(command);
        let count = Arc::new(AtomicU64::new(0));
        let start = Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..TASKS {
            let (command, count) = (Arc::clone(&command), Arc::clone(&count));
            let mut connection = connection.clone();
            tasks.spawn(async move {
                while start.elapsed() < span {
                    let answer: Value = command
                        .query_async(&mut connection)
                        .await
                        .expect("an answer");
                    assert!(!matches!(answer, Value::ServerError(_)), "{answer:?}");
                    count.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while tasks.join_next().await.is_some() {}
        let answers = count.load(Ordering::Relaxed);
        #[expect(clippy::cast_precision_loss, reason = "millions")]
        let per_second = answers as f64 / start.elapsed().as_secs_f64();
        per_second * f64::from(units)
    })
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) enum Question {
    Ping,
    Script(Ask),
}

impl From<Ask> for Question {
    fn from(ask: Ask) -> Self {
        Self::Script(ask)
    }
}
