//! Why a client could not be built.

use core::fmt;

use tollgate_limiter::{StoreError, StoreErrorKind};

use super::BoxError;

/// A client that could not be built. Nothing was sent.
///
/// The text says what was wrong and what would be right; it never holds a credential.
#[derive(Debug)]
pub struct BuildError {
    kind: BuildErrorKind,
    source: Option<BoxError>,
}

/// What was wrong with a builder.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The base URL cannot be used; the text names the part that is wrong.
    BaseUrl(String),
    /// The base URL is `https` and no TLS feature is on.
    TlsOff,
    /// No credential was given, or it cannot be sent as it is.
    Credential(String),
    /// A setting cannot be used; the text names it.
    Setting(String),
    /// The limits of a bucket contradict each other; the text names the bucket.
    Limits(String),
    /// The account cannot be shared as it was asked for: the platform has no such scope, or another
    /// client of the account in this process has another one, which would be two budgets.
    Scope(String),
    /// What processes share of the account cannot be had: the text names the file or directory, and
    /// the cure. Nothing is sent without it.
    State(String),
    /// The store by which machines share cannot be asked: its URL cannot be read, or the program was
    /// built without what it needs. The text does not hold the URL's password.
    Store(String),
    /// The HTTP library could not be set up.
    Http,
}

impl BuildError {
    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &BuildErrorKind {
        &self.kind
    }

    pub(crate) fn new(kind: BuildErrorKind) -> Self {
        Self { kind, source: None }
    }

    pub(crate) fn http(source: reqwest::Error) -> Self {
        Self {
            kind: BuildErrorKind::Http,
            source: Some(Box::new(source.without_url())),
        }
    }
}

impl From<StoreError> for BuildError {
    fn from(error: StoreError) -> Self {
        let text = error.to_string();
        let kind = match error.kind() {
            StoreErrorKind::Unsupported | StoreErrorKind::OtherScope => BuildErrorKind::Scope(text),
            StoreErrorKind::Store => BuildErrorKind::Store(text),
            _ => BuildErrorKind::State(text),
        };
        Self {
            kind,
            source: Some(Box::new(error)),
        }
    }
}

impl From<BuildErrorKind> for BuildError {
    fn from(kind: BuildErrorKind) -> Self {
        Self::new(kind)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot build the client: ")?;
        match &self.kind {
            BuildErrorKind::BaseUrl(text)
            | BuildErrorKind::Credential(text)
            | BuildErrorKind::Setting(text)
            | BuildErrorKind::Limits(text)
            | BuildErrorKind::Scope(text)
            | BuildErrorKind::State(text)
            | BuildErrorKind::Store(text) => f.write_str(text),
            BuildErrorKind::TlsOff => f.write_str(
                "the base URL is `https` and tollgate was compiled without TLS; switch on its feature `rustls` or `native-tls`",
            ),
            BuildErrorKind::Http => f.write_str("the HTTP library could not be set up"),
        }
    }
}

impl core::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        let source: &(dyn core::error::Error + 'static) = self.source.as_deref()?;
        match self.kind {
            // Its text is this one's.
            BuildErrorKind::Scope(_) | BuildErrorKind::State(_) | BuildErrorKind::Store(_) => {
                source.source()
            }
            _ => Some(source),
        }
    }
}
