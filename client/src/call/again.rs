//! A draft once more: the same request with another place in its walk.
//!
//! Everything that was asked for stays: path, query, headers, body, options. Only what says which
//! page is meant takes the place of what said so before.

use url::Url;

use super::draft::Draft;
use super::ready::Ready;
use crate::encode::{self, RequestBody};
use crate::error::{ErrorKind, Failure};
use crate::ledger::Attempts;

impl Draft {
    /// The draft once more.
    ///
    /// # Errors
    ///
    /// Its body is a stream, which is sent once.
    pub(crate) fn again(&self) -> Result<Self, Box<Failure>> {
        let Self {
            seed,
            absolute,
            path,
            query,
            cookies,
            body,
            mistake,
        } = self;
        let body = match body {
            None => None,
            Some(body) => Some(body.replay().ok_or_else(|| {
                let text = "a walk sends its body with every page, and this one is a stream that is sent once; make it of bytes, or by `Body::replayable`";
                let kind = ErrorKind::Argument(text.to_owned());
                Failure::new(kind, seed.place.clone(), Attempts::default())
            })?),
        };
        Ok(Self {
            seed: seed.clone(),
            absolute: absolute.clone(),
            path: path.clone(),
            query: query.clone(),
            cookies: cookies.clone(),
            body,
            mistake: mistake.clone(),
        })
    }

    /// Sets a query parameter in the place of all others of its name.
    pub(crate) fn replace_query(&mut self, name: &str, value: &str) {
        self.query = encode::without(&self.query, name);
        self.query(name, value);
    }

    /// Sets the field at `path` of the JSON object that is the body.
    pub(crate) fn replace_in_body(&mut self, path: &str, json: &str) {
        let whole = match &self.body {
            None => Ok("{}"),
            Some(body) => body.json(),
        };
        match whole.and_then(|whole| encode::with_field(whole, path, json)) {
            Ok(whole) => {
                let mut body = RequestBody::of_type("application/json", whole);
                let declared = self.body.take().and_then(|body| body.content_type);
                body.content_type = declared.or(body.content_type);
                self.body = Some(body);
            }
            Err(mistake) => self.note(Err(mistake)),
        }
    }

    /// The request for the next page at an address that the vendor gave: the URL byte for byte,
    /// everything else as before.
    pub(crate) fn follow(&self, url: Url) -> Result<Ready, Box<Failure>> {
        let ready = self.again()?.checked()?;
        Ok(Ready {
            body: ready.body,
            ..ready.aim.seed.follow(url)
        })
    }
}
