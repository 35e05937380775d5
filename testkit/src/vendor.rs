//! The vendor as the test holds it: where it is, and when it ends.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::builder::Builder;
use crate::log::Log;
use crate::marks::Desk;
use crate::route::Route;
use crate::script::Script;
use crate::server::{self, House, Started};

/// An HTTP vendor on a port of its own on 127.0.0.1, until it is dropped.
///
/// What it saw is asked with the methods of the second block, and claimed with the assertions of
/// the third. See the [crate's documentation](crate) for a whole test.
#[must_use = "a vendor closes its port when it is dropped"]
pub struct Vendor {
    addr: SocketAddr,
    pub(crate) log: Arc<Log>,
    house: Arc<House>,
    pub(crate) runtime: Handle,
    desk: Option<Desk>,
    accept: Option<oneshot::Sender<()>>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Vendor {
    /// Opens a vendor without ceilings that answers `{}` to everything.
    ///
    /// # Panics
    ///
    /// If there is no free port or no thread to be had.
    pub async fn start() -> Self {
        Self::builder().start().await
    }

    /// Describes a vendor.
    pub fn builder() -> Builder {
        Builder::new()
    }

    pub(crate) async fn from_builder(builder: Builder) -> io::Result<Self> {
        let house = Arc::new(House::new(builder));
        let Started {
            addr,
            runtime,
            desk,
            accept,
            stop,
            thread,
        } = server::start(Arc::clone(&house)).await?;
        Ok(Self {
            addr,
            log: Arc::clone(&house.log),
            house,
            runtime,
            desk,
            accept: Some(accept),
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The address it listens on.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The URL of its root without a slash at the end: `http://127.0.0.1:49152`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// The variable of the environment by which processes of the test find this vendor's keys, for
    /// [`Command::env`](std::process::Command::env); what those start inherits it. It names a place
    /// and holds no key. This process needs no variable.
    ///
    /// # Panics
    ///
    /// If the vendor was not built with [`Builder::marked`].
    #[must_use]
    #[track_caller]
    pub fn mark_env(&self) -> (&'static str, &Path) {
        match &self.desk {
            Some(desk) => (tollgate_mark::ENV, desk.folder()),
            None => {
                panic!("this vendor expects no marks: build it with `Vendor::builder().marked()`")
            }
        }
    }

    /// Adds a route while the vendor runs. It goes before those that are there, so that it can
    /// take the place of one.
    ///
    /// # Panics
    ///
    /// For a pattern whose path does not begin with `/`.
    pub fn route(&self, pattern: &str, script: impl Into<Script>) {
        self.house
            .routes()
            .insert(0, Arc::new(Route::new(pattern, script.into())));
    }

    /// Begins to take connections, after [`Builder::slow_connect`]. Without that it does nothing.
    pub fn accept(&mut self) {
        if let Some(accept) = self.accept.take() {
            // The thread is gone only if the vendor is being dropped.
            let _ = accept.send(());
        }
    }
}

impl Drop for Vendor {
    fn drop(&mut self) {
        // Before the port is free for somebody else, whose desk has the same name.
        drop(self.desk.take());
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It ends at once unless a handler blocks; a panic in it has been reported already.
            let _ = thread.join();
        }
    }
}

impl std::fmt::Debug for Vendor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vendor")
            .field("addr", &self.addr)
            .finish_non_exhaustive()
    }
}
