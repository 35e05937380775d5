//! One connection to a store, be it one server or a cluster of them.
//!
//! In comes an [`Address`], out go answers, each to one request that was sent once. The protocol
//! library does nothing by itself: its timeouts are off, since ours cover both connecting and
//! asking, and it is told to retry nothing.

use std::fmt;
use std::pin::pin;
#[cfg(feature = "fleet-cluster")]
use std::time::Duration;

use redis::aio::MultiplexedConnection;
#[cfg(feature = "fleet-cluster")]
use redis::cluster_async::ClusterConnection;
#[cfg(feature = "fleet-cluster")]
use redis::cluster_routing::{RoutingInfo, SingleNodeRoutingInfo};
use redis::{AsyncConnectionConfig, Cmd, ConnectionInfo, RedisError, RedisResult, Value};
use tokio::runtime::{Handle, RuntimeFlavor};

use super::address::Address;

/// A connection, which all who have a copy share.
#[derive(Clone)]
pub(super) enum Connection {
    One(MultiplexedConnection),
    #[cfg(feature = "fleet-cluster")]
    Cluster(ClusterConnection),
}

/// What came of one request.
pub(super) enum Sent {
    Answered(Value),
    /// The connection had been closed before anything was sent.
    Closed,
    Failed(RedisError),
}

/// Longer than anybody waits.
#[cfg(feature = "fleet-cluster")]
const LONG: Duration = Duration::from_secs(3_600);

impl Connection {
    pub(super) async fn to(address: &Address) -> RedisResult<Self> {
        match address {
            Address::One(info) => {
                let config = AsyncConnectionConfig::new()
                    .set_connection_timeout(None)
                    .set_response_timeout(None);
                provide_cryptography();
                let client = redis::Client::open(ConnectionInfo::clone(info))?;
                let connection = client.get_multiplexed_async_connection_with_config(&config);
                Ok(Self::One(connection.await?))
            }
            #[cfg(feature = "fleet-cluster")]
            Address::Cluster(nodes) => {
                provide_cryptography();
                let client = redis::cluster::ClusterClientBuilder::new(nodes.iter().cloned())
                    .retries(0)
                    .connection_timeout(LONG)
                    .response_timeout(LONG)
                    .build()?;
                Ok(Self::Cluster(client.get_async_connection().await?))
            }
        }
    }

    /// Sends `request`, once.
    ///
    /// A connection that the server has closed meanwhile says so at once, without a word having
    /// been sent. That is certain where nothing else runs between handing the request over and
    /// looking for the answer: on a runtime of one thread, where the task that holds the socket has
    /// no turn.
    pub(super) async fn send(self, request: &Cmd) -> Sent {
        let mut connection = match self {
            Self::One(connection) => connection,
            #[cfg(feature = "fleet-cluster")]
            Self::Cluster(mut connection) => {
                return match request.query_async(&mut connection).await {
                    Ok(value) => Sent::Answered(value),
                    Err(error) => Sent::Failed(error),
                };
            }
        };
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

    /// Sends `request` to the server `node` of a cluster.
    #[cfg(feature = "fleet-cluster")]
    pub(super) async fn send_to(self, request: &Cmd, node: &Node) -> Sent {
        let Self::Cluster(mut connection) = self else {
            return self.send(request).await;
        };
        let (host, port) = node.clone();
        let address = SingleNodeRoutingInfo::ByAddress { host, port };
        let sending = connection.route_command(request.clone(), RoutingInfo::SingleNode(address));
        match sending.await.and_then(Value::extract_error) {
            Ok(value) => Sent::Answered(value),
            Err(error) => Sent::Failed(error),
        }
    }
}

/// A server of a cluster.
#[cfg(feature = "fleet-cluster")]
pub(super) type Node = (String, u16);

/// Says only what it is: the rest is the library's.
impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One(_) => "a connection to one server",
            #[cfg(feature = "fleet-cluster")]
            Self::Cluster(_) => "connections to a cluster",
        })
    }
}

fn is_alone() -> bool {
    Handle::try_current().is_ok_and(|it| it.runtime_flavor() == RuntimeFlavor::CurrentThread)
}

/// The protocol library takes the cryptography that the process has chosen. If nobody has, it would
/// have to guess, and where several are built in it panics: so there is a choice.
#[cfg(feature = "fleet-tls")]
fn provide_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Somebody else may be quicker.
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    }
}

#[cfg(not(feature = "fleet-tls"))]
fn provide_cryptography() {}
