//! One store: its address, and the connection that all buckets of a process share.
//!
//! In goes a script with its keys and arguments, out comes what it returned, or a named [`Fault`]
//! within the timeout. Knows nothing of limits. What it is careful about:
//!
//! - A request is sent once. Only what provably did not run is sent again: a script that the
//!   server does not have, as its text; and what found the connection closed.
//! - A connection that failed in any way, or on which an answer did not come in time, is dropped:
//!   what comes late is nobody's.
//! - While one connection is being made, the others wait for that one.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};

use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, Cmd, ErrorKind, FromRedisValue, RedisError, ServerErrorKind,
    ToRedisArgs, Value,
};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::OnceCell;
use tokio::time::{Instant, timeout_at};

use super::address::Address;
use super::fault::{Fault, Stage};
use crate::{Fleet, StoreError};

/// A script and the name under which servers keep it.
#[derive(Debug)]
pub(crate) struct Script {
    text: String,
    digest: String,
}

impl Script {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let digest = redis::Script::new(&text).get_hash().to_owned();
        Self { text, digest }
    }
}

/// A store, connected to when it is first asked.
#[derive(Debug)]
pub(crate) struct Store {
    fleet: Fleet,
    address: Address,
    link: Mutex<Arc<Link>>,
}

/// One connection, made by whoever needs it first.
type Link = OnceCell<MultiplexedConnection>;

/// What came of one request.
enum Sent {
    Answered(Value),
    /// The connection had been closed before anything was sent.
    Closed,
    Failed(RedisError),
}

impl Store {
    /// The store that `fleet` names; nothing is connected yet.
    pub(crate) fn new(fleet: &Fleet) -> Result<Self, StoreError> {
        Ok(Self {
            fleet: fleet.clone(),
            address: Address::read(fleet)?,
            link: Mutex::default(),
        })
    }

    pub(crate) fn fleet(&self) -> &Fleet {
        &self.fleet
    }

    /// When a trip that begins now has to be over.
    pub(super) fn end(&self) -> Instant {
        Instant::now() + self.fleet.patience()
    }

    /// What `script` returns. Takes no longer than the fleet's timeout, connecting included.
    ///
    /// Dropped before its end, it may have run, and whatever is under way for others goes on.
    pub(crate) async fn run<K, A>(
        &self,
        script: &Script,
        keys: &[K],
        args: &[A],
    ) -> Result<Value, Fault>
    where
        K: ToRedisArgs,
        A: ToRedisArgs,
    {
        self.run_until(script, keys, args, self.end()).await
    }

    /// The same, until `end`.
    pub(super) async fn run_until<K, A>(
        &self,
        script: &Script,
        keys: &[K],
        args: &[A],
        end: Instant,
    ) -> Result<Value, Fault>
    where
        K: ToRedisArgs,
        A: ToRedisArgs,
    {
        let by_digest = request("EVALSHA", &script.digest, keys, args);
        let by_text = || request("EVAL", &script.text, keys, args);
        self.send(&by_digest, by_text, end).await
    }

    /// What `request` returns.
    pub(crate) async fn ask(&self, request: &Cmd) -> Result<Value, Fault> {
        self.send(request, || request.clone(), self.end()).await
    }

    /// All keys that `pattern` describes.
    pub(super) async fn keys(&self, pattern: &str) -> Result<Vec<String>, Fault> {
        let mut keys = Vec::new();
        let mut cursor = 0_u64;
        loop {
            let mut request = redis::cmd("SCAN");
            request
                .arg(cursor)
                .arg("MATCH")
                .arg(pattern)
                .arg("COUNT")
                .arg(1_000);
            let page = self.ask(&request).await?;
            let Ok((next, mut some)) = <(u64, Vec<String>)>::from_redis_value(page) else {
                return Err(Fault::answer("this is no page of keys"));
            };
            keys.append(&mut some);
            if next == 0 {
                break;
            }
            cursor = next;
        }
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }

    /// Sends `request`, and if the server does not have its script, `instead`.
    async fn send(
        &self,
        request: &Cmd,
        instead: impl FnOnce() -> Cmd,
        end: Instant,
    ) -> Result<Value, Fault> {
        let mut link = self.link();
        let mut sent = self.send_over(&link, request, end).await?;
        if matches!(sent, Sent::Closed) {
            self.drop_link(&link);
            link = self.link();
            sent = self.send_over(&link, request, end).await?;
        }
        if let Sent::Failed(error) = &sent
            && error.kind() == ErrorKind::Server(ServerErrorKind::NoScript)
        {
            sent = self.send_over(&link, &instead(), end).await?;
        }
        let error = match sent {
            Sent::Answered(value) => return Ok(value),
            Sent::Failed(error) => error,
            Sent::Closed => closed(),
        };
        let fault = Fault::of(&error, Stage::Asking);
        if fault.ends_connection() {
            self.drop_link(&link);
        }
        Err(fault)
    }

    /// Sends `request` once over `link`, which is connected first if it is not.
    async fn send_over(
        &self,
        link: &Arc<Link>,
        request: &Cmd,
        end: Instant,
    ) -> Result<Sent, Fault> {
        let connecting = timeout_at(end, link.get_or_try_init(|| self.connect()));
        let connection = match connecting.await {
            Ok(Ok(connection)) => connection.clone(),
            Ok(Err(error)) => return Err(Fault::of(&error, Stage::Connecting)),
            Err(_) => return Err(Fault::silent(Stage::Connecting, self.fleet.patience())),
        };
        match timeout_at(end, send_once(connection, request)).await {
            Ok(sent) => Ok(sent),
            Err(_) => {
                self.drop_link(link);
                Err(Fault::silent(Stage::Asking, self.fleet.patience()))
            }
        }
    }

    async fn connect(&self) -> Result<MultiplexedConnection, RedisError> {
        // Our own timeouts cover both, and the library's would cut ours short.
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(None)
            .set_response_timeout(None);
        let client = redis::Client::open(self.address.info().clone())?;
        client
            .get_multiplexed_async_connection_with_config(&config)
            .await
    }

    fn link(&self) -> Arc<Link> {
        let link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&link)
    }

    /// Has the next request make another connection than `failed`.
    fn drop_link(&self, failed: &Arc<Link>) {
        let mut link = self.link.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(&link, failed) {
            *link = Arc::default();
        }
    }
}

/// `EVALSHA` or `EVAL` of `script`.
fn request<K, A>(command: &str, script: &str, keys: &[K], args: &[A]) -> Cmd
where
    K: ToRedisArgs,
    A: ToRedisArgs,
{
    let mut request = redis::cmd(command);
    request.arg(script).arg(keys.len()).arg(keys).arg(args);
    request
}

/// Sends `request`.
///
/// A connection that the server has closed meanwhile says so at once, without a word having been
/// sent. That is certain where nothing else runs between handing the request over and looking for
/// the answer: on a runtime of one thread, where the task that holds the socket has no turn.
async fn send_once(mut connection: MultiplexedConnection, request: &Cmd) -> Sent {
    let mut answer = pin!(request.query_async(&mut connection));
    let mut first = true;
    let answer = std::future::poll_fn(|context| {
        let answer = answer.as_mut().poll(context);
        let at_once = std::mem::replace(&mut first, false);
        answer.map(|answer| (answer, at_once))
    });
    match answer.await {
        (Ok(value), _) => Sent::Answered(value),
        (Err(error), true) if error.is_connection_dropped() && is_alone() => Sent::Closed,
        (Err(error), _) => Sent::Failed(error),
    }
}

fn is_alone() -> bool {
    Handle::try_current().is_ok_and(|it| it.runtime_flavor() == RuntimeFlavor::CurrentThread)
}

fn closed() -> RedisError {
    RedisError::from(std::io::Error::from(std::io::ErrorKind::ConnectionReset))
}
