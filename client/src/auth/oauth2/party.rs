//! Who asks for a token, and where.

use core::fmt;

use secrecy::{ExposeSecret, SecretString};

use super::failed::What;
use crate::auth::Payer;

/// How the client says who it is (RFC 6749 section 2.3.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClientAuth {
    /// In a header, as `Authorization: Basic …`, which every vendor has to take.
    #[default]
    Basic,
    /// In the body, as `client_id` and `client_secret`, which some take alone.
    Body,
}

/// A client as the vendor has registered it. Without a secret it is a public one, and names itself
/// in the body.
pub(super) struct Party {
    pub(super) id: String,
    pub(super) secret: Option<SecretString>,
    pub(super) way: ClientAuth,
    pub(super) scopes: Vec<String>,
    pub(super) url: Option<String>,
}

impl Party {
    pub(super) fn new(id: String) -> Self {
        Self {
            id,
            secret: None,
            way: ClientAuth::default(),
            scopes: Vec::new(),
            url: None,
        }
    }

    /// The absolute URL of the token endpoint: the grant's own, or the described one.
    pub(super) fn url(&self, payer: &Payer) -> Result<String, What> {
        let named = self.url.as_deref().or(payer.token_url());
        named.map(|url| payer.absolute(url)).ok_or(What::NoUrl)
    }

    /// Refuses what was not trimmed, which the vendor would refuse with a riddle.
    pub(super) fn trimmed(&self) -> Result<(), What> {
        let secret = self.secret.as_ref().map(ExposeSecret::expose_secret);
        let mut texts = secret.into_iter().chain([self.id.as_str()]);
        match texts.all(is_trimmed) {
            true => Ok(()),
            false => Err(What::Blank),
        }
    }
}

/// Whether a text of the user's was read as it was meant.
pub(super) fn is_trimmed(text: &str) -> bool {
    !text.is_empty() && text.trim() == text
}

impl fmt::Debug for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Party({})", self.id)
    }
}
