//! A proxy, only where the user asks for one.
//!
//! The environment's proxy variables are not read: a proxy sees the credential of a plain-text
//! request and may send it again.

use core::fmt;

use secrecy::SecretString;

/// A proxy through which all requests of a client go.
///
/// A proxy that tunnels (`https` base URLs) is sent one `CONNECT` per connection; those count
/// with the proxy, not with the vendor, and no permit is taken for them.
#[derive(Clone)]
#[must_use]
pub struct Proxy {
    pub(crate) url: String,
    pub(crate) login: Option<(String, SecretString)>,
}

impl Proxy {
    /// The proxy at `url`, such as `http://proxy.internal:3128`. It is parsed when the client is
    /// built; a URL with user information is refused there, see [`Proxy::basic_auth`].
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            login: None,
        }
    }

    /// The login that the proxy asks for.
    pub fn basic_auth(
        mut self,
        user: impl Into<String>,
        password: impl Into<SecretString>,
    ) -> Self {
        self.login = Some((user.into(), password.into()));
        self
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Proxy(..)")
    }
}
