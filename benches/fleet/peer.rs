//! The peer: a script of a dozen lines, one permit a trip, and a sleep where there is none.

use std::time::Duration;

use redis::Cmd;
use redis::aio::MultiplexedConnection;

use crate::raw;
use crate::recorder::Ask;

/// One admission under such a limit.
pub(crate) fn ask(key: &str, rate: u32, burst: u32) -> Ask {
    let unit = 1e6 / f64::from(rate);
    let words = [
        "1",
        key,
        &unit.to_string(),
        &(unit * f64::from(burst)).to_string(),
    ];
    Ask {
        script: include_bytes!("peer.lua").to_vec(),
        rest: words.map(|word| word.as_bytes().to_vec()).to_vec(),
    }
}

/// A limiter that asks for each permit.
#[derive(Clone)]
pub(crate) struct Peer {
    connection: MultiplexedConnection,
    command: Cmd,
}

impl Peer {
    pub(crate) async fn new(
        mut connection: MultiplexedConnection,
        key: &str,
        rate: u32,
        burst: u32,
    ) -> Self {
        let command = raw::by_digest(&mut connection, &ask(key, rate, burst)).await;
        Self {
            connection,
            command,
        }
    }

    pub(crate) async fn wait(&mut self) {
        loop {
            let micros: u64 = self
                .command
                .query_async(&mut self.connection)
                .await
                .expect("a number");
            if micros == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_micros(micros)).await;
        }
    }
}
