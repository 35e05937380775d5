//! Private stores for tests: real `redis-server` processes, and a line to them that fails on command.
//!
//! - [`Server`] runs one server in a directory of its own, on a Unix socket, and ends it when the
//!   value is dropped or the test process dies, however that happens.
//! - [`Cluster`] runs several that share the slots.
//! - [`Gate`] stands before a server and passes bytes on, or late, or not at all.
//!
//! It knows nothing of limits, and shares no code with the client of the store that it serves:
//! what is asked over [`Server::cli`] is asked over a socket of its own.
//!
//! Everything here is for tests: what goes wrong is a panic whose text says what is missing.
//!
//! ```
//! use tollgate_storekit::Server;
//!
//! let server = Server::start();
//! assert_eq!(server.cli(&["SET", "greeting", "hello"]), "OK");
//! server.kill();
//! server.restart();
//! assert_eq!(server.cli(&["GET", "greeting"]), "(nil)", "nothing was written down");
//! ```

mod address;
mod builder;
mod cluster;
mod gate;
mod nursery;
mod resp;
mod server;

pub use crate::builder::Builder;
pub use crate::cluster::Cluster;
pub use crate::gate::Gate;
pub use crate::server::Server;
