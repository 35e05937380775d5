//! A credential as the user gave it, not looked at yet.

use std::sync::Arc;

use secrecy::{ExposeSecret as _, SecretString};

use super::Tokens;

/// A credential as the user gave it.
pub(crate) enum Given {
    Token(SecretString),
    Login {
        user: String,
        password: SecretString,
    },
    Source(Arc<Tokens>),
}

impl Given {
    /// Whether there is nothing in it that could authenticate.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Token(token) => token.expose_secret().is_empty(),
            Self::Login { user, password } => {
                user.is_empty() && password.expose_secret().is_empty()
            }
            Self::Source(_) => false,
        }
    }

    /// Whether it begins or ends with a blank, which a header does not keep and a vendor may not
    /// see: two spellings of one credential would have two budgets. A login keeps its blanks, since
    /// it is sent in base64.
    pub(crate) fn has_blank_end(&self) -> bool {
        match self {
            Self::Token(token) => {
                let token = token.expose_secret();
                token.trim_matches([' ', '\t']).len() < token.len()
            }
            Self::Login { .. } | Self::Source(_) => false,
        }
    }
}
