//! The setters that give the credential: each exists only where the API declares its way.

use secrecy::SecretString;

use super::Builder;
use crate::api::Api;
use crate::auth::{Credential, Given, scheme};
use crate::describe::AuthScheme;
use crate::error::BuildErrorKind;

impl<A: Api<Auth = scheme::Bearer>> Builder<A> {
    /// The bearer token, sent as `Authorization: Bearer …` (RFC 6750 section 2.1).
    pub fn bearer(self, token: impl Into<SecretString>) -> Self {
        self.given(Given::Token(token.into()))
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

/// The credential that the scheme asks for, or what is missing.
pub(super) fn credential(
    scheme: AuthScheme,
    given: Option<Given>,
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
    let credential = match (scheme, given) {
        (AuthScheme::None, _) => Ok(Credential::None),
        (AuthScheme::Bearer, Some(Given::Token(token))) => Credential::bearer(&token),
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

fn setter(scheme: AuthScheme) -> &'static str {
    match scheme {
        AuthScheme::None => "`build`",
        AuthScheme::Bearer => "`bearer(token)`",
        AuthScheme::Basic => "`basic(user, password)`",
        AuthScheme::Header(_) => "`key(key)`",
        AuthScheme::Query(_) => "`query_key(key)`",
        AuthScheme::Path(_) => "`path_key(key)`",
    }
}
