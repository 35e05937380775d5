//! One grant, from the request to the token: the `oauth2` crate over our door.

use core::future::Future;
use core::pin::Pin;

use ::oauth2::basic::{
    BasicErrorResponse, BasicRevocationErrorResponse, BasicTokenIntrospectionResponse,
};
use ::oauth2::{
    AsyncHttpClient, AuthType, Client, ClientId, ClientSecret, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, RefreshToken, RequestTokenError, Scope, StandardRevocableToken,
    TokenResponse as _, TokenUrl,
};
use bytes::Bytes;
use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;
use serde_json::Value;

use super::answer::Answer;
use super::failed::{GrantFailed, What};
use super::party::{ClientAuth, Party};
use crate::answer::Raw;
use crate::auth::{Payer, Token};

/// What is exchanged for a token.
#[derive(Clone, Copy)]
pub(super) enum Grant<'a> {
    Refresh(&'a SecretString),
    Client,
}

/// Keeps the next refresh token.
pub(super) type Keep<'a> = &'a (dyn Fn(&SecretString) + Sync);

type Asks = Client<
    BasicErrorResponse,
    Answer,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

/// A token for `grant`. A refresh token that comes with it is kept before anything else, unless the
/// answer is a refusal.
pub(super) async fn exchange(
    party: &Party,
    payer: &Payer,
    grant: Grant<'_>,
    keep: Keep<'_>,
) -> Result<Token, GrantFailed> {
    let client = client(party, payer)?;
    let scopes = party.scopes.iter().cloned().map(Scope::new);
    let secrets = secrets(party, grant);
    let door = Door {
        payer,
        secrets,
        keep,
    };
    let answer = match grant {
        Grant::Refresh(token) => {
            let token = RefreshToken::new(token.expose_secret().to_owned());
            let request = client.exchange_refresh_token(&token).add_scopes(scopes);
            request.request_async(&door).await
        }
        Grant::Client => {
            let request = client.exchange_client_credentials().add_scopes(scopes);
            request.request_async(&door).await
        }
    };
    // The others hold the answer.
    let answer = answer.map_err(|error| match error {
        RequestTokenError::Request(failed) => failed,
        _ => What::Answer.into(),
    })?;
    if !answer.token_type().is_bearer() {
        return Err(What::Kind.into());
    }
    let token = Token::new(answer.access_token().secret().clone());
    Ok(match answer.expires_in() {
        Some(life) => token.expires_in(life),
        None => token,
    })
}

fn client(party: &Party, payer: &Payer) -> Result<Asks, GrantFailed> {
    let url = TokenUrl::new(party.url(payer)?).map_err(|_| What::Url)?;
    let way = match party.way {
        ClientAuth::Basic => AuthType::BasicAuth,
        ClientAuth::Body => AuthType::RequestBody,
    };
    let client = Client::new(ClientId::new(party.id.clone())).set_auth_type(way);
    let client = match &party.secret {
        Some(secret) => {
            client.set_client_secret(ClientSecret::new(secret.expose_secret().to_owned()))
        }
        None => client,
    };
    Ok(client.set_token_uri(url))
}

/// What no code that the vendor answers may repeat.
fn secrets<'a>(party: &'a Party, grant: Grant<'a>) -> Vec<&'a SecretString> {
    let refresh_token = match grant {
        Grant::Refresh(token) => Some(token),
        Grant::Client => None,
    };
    party.secret.iter().chain(refresh_token).collect()
}

/// Our door, as the crate knows an HTTP client.
struct Door<'a> {
    payer: &'a Payer,
    secrets: Vec<&'a SecretString>,
    keep: Keep<'a>,
}

impl<'c> AsyncHttpClient<'c> for Door<'_> {
    type Error = GrantFailed;
    // Named: whether a future of a borrowed closure can be sent, the compiler does not see.
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, GrantFailed>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.pass(request))
    }
}

impl Door<'_> {
    /// The crate's request as a call of ours, and our answer as one of the crate's.
    async fn pass(&self, request: HttpRequest) -> Result<HttpResponse, GrantFailed> {
        let (head, body) = request.into_parts();
        let url = head.uri.to_string();
        let call = self.payer.request::<Value>(head.method, &url);
        let mut call = call.answer::<Raw>();
        for (name, value) in &head.headers {
            call = call.header(name.as_str(), value.to_str().unwrap_or_default());
        }
        let body: Bytes = match call.body(body).await {
            Ok(body) => body,
            Err(error) => return Err(GrantFailed::of_call(error, &self.secrets)),
        };
        // GitHub answers 200 and says no in the body. Who says no has spent no refresh token.
        if let Some(failed) = GrantFailed::of_answer(&body, &self.secrets) {
            return Err(failed);
        }
        if let Some(token) = next_refresh_token(&body) {
            (self.keep)(&token);
        }
        Ok(HttpResponse::new(body.into()))
    }
}

/// The refresh token of an answer, as it is written there. A blank one is none.
fn next_refresh_token(body: &[u8]) -> Option<SecretString> {
    #[derive(Deserialize)]
    struct Rotated {
        refresh_token: Option<String>,
    }
    let rotated: Rotated = serde_json::from_slice(body).ok()?;
    let token = rotated
        .refresh_token
        .filter(|token| !token.trim().is_empty());
    token.map(SecretString::from)
}
