//! The first state: arguments are collected, nothing is owed.

use http::header::{ACCEPT, AUTHORIZATION, COOKIE};
use http::{HeaderName, HeaderValue, Method};
use serde::Serialize;
use tollgate_limiter::Cost;
use url::Url;

use super::aim::Aim;
use super::ready::{Open, Ready};
use super::seed::Seed;
use super::target::{absolute, below_base, raw_mistake, with_query};
use crate::describe::{AuthScheme, Endpoint};
use crate::encode::{self, RequestBody};
use crate::error::{ErrorKind, Failure, Place};
use crate::ledger::Attempts;
use crate::meter::{RAW, TOKEN};
use crate::shared::{Charge, Core};

/// A request that is being described. The first mistake is kept and ends the call when it is
/// awaited, before a permit is asked for.
pub(crate) struct Draft {
    pub(crate) seed: Seed,
    /// Where it goes, if that is not a path below the base URL.
    pub(super) absolute: Option<Url>,
    pub(super) path: String,
    pub(super) query: String,
    /// The pairs of the endpoint's cookies.
    pub(super) cookies: String,
    pub(super) body: Option<RequestBody>,
    pub(super) mistake: Option<String>,
}

impl Draft {
    pub(crate) fn new(core: Core, endpoint: &'static Endpoint) -> Self {
        let Endpoint {
            api,
            name,
            method,
            template,
            bucket,
            label,
            cost,
            repeat,
            accept,
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
        let (path, query) = template.split_once('?').unwrap_or((template, ""));
        let (path, query) = (path.to_owned(), query.to_owned());
        let mut draft = Self::of(core, place, charge, path, query, None);
        draft.seed.declare(*repeat, settings);
        if !accept.is_empty() {
            draft.header(ACCEPT.as_str(), accept);
        }
        if !label.is_empty() {
            draft.seed.label = label;
        }
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
            endpoint: RAW,
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
        draft.seed.place.endpoint = TOKEN;
        draft.seed.label = TOKEN;
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
        let seed = Seed::new(core, place, charge);
        Self {
            seed,
            absolute: None,
            path,
            query,
            cookies: String::new(),
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
            cookies,
            body,
            mistake,
        } = self;
        let fail = |seed: &Seed, text| {
            let kind = ErrorKind::Argument(text);
            Failure::new(kind, seed.place.clone(), Attempts::default())
        };
        let mistake = mistake
            .or_else(|| key_in_query(&seed, &query))
            .or_else(|| lost_body(&seed, body.as_ref()));
        if let Some(mistake) = mistake {
            return Err(fail(&seed, mistake));
        }
        let url = match absolute {
            Some(url) => Ok(with_query(url, &query)),
            None => below_base(&seed.core, &path, &query),
        };
        let url = url.map_err(|mistake| fail(&seed, mistake))?;
        seed.set_key().map_err(|mistake| fail(&seed, mistake))?;
        seed.set_accept();
        set_cookies(&mut seed, &cookies).map_err(|mistake| fail(&seed, mistake))?;
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

/// A query that names an account beside the one that pays.
fn key_in_query(seed: &Seed, query: &str) -> Option<String> {
    let AuthScheme::Query(key) = seed.core.inner.description.auth else {
        return None;
    };
    let mut names = url::form_urlencoded::parse(query.as_bytes()).map(|(name, _)| name);
    names.any(|name| name == key).then(|| {
        format!("the query parameter `{key}` names the account that pays; give it to the builder")
    })
}

/// Puts the endpoint's cookies into the one field that a request may have (RFC 6265 section 5.4), behind
/// those of the caller.
fn set_cookies(seed: &mut Seed, cookies: &str) -> Result<(), String> {
    if cookies.is_empty() {
        return Ok(());
    }
    let given = seed.headers.get(COOKIE);
    let text = match given.and_then(|given| given.to_str().ok()) {
        Some(given) => format!("{given}; {cookies}"),
        None => cookies.to_owned(),
    };
    // Not shown by anybody's `Debug`: a session is a secret.
    let value = encode::credential_value(text);
    let value = value.ok_or("the cookies hold a control character; remove it")?;
    encode::put(&mut seed.headers, COOKIE, value)
}

/// A body that the HTTP library would leave out without a word.
fn lost_body(seed: &Seed, body: Option<&RequestBody>) -> Option<String> {
    let method = &seed.place.method;
    let is_endless = body.is_some_and(|given| given.body.length().is_none());
    (is_endless && matches!(*method, Method::GET | Method::HEAD)).then(|| {
        format!(
            "a {method} takes no body whose length is not known, and it would be lost; give bytes, or a `Body::sized_stream`"
        )
    })
}
