//! Why the state of an account cannot be had.

use std::error::Error;
use std::fmt;

/// The state of an account cannot be had, so nothing of it is granted.
///
/// Its text names what was asked for, the file or directory where there is one, and the cure.
///
/// ```
/// use tollgate_limiter::{Plan, Registry, Scope, StoreErrorKind};
///
/// let plan = Plan::new("scopes.example", "me");
/// let account = Registry::process().account(&plan, &Scope::Process)?;
///
/// let machine = Scope::Machine(Some("/var/lib/me".into()));
/// let refused = Registry::process().account(&plan, &machine).unwrap_err();
/// // Where there is such a scope: beside the one that is held it would be a second budget.
/// assert_eq!(refused.kind(), match machine.is_supported() {
///     true => StoreErrorKind::OtherScope,
///     false => StoreErrorKind::Unsupported,
/// });
/// # drop(account);
/// # Ok::<(), tollgate_limiter::StoreError>(())
/// ```
#[derive(Debug)]
pub struct StoreError {
    kind: StoreErrorKind,
    text: String,
    source: Option<Box<dyn Error + Send + Sync>>,
}

/// What stands between an account and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// The platform does not have the scope.
    Unsupported,
    /// The directory is missing and cannot be made, is not this user's alone, or cannot be written.
    Directory,
    /// A file in it cannot be made, read or trusted.
    File,
    /// The file was written by another version of this library, which this one cannot read.
    Version,
    /// More processes, buckets or endpoints than a file has room for.
    Crowded,
    /// This process has the account in another scope, or in another directory, already.
    OtherScope,
    /// The file belongs to processes that this one cannot tell alive from dead, as those of
    /// another container.
    OtherWorld,
    /// The URL of the store that machines share cannot be read, or this program was built without
    /// what it asks for, or a limit cannot be kept there; or, for who only looks, it cannot be had.
    Store,
}

impl StoreError {
    pub(crate) fn caused(
        kind: StoreErrorKind,
        text: impl Into<String>,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self {
            source: Some(source.into()),
            ..Self::new(kind, text)
        }
    }

    pub(crate) fn new(kind: StoreErrorKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            source: None,
        }
    }

    /// What stands in the way.
    #[must_use]
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let source = self.source.as_deref()?;
        Some(source)
    }
}
