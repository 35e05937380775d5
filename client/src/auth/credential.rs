//! A credential that can be sent: where it goes, and whose budget it spends.

use core::fmt;
use core::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, header};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use super::Tokens;
use crate::encode;

/// A credential that is known to be sendable, and where it goes.
pub(crate) enum Credential {
    None,
    Header {
        name: HeaderName,
        value: SecretString,
        account: String,
    },
    Query {
        name: &'static str,
        value: SecretString,
    },
    Path {
        name: &'static str,
        value: SecretString,
    },
    /// A bearer token that a source gives, and the account that it names.
    Tokens {
        tokens: Arc<Tokens>,
        account: String,
    },
}

impl Credential {
    pub(crate) fn header(name: &str, key: SecretString) -> Result<Self, String> {
        let account = digest(bare(&key));
        Self::in_header(name, key, account)
    }

    fn in_header(name: &str, value: SecretString, account: String) -> Result<Self, String> {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
            format!(
                "the credential's header name `{}` is not a token",
                name.escape_debug()
            )
        })?;
        if HeaderValue::from_str(value.expose_secret()).is_err() {
            return Err(
                "the credential holds a line break or another control character; trim what was read from a file or a variable"
                    .to_owned(),
            );
        }
        Ok(Self::Header {
            name,
            value,
            account,
        })
    }

    pub(crate) fn bearer(token: &SecretString) -> Result<Self, String> {
        let value = format!("Bearer {}", token.expose_secret()).into();
        Self::in_header(header::AUTHORIZATION.as_str(), value, digest(bare(token)))
    }

    pub(crate) fn basic(user: &str, password: &SecretString) -> Result<Self, String> {
        if user.contains(':') {
            return Err(
                "the user name holds a `:`, which ends it (RFC 7617 section 2); give it without"
                    .to_owned(),
            );
        }
        let plain = SecretString::from(format!("{user}:{}", password.expose_secret()));
        let plain = plain.expose_secret();
        Self::in_header(
            header::AUTHORIZATION.as_str(),
            format!("Basic {}", BASE64.encode(plain)).into(),
            digest(plain),
        )
    }

    /// The header to put on now, if the credential goes into one.
    pub(crate) fn now(&self) -> Option<(HeaderName, HeaderValue)> {
        match self {
            Self::Header { name, value, .. } => {
                let value = encode::credential_value(value.expose_secret().to_owned())?;
                Some((name.clone(), value))
            }
            Self::None | Self::Query { .. } | Self::Path { .. } | Self::Tokens { .. } => None,
        }
    }

    /// The tokens, if the credential comes from a source. They are put on by whoever waited for them.
    pub(crate) fn tokens(&self) -> Option<&Arc<Tokens>> {
        match self {
            Self::Tokens { tokens, .. } => Some(tokens),
            _ => None,
        }
    }

    /// `text` without the secret, plain or percent-encoded: servers repeat the address that was
    /// asked. What is shorter than four characters stands everywhere, and is left.
    pub(crate) fn redacted(&self, text: Bytes) -> Bytes {
        let Some(secret) = self.secret().filter(|secret| secret.len() >= 4) else {
            return text;
        };
        let plain = self.password();
        let text = match plain.as_deref().filter(|plain| plain.len() >= 4) {
            Some(plain) => without(text, plain.as_bytes()),
            None => text,
        };
        let encoded =
            percent_encoding::utf8_percent_encode(&secret, percent_encoding::NON_ALPHANUMERIC);
        let encoded = encoded.to_string();
        let lower = encoded.to_ascii_lowercase();
        [&*secret, &encoded, &lower]
            .iter()
            .fold(text, |text, secret| without(text, secret.as_bytes()))
    }

    /// Whether the secret stands in `address`, in any percent-encoding of it. What is shorter than
    /// four characters stands everywhere, and is not looked for.
    pub(crate) fn is_in(&self, address: &str) -> bool {
        let secret = self.secret().filter(|secret| secret.len() >= 4);
        secret.is_some_and(|secret| holds(address, &secret))
    }

    /// The password of a login, which is sent in base64.
    fn password(&self) -> Option<String> {
        let Self::Header { value, .. } = self else {
            return None;
        };
        let login = value.expose_secret().strip_prefix("Basic ")?;
        let login = String::from_utf8(BASE64.decode(login).ok()?).ok()?;
        login
            .split_once(':')
            .map(|(_, password)| password.to_owned())
    }

    /// The secret as it is now, without the name of its scheme.
    fn secret(&self) -> Option<String> {
        let secret = match self {
            Self::None => return None,
            Self::Header { value, .. } => {
                let value = value.expose_secret();
                value
                    .split_once(' ')
                    .map_or(value, |(_, secret)| secret)
                    .to_owned()
            }
            Self::Query { value, .. } | Self::Path { value, .. } => {
                value.expose_secret().to_owned()
            }
            Self::Tokens { tokens, .. } => tokens.current()?.secret().to_owned(),
        };
        Some(secret)
    }

    /// The account whose budget this credential spends: a digest, from which it cannot be had. It is
    /// of the secret alone, so a key in a header and the same in a query are one account.
    pub(crate) fn account(&self) -> String {
        match self {
            Self::None => "anonymous".to_owned(),
            Self::Header { account, .. } | Self::Tokens { account, .. } => account.clone(),
            Self::Query { value, .. } | Self::Path { value, .. } => digest(bare(value)),
        }
    }
}

/// `text` with an ellipsis in the place of `secret`.
fn without(text: Bytes, secret: &[u8]) -> Bytes {
    let mut places = text.windows(secret.len());
    if !places.any(|place| place == secret) {
        return text;
    }
    let mut rest = &text[..];
    let mut clean = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        match rest.strip_prefix(secret) {
            Some(behind) => {
                clean.extend_from_slice("…".as_bytes());
                rest = behind;
            }
            None => {
                clean.push(rest[0]);
                rest = &rest[1..];
            }
        }
    }
    clean.into()
}

/// An address in an address is encoded once more each time; nobody nests deeper than this.
const NESTED: usize = 4;

fn holds(address: &str, secret: &str) -> bool {
    let mut text = address.to_owned();
    for _ in 0..NESTED {
        if text.contains(secret) {
            return true;
        }
        text = percent_encoding::percent_decode_str(&text)
            .decode_utf8_lossy()
            .into_owned();
    }
    false
}

/// A token without the name of its scheme, which a key for a header may begin with.
fn bare(token: &SecretString) -> &str {
    let token = token.expose_secret();
    match token.split_once(' ') {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("bearer") => rest.trim_start(),
        _ => token,
    }
}

/// What an account is called by whose secret nobody shall see.
pub(super) fn digest(secret: &str) -> String {
    let mut digest = Sha256::new();
    digest.update(b"tollgate account 1\0");
    digest.update(secret.as_bytes());
    let mut text = String::with_capacity(32);
    for byte in digest.finalize().iter().take(16) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self {
            Self::None => "none",
            Self::Header { name, .. } => name.as_str(),
            Self::Query { name, .. } | Self::Path { name, .. } => name,
            Self::Tokens { .. } => "token source",
        };
        write!(f, "Credential({place})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_credentials_are_two_accounts_and_one_is_one() {
        let account = |token: &str| {
            Credential::bearer(&token.to_owned().into())
                .expect("valid")
                .account()
        };
        assert_eq!(account("a"), account("a"));
        assert_ne!(account("a"), account("b"));
        assert!(!account("S3CR3T").contains("S3CR3T"));
    }

    #[test]
    fn one_secret_is_one_account_wherever_it_is_put() {
        let key = || SecretString::from("k");
        let name = "key";
        let places = [
            Credential::bearer(&key()).expect("valid"),
            Credential::header("X-Key", key()).expect("valid"),
            Credential::header("Authorization", "Bearer k".into()).expect("valid"),
            Credential::Query { name, value: key() },
            Credential::Path { name, value: key() },
        ];
        for place in &places {
            assert_eq!(place.account(), places[0].account(), "{place:?}");
        }
        let login = |user| Credential::basic(user, &key()).expect("valid").account();
        assert_eq!(login("a"), login("a"));
        assert_ne!(login("a"), login("b"), "the user is part of the account");
    }
}
