//! The one door: the only function that puts a request on the wire.
//!
//! It takes the permit by value and is called from one place. A test counts both.

use std::io;

use http::{HeaderMap, StatusCode};
use tollgate_limiter::{Event, Flight, Permit};

use super::body::AnswerBody;
use super::connect::Way;
use super::mark;
use super::sealed::{Outgoing, Sealed};
use crate::meter::{Granted, Open};

/// What came back: the head, and the body with the in-flight slot that it holds.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: AnswerBody,
}

/// Why nothing came back.
pub(crate) enum SendError {
    /// Provably not sent: the permit went back.
    NotSent {
        error: reqwest::Error,
        /// Whether another try may find the way open.
        may_pass: bool,
    },
    /// The request may have been received.
    MaybeSent(reqwest::Error),
    /// The vendor switched protocols; the connection is closed.
    Upgraded,
}

/// Sends one request for one permit.
///
/// The permit is spent before the first byte can leave. It comes back only when the HTTP library
/// says that no request was written: an invalid request, or no connection. Dropping the future
/// keeps it spent, since the request may be on its way. In tests of whole programs the request carries a
/// mark from here on, by which their vendor knows that it was paid.
pub(crate) async fn send(
    client: &Sealed,
    way: &Way,
    permit: Permit,
    granted: Granted,
    mut request: Outgoing,
) -> Result<Answer, SendError> {
    let bucket = permit.bucket().clone();
    let departure = way.depart(&permit);
    bucket.count(Event::Request);
    let departed = granted.departs();
    let flight = permit.spend();
    mark::put(&flight, &mut request);
    let result = departure.exchange(client.execute(request)).await;
    match result {
        Ok(response) => answered(response, flight, departed.answered()),
        Err(error) if error.is_builder() || error.is_connect() => {
            bucket.count(Event::Unsent);
            departed.unsent();
            flight.not_sent();
            let may_pass = may_pass(&error);
            let error = error.without_url();
            Err(SendError::NotSent { error, may_pass })
        }
        Err(error) => Err(SendError::MaybeSent(error.without_url())),
    }
}

fn answered(
    mut response: reqwest::Response,
    flight: Flight,
    open: Open,
) -> Result<Answer, SendError> {
    // After a 101 the extensions hold the raw connection.
    response.extensions_mut().clear();
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return Err(SendError::Upgraded);
    }
    let status = response.status();
    let headers = core::mem::take(response.headers_mut());
    Ok(Answer {
        status,
        headers,
        body: AnswerBody::new(response, flight, open),
    })
}

/// Whether a connect failed for a reason that may be over soon: the network's, and not that of a
/// certificate, a proxy that refuses, or an address that is none.
fn may_pass(error: &reqwest::Error) -> bool {
    let mut source = core::error::Error::source(error);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return is_of_the_network(error);
        }
        source = error.source();
    }
    error.is_timeout()
}

/// TLS libraries report what is wrong with a certificate as invalid data, and wrap it.
fn is_of_the_network(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match (error.kind(), inner) {
        (io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput, _) => false,
        (_, Some(inner)) => is_of_the_network(inner),
        (io::ErrorKind::Other, None) => false,
        _ => true,
    }
}
