//! Settings of the connection, as types of our own.
//!
//! Nothing of the HTTP library's own builder crosses this border, since parts of it (redirect
//! policies, retries, connector layers, resolvers) would put requests on the wire that no permit
//! paid for, or hand out a raw socket.

mod connection;
mod identity;
mod proxy;

pub(crate) use self::connection::Connection;
pub use self::connection::{Pool, Timeouts};
pub use self::identity::{Certificate, Identity};
pub use self::proxy::Proxy;
