//! The grant of RFC 6749 section 6.

use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex as FairMutex;

use super::exchange::{Grant, exchange};
use super::party::{ClientAuth, Party};
use crate::auth::{Payer, Token, TokenSource, digest};
use crate::error::BoxError;

type OnRotation = Box<dyn Fn(&str) + Send + Sync>;

/// Has tokens for a refresh token, and goes on with the next one where the vendor rotates them.
///
/// The account that pays is a digest of the client's name and the refresh token that it was made
/// with. Where the vendor rotates them, name the account
/// ([`account`](crate::Builder::account)): a program that starts with the saved one would otherwise
/// be another account, with another budget.
///
/// Two clients that share a refresh token share one value of this in an [`Arc`](std::sync::Arc):
/// it is exchanged by one of them at a time, and a rotated one is known to both.
///
/// See the [module's documentation](super) for an example.
#[must_use = "a source does nothing until it is given to a builder"]
pub struct RefreshToken {
    party: Party,
    account: String,
    current: Mutex<SecretString>,
    /// Whose turn it is to spend the refresh token. It is held across the exchange: a second one
    /// has to wait for what the first one gives.
    turn: FairMutex<()>,
    on_rotation: Option<OnRotation>,
}

impl RefreshToken {
    /// For the client that the vendor knows by `client_id`, and the refresh token that it was given.
    pub fn new(client_id: impl Into<String>, refresh_token: impl Into<SecretString>) -> Self {
        let (id, token) = (client_id.into(), refresh_token.into());
        Self {
            account: digest(&format!("{id}\0{}", token.expose_secret())),
            party: Party::new(id),
            current: Mutex::new(token),
            turn: FairMutex::default(),
            on_rotation: None,
        }
    }

    /// The client's secret. Without one it is a public client, which only names itself.
    pub fn client_secret(mut self, secret: impl Into<SecretString>) -> Self {
        self.party.secret = Some(secret.into());
        self
    }

    /// How the client says who it is. Default: in a header.
    pub fn client_auth(mut self, way: ClientAuth) -> Self {
        self.party.way = way;
        self
    }

    /// Asks for a part of what was granted at first. Can be called several times.
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

    /// Calls `save` with each new refresh token that differs from the one before, for a program
    /// that needs it at its next start. The old one may be worth nothing by then.
    ///
    /// It is called in the middle of a refresh, for which calls wait: it must not block for long.
    /// If it panics, that refresh fails, and the new refresh token is used all the same.
    pub fn on_rotation(mut self, save: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.on_rotation = Some(Box::new(save));
        self
    }

    fn keep(&self, next: &SecretString) {
        let is_new = self.lock().expose_secret() != next.expose_secret();
        if !is_new {
            return;
        }
        *self.lock() = next.clone();
        if let Some(save) = &self.on_rotation {
            save(next.expose_secret());
        }
    }

    fn lock(&self) -> MutexGuard<'_, SecretString> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenSource for RefreshToken {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let _turn = self.turn.lock().await;
        let current = self.lock().clone();
        self.party
            .trimmed(Some(&current))
            .map_err(super::GrantFailed::from)?;
        let keep = |next: &SecretString| self.keep(next);
        Ok(exchange(&self.party, payer, Grant::Refresh(&current), &keep).await?)
    }

    fn account(&self) -> Option<String> {
        Some(self.account.clone())
    }
}

impl fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RefreshToken({:?}, ..)", self.party)
    }
}
