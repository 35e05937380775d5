//! The grant of RFC 6749 section 6.

use core::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex as FairMutex;

use super::GrantFailed;
use super::exchange::{Grant, exchange};
use super::failed::What;
use super::party::{ClientAuth, Party, is_trimmed};
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
    /// Whether the first refresh token is one. The vendor's are sent as they come.
    is_trimmed: bool,
    stock: Mutex<Stock>,
    /// Whose turn it is to spend the refresh token. It is held across the exchange: a second one
    /// has to wait for what the first one gives.
    turn: FairMutex<()>,
    on_rotation: Option<OnRotation>,
}

/// The refresh tokens that may be worth something.
struct Stock {
    current: SecretString,
    /// The one that was spent for it, until the current one has given a token. What came without
    /// one may be worth nothing, and this still everything.
    before: Option<SecretString>,
}

impl RefreshToken {
    /// For the client that the vendor knows by `client_id`, and the refresh token that it was given.
    pub fn new(client_id: impl Into<String>, refresh_token: impl Into<SecretString>) -> Self {
        let (id, token) = (client_id.into(), refresh_token.into());
        Self {
            account: digest(&format!("{id}\0{}", token.expose_secret())),
            party: Party::new(id),
            is_trimmed: is_trimmed(token.expose_secret()),
            stock: Mutex::new(Stock {
                current: token,
                before: None,
            }),
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
    /// One that came with an answer that is otherwise no token is saved too. If the vendor then
    /// refuses it, the one before is tried, and saved again.
    ///
    /// It is called in the middle of a refresh, for which calls wait: it must not block for long.
    /// If it panics, that refresh fails, and the new refresh token is used all the same.
    pub fn on_rotation(mut self, save: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.on_rotation = Some(Box::new(save));
        self
    }

    /// A token for the current refresh token.
    async fn spend(&self, payer: &Payer) -> Result<Token, GrantFailed> {
        let current = self.lock().current.clone();
        let keep = |next: &SecretString| self.keep(next);
        let token = exchange(&self.party, payer, Grant::Refresh(&current), &keep).await?;
        self.lock().before = None;
        Ok(token)
    }

    fn keep(&self, next: &SecretString) {
        {
            let mut stock = self.lock();
            if stock.current.expose_secret() == next.expose_secret() {
                return;
            }
            stock.before = Some(core::mem::replace(&mut stock.current, next.clone()));
        }
        self.save(next);
    }

    /// Takes up the refresh token before the current one, if that was never proved.
    fn goes_back(&self) -> bool {
        let Some(before) = self.lock().before.take() else {
            return false;
        };
        self.lock().current = before.clone();
        self.save(&before);
        true
    }

    fn save(&self, refresh_token: &SecretString) {
        if let Some(save) = &self.on_rotation {
            save(refresh_token.expose_secret());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Stock> {
        self.stock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TokenSource for RefreshToken {
    async fn token(&self, payer: &Payer) -> Result<Token, BoxError> {
        let _turn = self.turn.lock().await;
        self.party.trimmed().map_err(GrantFailed::from)?;
        if !self.is_trimmed {
            return Err(GrantFailed::from(What::Blank).into());
        }
        match self.spend(payer).await {
            Err(failed) if failed.is_final() && self.goes_back() => Ok(self.spend(payer).await?),
            answer => Ok(answer?),
        }
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
