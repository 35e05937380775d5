//! What the requests of one call or walk have in common.

use http::header::{ACCEPT, HeaderMap};
use http::{HeaderValue, Method};
use url::Url;

use super::Options;
use super::aim::Aim;
use super::ready::Ready;
use crate::describe::{Repeat, Settings};
use crate::encode;
use crate::error::Place;
use crate::shared::{Charge, Core};

/// What the requests of one call or walk have in common.
#[derive(Clone)]
pub(crate) struct Seed {
    pub(crate) core: Core,
    pub(crate) place: Place,
    pub(crate) charge: Charge,
    /// The name under which it is counted.
    pub(crate) label: &'static str,
    pub(crate) headers: HeaderMap,
    pub(crate) options: Options,
    /// Whether a request may be repeated that may have been received.
    pub(crate) repeatable: bool,
    /// The header in which a key says that two requests are one call, in lower case.
    pub(crate) key_header: &'static str,
    /// Whether every call has such a key.
    pub(crate) is_keyed: bool,
}

/// The header that most vendors read the key from (draft-ietf-httpapi-idempotency-key-header).
const KEY: &str = "idempotency-key";

impl Seed {
    pub(super) fn new(core: Core, place: Place, charge: Charge) -> Self {
        let key_header = core.inner.description.idempotency_header.unwrap_or(KEY);
        Self {
            repeatable: is_idempotent(&place.method),
            label: place.endpoint,
            core,
            place,
            charge,
            headers: HeaderMap::new(),
            options: Options::default(),
            key_header,
            is_keyed: false,
        }
    }

    pub(crate) fn set_accept(&mut self) {
        if let Some(accept) = self.options.accept {
            self.headers
                .entry(ACCEPT)
                .or_insert(HeaderValue::from_static(accept));
        }
    }

    /// What the endpoint declares.
    pub(super) fn declare(&mut self, repeat: Repeat, settings: &Settings) {
        let Settings {
            deadline,
            attempt_timeout,
            redirects,
            retry,
        } = *settings;
        self.options.deadline = deadline;
        self.options.attempt_timeout = attempt_timeout;
        self.options.redirects = redirects;
        self.options.retry = retry;
        match repeat {
            Repeat::ByMethod => {}
            Repeat::Idempotent => self.repeatable = true,
            Repeat::Key(header) => {
                self.key_header = header;
                self.is_keyed = true;
            }
        }
    }

    /// Puts the call's key into its header: the caller's, or a random one where the endpoint
    /// declares that there is one. It is made once, so that every attempt carries the same.
    pub(super) fn set_key(&mut self) -> Result<(), String> {
        let given = self.options.idempotency_key.take();
        let header = self.headers.get(self.key_header);
        if let (None, Some(key)) = (&given, header) {
            let key = String::from_utf8_lossy(key.as_bytes());
            refuse_blank_key(self.key_header, &key)?;
            self.repeatable = true;
            return Ok(());
        }
        let random = || self.is_keyed.then(|| uuid::Uuid::new_v4().to_string());
        let Some(key) = given.or_else(random) else {
            return Ok(());
        };
        refuse_blank_key(self.key_header, &key)?;
        self.repeatable = true;
        let (name, value) = encode::vetted(self.key_header, &key)?;
        encode::put(&mut self.headers, name, value)
    }

    /// The request for the next page: the URL as the vendor gave it, everything else as before.
    pub(crate) fn follow(&self, url: Url) -> Ready {
        Ready {
            aim: Aim::named(self.clone(), url),
            open: None,
            body: None,
        }
    }
}

/// A key that a vendor would take for none must not make a write repeatable.
fn refuse_blank_key(header: &str, key: &str) -> Result<(), String> {
    if key.trim().is_empty() || key.trim().len() < key.len() {
        return Err(format!(
            "the idempotency key in `{header}` is empty or has a blank at an end, and a vendor may take it for none; give each call a key of its own"
        ));
    }
    Ok(())
}

/// RFC 9110 section 9.2.2.
fn is_idempotent(method: &Method) -> bool {
    matches!(
        *method,
        Method::GET | Method::HEAD | Method::OPTIONS | Method::PUT | Method::DELETE | Method::TRACE
    )
}
