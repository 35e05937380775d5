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

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::{Cmd, ErrorKind, FromRedisValue, RedisError, ServerErrorKind, ToRedisArgs, Value};
use tokio::sync::OnceCell;
use tokio::time::{Instant, timeout_at};

use super::address::Address;
use super::fault::{Fault, Stage};
use super::link::{Connection, Sent};
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
type Link = OnceCell<Connection>;

/// Longer than anybody waits.
const LONG: Duration = Duration::from_secs(3_600);
/// So often a request follows its key to another server of a cluster.
const MOVES: u32 = 3;

impl Store {
    /// The store that `fleet` names; nothing is connected yet.
    pub(crate) fn new(fleet: &Fleet) -> Result<Self, StoreError> {
        Ok(Self {
            fleet: fleet.clone(),
            address: Address::read(fleet)?,
            link: Mutex::default(),
        })
    }

    /// When a trip that begins now has to be over.
    pub(super) fn end(&self) -> Instant {
        Instant::now() + self.fleet.patience().min(LONG)
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
    pub(crate) async fn keys(&self, pattern: &str) -> Result<Vec<String>, Fault> {
        let mut keys = Vec::new();
        #[cfg(feature = "fleet-cluster")]
        for node in self.nodes().await? {
            self.keys_of(pattern, &mut keys, |request| self.ask_node(request, &node))
                .await?;
        }
        if !self.address.is_cluster() {
            self.keys_of(pattern, &mut keys, |request| async move {
                self.ask(&request).await
            })
            .await?;
        }
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }

    /// Those of the server that `ask` asks.
    async fn keys_of<F>(
        &self,
        pattern: &str,
        keys: &mut Vec<String>,
        ask: impl Fn(Cmd) -> F,
    ) -> Result<(), Fault>
    where
        F: Future<Output = Result<Value, Fault>>,
    {
        let mut cursor = 0_u64;
        loop {
            let mut request = redis::cmd("SCAN");
            request
                .arg(cursor)
                .arg("MATCH")
                .arg(pattern)
                .arg("COUNT")
                .arg(1_000);
            let page = ask(request).await?;
            let Ok((next, mut some)) = <(u64, Vec<String>)>::from_redis_value(page) else {
                return Err(Fault::answer("this is no page of keys"));
            };
            keys.append(&mut some);
            if next == 0 {
                return Ok(());
            }
            cursor = next;
        }
    }

    /// The servers of the cluster that hold keys; none if it is no cluster.
    #[cfg(feature = "fleet-cluster")]
    async fn nodes(&self) -> Result<Vec<super::link::Node>, Fault> {
        if !self.address.is_cluster() {
            return Ok(Vec::new());
        }
        let slots = self.ask(redis::cmd("CLUSTER").arg("SLOTS")).await?;
        // From which slot to which, and the servers, the one that takes writes first.
        let ranges = Vec::<Vec<Value>>::from_redis_value(slots).unwrap_or_default();
        let nodes = ranges.into_iter().filter_map(|range| {
            let first = Vec::<Value>::from_redis_value(range.into_iter().nth(2)?).ok()?;
            let mut words = first.into_iter();
            let host = String::from_redis_value(words.next()?).ok()?;
            let port = u16::from_redis_value(words.next()?).ok()?;
            Some((host, port))
        });
        let mut nodes: Vec<_> = nodes.collect();
        nodes.sort_unstable();
        nodes.dedup();
        match nodes.is_empty() {
            true => Err(Fault::answer("a cluster without servers")),
            false => Ok(nodes),
        }
    }

    #[cfg(feature = "fleet-cluster")]
    async fn ask_node(&self, request: Cmd, node: &super::link::Node) -> Result<Value, Fault> {
        let connection = self.connection(&self.link(), self.end()).await?;
        let sending = timeout_at(self.end(), connection.send_to(&request, node));
        match sending.await {
            Ok(Sent::Answered(value)) => Ok(value),
            Ok(Sent::Failed(error)) => Err(Fault::of(&error, Stage::Asking)),
            Ok(Sent::Closed) => Err(Fault::of(&closed(), Stage::Asking)),
            Err(_) => Err(Fault::silent(Stage::Asking, self.fleet.patience())),
        }
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
        for _ in 0..MOVES {
            // Another server has the key by now; this one has done nothing.
            if !has_failed(&sent, ServerErrorKind::Moved) {
                break;
            }
            sent = self.send_over(&link, request, end).await?;
        }
        if has_failed(&sent, ServerErrorKind::NoScript) {
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
        let connection = self.connection(link, end).await?;
        match timeout_at(end, connection.send(request)).await {
            Ok(sent) => Ok(sent),
            Err(_) => {
                self.drop_link(link);
                Err(Fault::silent(Stage::Asking, self.fleet.patience()))
            }
        }
    }

    /// The connection of `link`, which is made if it is not there.
    async fn connection(&self, link: &Arc<Link>, end: Instant) -> Result<Connection, Fault> {
        let connecting = link.get_or_try_init(|| Connection::to(&self.address));
        match timeout_at(end, connecting).await {
            Ok(Ok(connection)) => Ok(connection.clone()),
            Ok(Err(error)) => Err(Fault::of(&error, Stage::Connecting)),
            Err(_) => Err(Fault::silent(Stage::Connecting, self.fleet.patience())),
        }
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

fn has_failed(sent: &Sent, kind: ServerErrorKind) -> bool {
    matches!(sent, Sent::Failed(error) if error.kind() == ErrorKind::Server(kind))
}

fn closed() -> RedisError {
    RedisError::from(std::io::Error::from(std::io::ErrorKind::ConnectionReset))
}
