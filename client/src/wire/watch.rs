//! A layer around the HTTP library's connector that sees connects begin and end.
//!
//! In: the connector. Out: the same, with every connect of it noted. What this module must not do
//! is touch a byte, or name what the connector makes: a raw connection.

use core::future::Future;
use core::pin::Pin;
use core::task::{Context, Poll};
use std::sync::Arc;

use tower_layer::Layer;
use tower_service::Service;

use super::connect::Connects;

/// Notes the connects of one client. A connect in the name of a request is noted where that is.
#[derive(Clone)]
pub(super) struct Watch(pub(super) Arc<Connects>);

impl<S> Layer<S> for Watch {
    type Service = Watched<S>;

    fn layer(&self, inner: S) -> Watched<S> {
        Watched {
            inner,
            connects: self.0.clone(),
        }
    }
}

#[derive(Clone)]
pub(super) struct Watched<S> {
    inner: S,
    connects: Arc<Connects>,
}

impl<S, R> Service<R> for Watched<S>
where
    S: Service<R>,
    S::Future: Send + 'static,
    S::Response: 'static,
    S::Error: 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, target: R) -> Self::Future {
        let pending = self.connects.begin();
        let connect = self.inner.call(target);
        Box::pin(async move {
            let connected = connect.await;
            if connected.is_ok() {
                pending.connected();
            }
            connected
        })
    }
}
