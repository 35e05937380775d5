//! The HTTP client, sealed: nothing in it sends a request that it was not asked for.

use core::time::Duration;
use std::sync::Arc;

use http::{HeaderMap, Method};
use secrecy::ExposeSecret as _;
use url::Url;

use super::body::outgoing;
use super::connect::Connects;
use super::watch::Watch;
use crate::config::{Certificate, Connection, Identity, Proxy};
use crate::encode::Body;
use crate::error::{BuildError, BuildErrorKind};

/// The longest timeout that the HTTP library is given: it adds them to the present without a check,
/// and a moment that cannot be told ends its background task. 366 days.
const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// The sealed client. It has no accessor, and only the door can execute with it.
pub(crate) struct Sealed {
    http: reqwest::Client,
    pub(crate) connects: Arc<Connects>,
}

/// A finished request.
pub(crate) struct Outgoing {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Body>,
}

impl Sealed {
    /// For the door alone.
    pub(super) async fn execute(
        &self,
        outgoing_request: Outgoing,
    ) -> Result<reqwest::Response, reqwest::Error> {
        let Outgoing {
            method,
            url,
            headers,
            body,
        } = outgoing_request;
        let mut request = reqwest::Request::new(method, url);
        *request.headers_mut() = headers;
        *request.body_mut() = body.map(outgoing);
        self.http.execute(request).await
    }
}

/// Builds the client for a base URL of `scheme`.
pub(crate) fn seal(
    connection: Connection,
    scheme: &str,
    connects: Arc<Connects>,
) -> Result<Sealed, BuildError> {
    let Connection {
        timeouts,
        pool,
        user_agent,
        proxy,
        roots,
        identity,
        http2,
    } = connection;
    let timeouts = timeouts.unwrap_or_default();
    let mut builder = reqwest::Client::builder()
        // Hidden requests: redirects are new requests, and the library resends on its own.
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        // A referer leaks the query, and with it a key.
        .referer(false)
        // A proxy sees the credential and may resend: only on request.
        .no_proxy()
        .connect_timeout(timeouts.connect.min(LONGEST))
        .pool_max_idle_per_host(pool.max_idle)
        .pool_idle_timeout(pool.idle_timeout.min(LONGEST))
        .tcp_nodelay(true)
        .user_agent(user_agent)
        .connector_layer(Watch(connects.clone()));
    if !http2 {
        // Streams queue behind the peer's limit after their permit was spent.
        builder = builder.http1_only();
    }
    if let Some(proxy) = proxy {
        builder = builder.proxy(parsed_proxy(&proxy)?);
    }
    builder = trust(builder, &roots, identity.as_ref(), scheme)?;
    let http = builder.build().map_err(BuildError::http)?;
    Ok(Sealed { http, connects })
}

fn parsed_proxy(proxy: &Proxy) -> Result<reqwest::Proxy, BuildError> {
    let unusable = || {
        BuildErrorKind::Setting("the proxy's URL cannot be used; give it as `http://host:port`, and its login with `basic_auth`".to_owned())
    };
    let url = Url::parse(&proxy.url).map_err(|_| unusable())?;
    if !url.username().is_empty()
        || url.password().is_some()
        || !matches!(url.scheme(), "http" | "https")
    {
        return Err(unusable().into());
    }
    let parsed = reqwest::Proxy::all(url).map_err(BuildError::http)?;
    Ok(match &proxy.login {
        Some((user, password)) => parsed.basic_auth(user, password.expose_secret()),
        None => parsed,
    })
}

#[cfg(any(feature = "rustls", feature = "native-tls"))]
fn trust(
    mut builder: reqwest::ClientBuilder,
    roots: &[Certificate],
    identity: Option<&Identity>,
    scheme: &str,
) -> Result<reqwest::ClientBuilder, BuildError> {
    builder = backend(builder);
    let mut certificates = Vec::new();
    for root in roots {
        let bundle = reqwest::Certificate::from_pem_bundle(&root.pem).map_err(BuildError::http)?;
        if bundle.is_empty() {
            return Err(BuildErrorKind::Setting(
                "a root certificate holds no PEM block; give the file's whole text".to_owned(),
            )
            .into());
        }
        certificates.extend(bundle);
    }
    if let Some(identity) = identity {
        let identity = parsed_identity(identity)?;
        builder = builder.identity(identity);
    }
    if scheme == "http" && certificates.is_empty() {
        // Without this a machine that has no certificates cannot even speak plain text.
        return Ok(builder.tls_certs_only(certificates));
    }
    Ok(builder.tls_certs_merge(certificates))
}

/// Names the TLS library. The HTTP library would prefer the platform's as soon as any crate of the
/// build switches that one on, and a feature must not change what a client does.
#[cfg(feature = "rustls")]
fn backend(builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    builder.tls_backend_rustls()
}

#[cfg(all(feature = "native-tls", not(feature = "rustls")))]
fn backend(builder: reqwest::ClientBuilder) -> reqwest::ClientBuilder {
    builder.tls_backend_native()
}

#[cfg(feature = "rustls")]
fn parsed_identity(identity: &Identity) -> Result<reqwest::Identity, BuildError> {
    reqwest::Identity::from_pem(identity.pem.expose_secret()).map_err(BuildError::http)
}

#[cfg(all(feature = "native-tls", not(feature = "rustls")))]
fn parsed_identity(identity: &Identity) -> Result<reqwest::Identity, BuildError> {
    let pem = identity.pem.expose_secret();
    let Some((certificates, key)) = apart(pem) else {
        let text = "the identity holds no private key in PKCS#8 (`BEGIN PRIVATE KEY`), the one form that the platform's TLS library reads; convert it with `openssl pkcs8 -topk8 -nodes`";
        return Err(BuildErrorKind::Setting(text.to_owned()).into());
    };
    reqwest::Identity::from_pkcs8_pem(&certificates, key).map_err(BuildError::http)
}

/// The certificates and the key of a PEM bundle, which the platform's library wants apart. The key
/// is not copied.
#[cfg(all(feature = "native-tls", not(feature = "rustls")))]
fn apart(pem: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    const BEGIN: &[u8] = b"-----BEGIN PRIVATE KEY-----";
    const END: &[u8] = b"-----END PRIVATE KEY-----";
    let begin = pem.windows(BEGIN.len()).position(|part| part == BEGIN)?;
    let length = pem[begin..]
        .windows(END.len())
        .position(|part| part == END)?;
    let end = begin + length + END.len();
    let certificates = [&pem[..begin], &pem[end..]].concat();
    Some((certificates, &pem[begin..end]))
}

#[cfg(not(any(feature = "rustls", feature = "native-tls")))]
fn trust(
    builder: reqwest::ClientBuilder,
    roots: &[Certificate],
    identity: Option<&Identity>,
    scheme: &str,
) -> Result<reqwest::ClientBuilder, BuildError> {
    if scheme == "https" {
        return Err(BuildErrorKind::TlsOff.into());
    }
    if !roots.is_empty() || identity.is_some() {
        let text = "a certificate was given and tollgate was compiled without TLS; switch on its feature `rustls` or `native-tls`";
        return Err(BuildErrorKind::Setting(text.to_owned()).into());
    }
    Ok(builder)
}
