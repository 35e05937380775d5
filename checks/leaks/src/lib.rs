//! Every way in which a raw type could get into a public surface, each planted once.
//!
//! The surface check is run over this crate too, and must find something in every item: a check
//! that finds nothing anywhere would pass over `tollgate` as well. Nothing depends on this crate.

use core::ops::Deref;
use core::task::{Context, Poll};

/// A struct that is all leaks.
#[derive(Debug)]
pub struct PublicField {
    /// A field.
    pub http: reqwest::Client,
}

/// Derefs to a client.
#[derive(Debug)]
pub struct Dereferenced(reqwest::Client);

impl Deref for Dereferenced {
    type Target = reqwest::Client;

    fn deref(&self) -> &reqwest::Client {
        &self.0
    }
}

/// Turns into an answer that holds a raw connection.
#[derive(Debug)]
pub struct Converted(reqwest::Response);

impl From<Converted> for reqwest::Response {
    fn from(converted: Converted) -> Self {
        converted.0
    }
}

/// Is a service.
#[derive(Debug)]
pub struct Served;

impl tower_service::Service<()> for Served {
    type Response = ();
    type Error = ();
    type Future = core::future::Ready<Result<(), ()>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), ()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, (): ()) -> Self::Future {
        core::future::ready(Ok(()))
    }
}

/// Returns a builder that sends itself.
pub fn returned(client: &Dereferenced) -> reqwest::RequestBuilder {
    client.0.get("http://localhost")
}

/// Lends a client to a closure.
pub fn lent(client: &Dereferenced, with: impl FnOnce(&reqwest::Client)) {
    with(&client.0);
}

/// Another name of a client.
pub type Renamed = reqwest::Client;

// Not the client: rustdoc would link the other items to it, here, and not to the raw crate.
pub use reqwest::Upgraded as Reexported;

/// Hands out extensions.
#[must_use]
pub fn extended() -> http::Extensions {
    http::Extensions::new()
}

/// Asks for a client.
pub trait Asked {
    /// The client.
    fn http(&self) -> reqwest::Client;
}

/// Cannot be seen in the documentation as HTML.
#[doc(hidden)]
#[must_use]
pub fn hidden(client: &Dereferenced) -> reqwest::Client {
    client.0.clone()
}
