//! The grant of RFC 6749 section 4.4.

use core::fmt;

use secrecy::SecretString;

use super::exchange::{Grant, exchange};
use super::party::{ClientAuth, Party};
use crate::auth::{Payer, Token, TokenSource, digest};
use crate::error::BoxError;

/// Has tokens for the client itself, on whose own account it calls.
///
/// The account that pays is a digest of the client's name, which stays when its secret changes.
///
/// ```
/// use tollgate::oauth2::{ClientAuth, ClientCredentials};
///
/// let source = ClientCredentials::new("my-program", "its secret")
///     .client_auth(ClientAuth::Body)
///     .scope("items.read")
///     .token_url("https://accounts.example.com/token");
/// assert!(!format!("{source:?}").contains("secret"));
/// ```
#[must_use = "a source does nothing until it is given to a builder"]
pub struct ClientCredentials {
    party: Party,
}

impl ClientCredentials {
    /// For the client that the vendor knows by `client_id`.
    pub fn new(client_id: impl Into<String>, client_secret: impl Into<SecretString>) -> Self {
        let mut party = Party::new(client_id.into());
        party.secret = Some(client_secret.into());
        Self { party }
    }

    /// How the client says who it is. Default: in a header.
    pub fn client_auth(mut self, way: ClientAuth) -> Self {
        self.party.way = way;
        self
    }

    /// Asks for this scope. Can be called several times.
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.party.scopes.push(scope.into());
        self
    }

    /// Where tokens are had, instead of where the description says: an absolute URL, or a path
    /// below the base URL.
    pub fn token_url(mut self, url: impl Into<String>) -> Self {
        self.party.url = Some(url.into());
        self
    }
}

impl TokenSource for ClientCredentials {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        self.party.trimmed().map_err(super::GrantFailed::from)?;
        // A refresh token should not come with it, and is of no use here (section 4.4.3).
        let keep = |_: &SecretString| {};
        Ok(exchange(&self.party, payer, Grant::Client, &keep).await?)
    }

    fn account(&self) -> Option<String> {
        Some(digest(&self.party.id))
    }
}

impl fmt::Debug for ClientCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientCredentials({:?}, ..)", self.party)
    }
}
