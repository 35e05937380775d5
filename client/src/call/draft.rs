//! The first state: arguments are collected, nothing is owed.

use http::header::{ACCEPT, AUTHORIZATION, HeaderMap};
use http::{HeaderName, HeaderValue, Method};
use serde::Serialize;
use tollgate_limiter::Cost;
use url::Url;

use super::Options;
use super::aim::Aim;
use super::ready::{Open, Ready};
use crate::describe::{AuthScheme, Endpoint, Repeat, Settings};
use crate::encode::{self, RequestBody};
use crate::error::{ErrorKind, Failure, Place};
use crate::ledger::Attempts;
use crate::shared::{Charge, Core};

/// A request that is being described. The first mistake is kept and ends the call when it is
/// awaited, before a permit is asked for.
pub(crate) struct Draft {
    pub(crate) seed: Seed,
    /// Where it goes, if that is not a path below the base URL.
    pub(super) absolute: Option<Url>,
    pub(super) path: String,
    pub(super) query: String,
    pub(super) body: Option<RequestBody>,
    pub(super) mistake: Option<String>,
}

/// What the requests of one call or walk have in common.
#[derive(Clone)]
pub(crate) struct Seed {
    pub(crate) core: Core,
    pub(crate) place: Place,
    pub(crate) charge: Charge,
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

impl Draft {
    pub(crate) fn new(core: Core, endpoint: &'static Endpoint) -> Self {
        let Endpoint {
            api,
            name,
            method,
            template,
            bucket,
            cost,
            repeat,
            settings,
        } = endpoint;
        let host = core.inner.host.clone();
        let place = Place {
            api,
            endpoint: name,
            method: method.method(),
            host,
            template,
            sealed: false,
        };
        let charge = Charge {
            bucket: *bucket,
            cost: *cost,
        };
        let path = (*template).to_owned();
        let mut draft = Self::of(core, place, charge, path, String::new(), None);
        draft.seed.declare(*repeat, settings);
        draft
    }

    /// A draft of a path that no endpoint describes. Errors and the meter show it as `(raw)`,
    /// never by its concrete path.
    pub(crate) fn raw(
        core: Core,
        bucket: Result<usize, String>,
        method: Method,
        target: &str,
    ) -> Self {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mistake = bucket
            .as_ref()
            .err()
            .cloned()
            .or_else(|| raw_mistake(&method, path, query));
        let host = core.inner.host.clone();
        let api = core.inner.description.name;
        let place = Place {
            api,
            endpoint: "raw",
            method,
            host,
            template: "(raw)",
            sealed: false,
        };
        let charge = Charge {
            bucket: bucket.unwrap_or_default(),
            cost: Cost::ONE,
        };
        Self::of(
            core,
            place,
            charge,
            path.to_owned(),
            query.to_owned(),
            mistake,
        )
    }

    /// A draft of a path below the base URL, or of an absolute URL wherever that is: without a
    /// credential of the client's, before others, and paid from the bucket with this index.
    pub(crate) fn elsewhere(core: Core, bucket: usize, method: Method, url: &str) -> Self {
        let is_path = url.starts_with('/');
        let mut draft = Self::raw(core, Ok(bucket), method, if is_path { url } else { "/" });
        draft.seed.place.endpoint = "token";
        draft.seed.place.template = "(token)";
        draft.seed.place.sealed = true;
        draft.seed.options.bare = true;
        draft.seed.options.urgent = true;
        if !is_path {
            match absolute(url) {
                Ok(url) => {
                    draft.seed.place.host = url.authority().into();
                    draft.query = url.query().unwrap_or_default().to_owned();
                    draft.absolute = Some(url);
                }
                Err(mistake) => draft.note(Err(mistake)),
            }
        }
        draft
    }

    fn of(
        core: Core,
        place: Place,
        charge: Charge,
        path: String,
        query: String,
        mistake: Option<String>,
    ) -> Self {
        let key_header = core.inner.description.idempotency_header.unwrap_or(KEY);
        let seed = Seed {
            repeatable: is_idempotent(&place.method),
            core,
            place,
            charge,
            headers: HeaderMap::new(),
            options: Options::default(),
            key_header,
            is_keyed: false,
        };
        Self {
            seed,
            absolute: None,
            path,
            query,
            body: None,
            mistake,
        }
    }

    pub(crate) fn path(&mut self, name: &str, value: &dyn core::fmt::Display) {
        let result = encode::fill(&mut self.path, name, value);
        self.note(result);
    }

    pub(crate) fn query<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        let result = encode::append_value(&mut self.query, name, value);
        self.note(result);
    }

    pub(crate) fn query_flat<T: Serialize + ?Sized>(&mut self, value: &T) {
        let result = encode::append_flat(&mut self.query, value);
        self.note(result.map_err(|reason| format!("a flattened query parameter {reason}")));
    }

    /// A header of the caller's; a second value of one name replaces the first.
    pub(crate) fn header(&mut self, name: &str, value: &dyn core::fmt::Display) {
        let set = self
            .vetted(name, &value.to_string())
            .and_then(|(name, value)| encode::put(&mut self.seed.headers, name, value));
        self.note(set);
    }

    fn vetted(&self, name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
        if let AuthScheme::Header(key) = self.seed.core.inner.description.auth
            && name.eq_ignore_ascii_case(key)
        {
            return Err(format!(
                "the header `{key}` names the account that pays; give it to the builder"
            ));
        }
        if self.seed.options.bare && name.eq_ignore_ascii_case(AUTHORIZATION.as_str()) {
            let value = encode::credential_value(value.to_owned());
            let mistake = "the header `authorization` holds a line break or another control character; remove it";
            return Ok((AUTHORIZATION, value.ok_or(mistake)?));
        }
        encode::vetted(name, value)
    }

    pub(crate) fn body(&mut self, body: Result<RequestBody, String>) {
        match body {
            Ok(_) if self.body.is_some() => {
                self.note(Err("the call has two bodies; give it one".to_owned()));
            }
            Ok(body) => self.body = Some(body),
            Err(mistake) => self.note(Err(mistake)),
        }
    }

    pub(crate) fn note(&mut self, result: Result<(), String>) {
        if let Err(mistake) = result {
            self.mistake.get_or_insert(mistake);
        }
    }

    /// The next state, in which everything but the permit and the credential is there.
    pub(crate) fn checked(self) -> Result<Ready, Box<Failure>> {
        let Self {
            mut seed,
            absolute,
            path,
            query,
            body,
            mistake,
        } = self;
        let fail = |seed: &Seed, text| {
            Err(Failure::new(
                ErrorKind::Argument(text),
                seed.place.clone(),
                Attempts::default(),
            ))
        };
        if let Some(mistake) = mistake {
            return fail(&seed, mistake);
        }
        if let AuthScheme::Query(key) = seed.core.inner.description.auth
            && url::form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == key)
        {
            let text = format!(
                "the query parameter `{key}` names the account that pays; give it to the builder"
            );
            return fail(&seed, text);
        }
        let url = match absolute {
            Some(url) => Ok(with_query(url, &query)),
            None => url(&seed.core, &path, &query),
        };
        let url = match url {
            Ok(url) => url,
            Err(mistake) => return fail(&seed, mistake),
        };
        if body
            .as_ref()
            .is_some_and(|given| given.body.length().is_none())
            && matches!(seed.place.method, Method::GET | Method::HEAD)
        {
            let text = format!(
                "a {} takes no body whose length is not known, and it would be lost; give bytes, or a `Body::sized_stream`",
                seed.place.method
            );
            return fail(&seed, text);
        }
        if let Err(mistake) = seed.set_key() {
            return fail(&seed, mistake);
        }
        seed.set_accept();
        let body = body.map(|RequestBody { content_type, body }| {
            if let Some(content_type) = content_type {
                seed.headers
                    .entry(http::header::CONTENT_TYPE)
                    .or_insert(content_type);
            }
            body
        });
        let is_open = matches!(
            seed.core.inner.description.auth,
            AuthScheme::Path(name) if path.contains(&format!("{{{name}}}"))
        );
        let open = is_open.then_some(Open { path, query });
        let aim = match seed.options.bare {
            true => Aim::elsewhere(seed, url),
            false => Aim::own(seed, url),
        };
        Ok(Ready { aim, open, body })
    }
}

impl Seed {
    pub(crate) fn set_accept(&mut self) {
        if let Some(accept) = self.options.accept {
            self.headers
                .entry(ACCEPT)
                .or_insert(HeaderValue::from_static(accept));
        }
    }

    /// What the endpoint declares.
    fn declare(&mut self, repeat: Repeat, settings: &Settings) {
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
    fn set_key(&mut self) -> Result<(), String> {
        let given = self.options.idempotency_key.take();
        let header = self.headers.get(self.key_header);
        if let (None, Some(key)) = (&given, header) {
            let key = String::from_utf8_lossy(key.as_bytes());
            self.repeatable = vetted_key(self.key_header, &key)?;
            return Ok(());
        }
        let random = || self.is_keyed.then(|| uuid::Uuid::new_v4().to_string());
        let Some(key) = given.or_else(random) else {
            return Ok(());
        };
        self.repeatable = vetted_key(self.key_header, &key)?;
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
fn vetted_key(header: &str, key: &str) -> Result<bool, String> {
    if key.trim().is_empty() || key.trim().len() < key.len() {
        return Err(format!(
            "the idempotency key in `{header}` is empty or has a blank at an end, and a vendor may take it for none; give each call a key of its own"
        ));
    }
    Ok(true)
}

/// RFC 9110 section 9.2.2.
fn is_idempotent(method: &Method) -> bool {
    matches!(
        *method,
        Method::GET | Method::HEAD | Method::OPTIONS | Method::PUT | Method::DELETE | Method::TRACE
    )
}

/// The URL without a credential. A place in the path that the credential fills is filled later.
pub(super) fn url(core: &Core, path: &str, query: &str) -> Result<Url, String> {
    let mut text =
        String::with_capacity(core.inner.base.as_str().len() + path.len() + query.len() + 1);
    text.push_str(core.inner.base.as_str().trim_end_matches('/'));
    text.push_str(path);
    if !query.is_empty() {
        text.push('?');
        text.push_str(query);
    }
    let url = Url::parse(&text)
        .map_err(|error| format!("the path and query do not make a URL: {error}"))?;
    let expected = core.inner.prefix.len() + path.len();
    if url.path().matches('/').count()
        != core.inner.prefix.matches('/').count() + path.matches('/').count()
        || url.path().len() < expected
        || url.authority() != core.inner.base.authority()
    {
        return Err(
            "the URL parser folds the path into another one; describe it without dot segments"
                .to_owned(),
        );
    }
    Ok(url)
}

/// An absolute URL that the caller names.
fn absolute(text: &str) -> Result<Url, String> {
    let refuse = |what: &str| {
        Err(format!(
            "the URL {what}; give a path that begins with `/`, or `https://host/path`"
        ))
    };
    let Ok(url) = Url::parse(text) else {
        return refuse("is neither a path nor absolute");
    };
    if !matches!(url.scheme(), "http" | "https") {
        return refuse("is neither `http` nor `https`");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("holds a user name or password");
    }
    if url.fragment().is_some() {
        return refuse("holds a fragment");
    }
    Ok(url)
}

fn with_query(mut url: Url, query: &str) -> Url {
    url.set_query(Some(query).filter(|query| !query.is_empty()));
    url
}

/// What makes a raw target unsendable.
fn raw_mistake(method: &Method, path: &str, query: &str) -> Option<String> {
    if *method == Method::CONNECT {
        return Some(
            "CONNECT opens a tunnel, through which requests would go unpaid; use another method"
                .to_owned(),
        );
    }
    if !path.starts_with('/') {
        return Some("a raw path is relative to the base URL and begins with `/`".to_owned());
    }
    if path.contains(['#', '\\']) || query.contains('#') {
        return Some("a raw path holds `#` or `\\`; percent-encode it".to_owned());
    }
    encode::refuse_dot_segments(path).err()
}
