//! The setters that give the credential: each exists only where the API declares its way.

use std::sync::Arc;

use secrecy::SecretString;

use super::Builder;
use crate::api::Api;
use crate::auth::{Credential, Given, TokenSource, Tokens, paying_bucket, scheme};
use crate::describe::{AuthScheme, Description};
use crate::error::BuildErrorKind;

impl<A: Api<Auth = scheme::Bearer>> Builder<A> {
    /// The bearer token, sent as `Authorization: Bearer …` (RFC 6750 section 2.1).
    pub fn bearer(self, token: impl Into<SecretString>) -> Self {
        self.given(Given::Token(token.into()))
    }

    /// Bearer tokens that `source` gives, and gives anew when they end or the vendor refuses one.
    ///
    /// The builder needs an [`account`](Self::account) beside it, unless the source
    /// [names one](TokenSource::account), and the description a bucket that pays for tokens:
    /// `token(bucket = …)`, or a default bucket. Of this and [`bearer`](Self::bearer) the later one
    /// holds.
    pub fn token_source(self, source: impl TokenSource) -> Self {
        self.given(Given::Source(Tokens::new(source)))
    }
}

impl<A: Api<Auth = scheme::Basic>> Builder<A> {
    /// User and password, sent as `Authorization: Basic …` (RFC 7617).
    pub fn basic(self, user: impl Into<String>, password: impl Into<SecretString>) -> Self {
        self.given(Given::Login {
            user: user.into(),
            password: password.into(),
        })
    }
}

impl<A: Api<Auth = scheme::HeaderKey>> Builder<A> {
    /// The key, sent in the header that the description names.
    pub fn key(self, key: impl Into<SecretString>) -> Self {
        self.given(Given::Token(key.into()))
    }
}

impl<A: Api<Auth = scheme::QueryKey>> Builder<A> {
    /// The key, sent in the query parameter that the description names.
    pub fn query_key(self, key: impl Into<SecretString>) -> Self {
        self.given(Given::Token(key.into()))
    }
}

impl<A: Api<Auth = scheme::PathKey>> Builder<A> {
    /// The key, sent in the place of the path that the description names.
    pub fn path_key(self, key: impl Into<SecretString>) -> Self {
        self.given(Given::Token(key.into()))
    }
}

/// The credential that the description asks for, or what is missing.
pub(super) fn credential(
    description: &Description,
    given: Option<Given>,
    account: Option<&str>,
) -> Result<Credential, BuildErrorKind> {
    if given.as_ref().is_some_and(Given::is_empty) {
        return Err(BuildErrorKind::Credential(
            "the credential is empty; is the variable or file that it comes from there?".to_owned(),
        ));
    }
    if given.as_ref().is_some_and(Given::has_blank_end) {
        return Err(BuildErrorKind::Credential(
            "the credential begins or ends with a blank; trim what was read from a file or a variable"
                .to_owned(),
        ));
    }
    let credential = match (description.auth, given) {
        (AuthScheme::None, _) => Ok(Credential::None),
        (AuthScheme::Bearer, Some(Given::Token(token))) => Credential::bearer(&token),
        (AuthScheme::Bearer, Some(Given::Source(tokens))) => {
            return from_source(description, tokens, account);
        }
        (AuthScheme::Basic, Some(Given::Login { user, password })) => {
            Credential::basic(&user, &password)
        }
        (AuthScheme::Header(name), Some(Given::Token(value))) => Credential::header(name, value),
        (AuthScheme::Query(name), Some(Given::Token(value))) => {
            Ok(Credential::Query { name, value })
        }
        (AuthScheme::Path(name), Some(Given::Token(value))) => Ok(Credential::Path { name, value }),
        (scheme, _) => Err(format!(
            "the API asks for a credential and none was given; call {}",
            setter(scheme)
        )),
    };
    credential.map_err(BuildErrorKind::Credential)
}

/// Tokens of a source, if it is known whose budget they spend and what pays for having them.
fn from_source(
    description: &Description,
    tokens: Arc<Tokens>,
    account: Option<&str>,
) -> Result<Credential, BuildErrorKind> {
    if paying_bucket(description).is_none() {
        let text = "no bucket pays for tokens; declare `token(bucket = …)` or a `default_bucket`";
        return Err(BuildErrorKind::Setting(text.to_owned()));
    }
    let account = account.map(str::to_owned).or_else(|| tokens.account());
    let Some(account) = account else {
        let text = "the token source does not say whose budget its tokens spend, and they change; name the account with `account(name)`, the same one for every client that spends from it";
        return Err(BuildErrorKind::Credential(text.to_owned()));
    };
    Ok(Credential::Tokens { tokens, account })
}

fn setter(scheme: AuthScheme) -> &'static str {
    match scheme {
        AuthScheme::None => "`build`",
        AuthScheme::Bearer => "`bearer(token)` or `token_source(source)`",
        AuthScheme::Basic => "`basic(user, password)`",
        AuthScheme::Header(_) => "`key(key)`",
        AuthScheme::Query(_) => "`query_key(key)`",
        AuthScheme::Path(_) => "`path_key(key)`",
    }
}
