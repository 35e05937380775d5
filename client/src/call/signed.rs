//! Puts the user's signature on a request that has its permit and its credential.

use std::borrow::Cow;

use http::HeaderMap;
use url::Url;

use super::aim::Aim;
use crate::auth::{Signature, Unsigned};
use crate::encode::Body;
use crate::error::BoxError;

/// Signs the request, where there is a signer and the request goes to the API itself.
pub(super) fn sign(
    aim: &Aim,
    url: &mut Url,
    headers: &mut HeaderMap,
    body: Option<&Body>,
) -> Result<(), BoxError> {
    let Some(signer) = &aim.seed.core.inner.signer else {
        return Ok(());
    };
    if !aim.takes_credential() {
        return Ok(());
    }
    let body = match body {
        None => Some(Cow::Borrowed(&[][..])),
        Some(body) => body.bytes().map(Cow::Borrowed),
    };
    let mut signature = Signature::default();
    signer.sign(
        &Unsigned::new(&aim.method, url, headers, body),
        &mut signature,
    )?;
    signature.put(url, headers)?;
    Ok(())
}
