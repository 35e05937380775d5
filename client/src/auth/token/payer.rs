//! What a source sends with.

use core::fmt;

use http::Method;
use serde_json::Value;

use crate::answer::Json;
use crate::call::{Call, Draft};
use crate::describe::{Description, Redirects};
use crate::shared::Core;

/// Makes the calls by which a [`TokenSource`](super::TokenSource) has its token, and pays for them.
///
/// It is lent to a source and can do nothing else: its calls go through the client's one door, and
/// take their permits from the bucket that the description names for tokens, or from the default
/// one, before those who wait for the token.
pub struct Payer {
    core: Core,
}

impl Payer {
    pub(super) fn new(core: Core) -> Self {
        Self { core }
    }

    /// An inert call of `url`: a path below the base URL, as `/oauth/token`, or an absolute `http`
    /// or `https` URL without user information and fragment.
    ///
    /// It carries no credential of the client's; one of its own goes into its body or into a
    /// `header("authorization", …)`. Redirects are not followed unless it is told to, and no text
    /// of an error shows a part of what was answered.
    ///
    /// # Errors
    ///
    /// When it is awaited, as every call. Its [`api`](crate::Error::api) is the body of an answer
    /// that refuses, where that is JSON.
    pub fn request<T>(&self, method: Method, url: &str) -> Call<Json<T>, Value> {
        let mut draft = Draft::elsewhere(self.core.clone(), self.bucket(), method, url);
        draft.seed.options.redirects = Some(Redirects::Never);
        Call::new(draft)
    }

    /// The URL of the token endpoint, where the description names it. `None` too where the builder
    /// was given another base URL and the endpoint is at another origin than the described API: that
    /// is the real vendor's, and a test's secrets must not go there.
    #[must_use]
    pub fn token_url(&self) -> Option<&str> {
        self.core.inner.token_url.as_deref()
    }

    /// An absolute URL as it is, and a path below the base URL.
    #[cfg(feature = "oauth2")]
    pub(in crate::auth) fn absolute(&self, url: &str) -> String {
        match url.starts_with('/') {
            true => format!(
                "{}{url}",
                self.core.inner.base.as_str().trim_end_matches('/')
            ),
            false => url.to_owned(),
        }
    }

    /// Without one, which the builder refuses, a call ends with the reason.
    fn bucket(&self) -> usize {
        paying_bucket(self.core.inner.description).unwrap_or(usize::MAX)
    }
}

/// The bucket that pays for tokens: the one described for them, or the default one.
pub(crate) fn paying_bucket(description: &Description) -> Option<usize> {
    let described = description.token.as_ref().map(|token| token.bucket);
    described.or(description.default_bucket)
}

impl fmt::Debug for Payer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Payer({})", self.core.inner.description.name)
    }
}
