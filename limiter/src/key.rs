//! Who shares a bucket.

use std::sync::Arc;

/// The name under which the state of a bucket is found: the API, the bucket, the account.
///
/// Everything with the same key shares one state, however many clients there are. The account
/// must not be a credential: it appears in logs. A digest of it, or a name, will do.
///
/// ```
/// use tollgate_limiter::Key;
///
/// let key = Key::new("api.example.com", "read", "3f9a");
/// assert_eq!(key, Key::new("api.example.com", "read", "3f9a"));
/// assert_ne!(key, Key::new("api.example.com", "read", "another"));
/// assert_eq!((key.api(), key.bucket(), key.account()), ("api.example.com", "read", "3f9a"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    api: Arc<str>,
    bucket: Arc<str>,
    account: Arc<str>,
}

impl Key {
    /// The key of `bucket` of `api` for `account`.
    #[must_use]
    pub fn new(
        api: impl Into<Arc<str>>,
        bucket: impl Into<Arc<str>>,
        account: impl Into<Arc<str>>,
    ) -> Self {
        Self {
            api: api.into(),
            bucket: bucket.into(),
            account: account.into(),
        }
    }

    /// The API: by default the vendor's host.
    #[must_use]
    pub fn api(&self) -> &str {
        &self.api
    }

    /// The bucket's name in the description.
    #[must_use]
    pub fn bucket(&self) -> &str {
        &self.bucket
    }

    /// The account that pays.
    #[must_use]
    pub fn account(&self) -> &str {
        &self.account
    }

    pub(crate) fn shared_api(&self) -> Arc<str> {
        Arc::clone(&self.api)
    }

    pub(crate) fn shared_account(&self) -> Arc<str> {
        Arc::clone(&self.account)
    }

    pub(crate) fn shared_bucket(&self) -> Arc<str> {
        Arc::clone(&self.bucket)
    }
}
