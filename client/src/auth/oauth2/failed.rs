//! A grant that was not to be had, without a secret in it.

use core::error::Error as StdError;
use core::fmt;

use http::StatusCode;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::Value;

use crate::error::{BoxError, Error};

/// The longest code that is taken from a server. The RFC's own have 22 letters at most.
const LONGEST: usize = 64;

/// A token endpoint gave no token.
///
/// It is in the chain of sources of an error of the kind [`Token`](crate::ErrorKind::Token). It
/// shows no secret: of what was answered there is the status and the code in it.
///
/// ```
/// # async fn f(call: tollgate::Call<tollgate::Empty, serde_json::Value>) {
/// use tollgate::oauth2::GrantFailed;
///
/// if let Err(error) = call.await
///     && let Some(failed) = GrantFailed::find(&error)
///     && failed.code() == Some("invalid_grant")
/// {
///     println!("log in again");
/// }
/// # }
/// ```
#[derive(Debug)]
pub struct GrantFailed {
    what: What,
    code: Option<String>,
    status: Option<StatusCode>,
    source: Option<BoxError>,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Neither the description nor the grant says where the token endpoint is.
    NoUrl,
    /// Where it is said to be is no URL.
    Url,
    /// A name or a secret of ours was not trimmed.
    Blank,
    /// The endpoint refused, or was not to be reached.
    Refused,
    /// Its answer is no token.
    Answer,
    /// Its token goes with requests in another way.
    Kind,
}

impl GrantFailed {
    /// The code by which the vendor refused (RFC 6749 section 5.2), such as `invalid_grant`.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.code.as_deref()
    }

    /// The status of the answer, if there was one that refused.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        self.status
    }

    /// The failure of a grant that `error` comes from.
    #[must_use]
    pub fn find<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Self> {
        let mut link = Some(error);
        while let Some(error) = link {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            link = error.source();
        }
        None
    }

    pub(super) fn of_call(error: Error<Value>, secrets: &[&SecretString]) -> Self {
        let code = error.api().and_then(|body| code(body, secrets));
        Self {
            what: What::Refused,
            code,
            status: error.status(),
            source: Some(error.into()),
        }
    }

    /// Whether the vendor refused what was exchanged, for good.
    pub(super) fn is_final(&self) -> bool {
        // The second is GitHub's.
        matches!(self.code(), Some("invalid_grant" | "bad_refresh_token"))
    }

    /// An answer with a good status that says that it is none.
    pub(super) fn of_answer(body: &[u8], secrets: &[&SecretString]) -> Option<Self> {
        let body = serde_json::from_slice::<Value>(body).ok()?;
        let says = |name| body.get(name).is_some_and(|value| !value.is_null());
        let says_no = says("error") && !says("access_token");
        says_no.then(|| Self {
            code: code(&body, secrets),
            ..What::Refused.into()
        })
    }
}

impl From<What> for GrantFailed {
    fn from(what: What) -> Self {
        Self {
            what,
            code: None,
            status: None,
            source: None,
        }
    }
}

/// The code of an answer, if it looks like one. Where a vendor writes anything else in its place,
/// a secret of ours among it, there is none.
fn code(body: &Value, secrets: &[&SecretString]) -> Option<String> {
    let code = body.get("error")?.as_str()?;
    let is_code = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let echoes = |secret: &&SecretString| {
        let secret = secret.expose_secret();
        !secret.is_empty() && code.contains(secret)
    };
    let shown = !code.is_empty()
        && code.len() <= LONGEST
        && code.bytes().all(is_code)
        && !secrets.iter().any(echoes);
    shown.then(|| code.to_owned())
}

impl fmt::Display for GrantFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::NoUrl => f.write_str(
                "it is not known where tokens are had; describe it as `token(url = …)` or name it with `token_url`; where the builder was given another base URL, a described place at another origin does not count",
            ),
            What::Url => f.write_str(
                "the `token_url` is no URL; give it as `https://host/path`, or as a path below the base URL",
            ),
            What::Blank => f.write_str(
                "the client's name or one of its secrets is empty, or begins or ends with a blank or a line break; trim what was read from a file or a variable",
            ),
            What::Refused => {
                f.write_str("the token endpoint gave no token")?;
                match &self.code {
                    Some(code) => write!(f, ": `{code}`"),
                    None => Ok(()),
                }
            }
            What::Answer => f.write_str(
                "the answer of the token endpoint is not one of RFC 6749 section 5.1; it may hold a secret and is not shown",
            ),
            What::Kind => f.write_str("the token endpoint gave a token that is no bearer token"),
        }
    }
}

impl StdError for GrantFailed {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_shown_and_nothing_else_in_its_place() {
        let secret = SecretString::from("s3cr3t");
        let long = "a".repeat(65);
        for (written, expected) in [
            ("invalid_grant", true),
            ("bad_refresh_token", true),
            ("AADSTS70008", true),
            ("token s3cr3t is unknown", false),
            ("unknown_s3cr3t", false),
            ("line\nbreak", false),
            ("", false),
            (&long, false),
        ] {
            let body = serde_json::json!({ "error": written });
            let found = code(&body, &[&secret, &SecretString::from("")]);
            assert_eq!(found.as_deref(), expected.then_some(written));
        }
        assert_eq!(
            code(&serde_json::json!({ "error": { "code": 1 } }), &[]),
            None
        );
        assert_eq!(code(&serde_json::json!([1]), &[]), None);
    }
}
