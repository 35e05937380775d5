//! A granted token, RFC 6749 section 5.1, as vendors answer it.

use core::fmt;
use core::time::Duration;

use ::oauth2::{AccessToken, Scope, TokenResponse, TokenType};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What is read of an answer. Vendors leave out the type of the token, write its life as text, and
/// give scopes as a list; none of that is a reason to lose a token that was granted.
#[derive(Deserialize, Serialize)]
pub(super) struct Answer {
    access_token: AccessToken,
    #[serde(default)]
    token_type: Kind,
    #[serde(default, deserialize_with = "life")]
    expires_in: Option<Duration>,
}

/// The type of a token.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub(super) struct Kind(Option<String>);

impl TokenType for Kind {}

impl Kind {
    /// Whether it is one that goes into `Authorization: Bearer`; a client must not use another
    /// (RFC 6749 section 7.1). Some write `BearerToken`.
    pub(super) fn is_bearer(&self) -> bool {
        let is_bearer = |kind: &String| kind.to_ascii_lowercase().starts_with("bearer");
        self.0.as_ref().is_none_or(is_bearer)
    }
}

/// A number, also as text. What is none says nothing.
fn life<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    let seconds = match Value::deserialize(deserializer)? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
}

impl TokenResponse for Answer {
    type TokenType = Kind;

    fn access_token(&self) -> &AccessToken {
        &self.access_token
    }

    fn token_type(&self) -> &Kind {
        &self.token_type
    }

    fn expires_in(&self) -> Option<Duration> {
        self.expires_in
    }

    /// It was taken out before.
    fn refresh_token(&self) -> Option<&::oauth2::RefreshToken> {
        None
    }

    fn scopes(&self) -> Option<&Vec<Scope>> {
        None
    }
}

impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Answer(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(json: &str) -> Answer {
        serde_json::from_str(json).expect("an answer")
    }

    #[test]
    fn the_life_of_a_token_is_a_number_or_says_nothing() {
        for (written, expected) in [
            ("3600", Some(3600)),
            ("\"3600\"", Some(3600)),
            ("3600.0", Some(3600)),
            ("0", Some(0)),
            ("-1", None),
            ("1e300", None),
            ("null", None),
            ("\"soon\"", None),
            ("\"NaN\"", None),
            ("[1]", None),
        ] {
            let json = format!(r#"{{"access_token":"A","expires_in":{written}}}"#);
            let expected = expected.map(Duration::from_secs);
            assert_eq!(answer(&json).expires_in(), expected, "{written}");
        }
        assert_eq!(answer(r#"{"access_token":"A"}"#).expires_in(), None);
    }

    #[test]
    fn a_token_of_another_type_is_known() {
        for (written, is_bearer) in [
            (r#","token_type":"Bearer""#, true),
            (r#","token_type":"bearer""#, true),
            (r#","token_type":"BearerToken""#, true),
            (r#","token_type":null"#, true),
            (r#","scope":["a","b"]"#, true),
            (r#","token_type":"mac""#, false),
            (r#","token_type":"DPoP""#, false),
        ] {
            let answer = answer(&format!(r#"{{"access_token":"A"{written}}}"#));
            assert_eq!(answer.token_type().is_bearer(), is_bearer, "{written}");
        }
    }
}
