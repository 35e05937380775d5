//! Signatures: made by the user's function for each request, after its permit.

use core::fmt;
use std::borrow::Cow;

use http::header::{AUTHORIZATION, HeaderMap};
use http::{HeaderName, HeaderValue, Method};
use url::Url;

use crate::encode;
use crate::error::BoxError;

/// Signs requests, for vendors that want more than a key: a date, a digest, a counter.
///
/// It is asked once for each request that leaves (attempt, page, hop within the API's origin), when
/// its permit has been granted and nothing is waited for any more. So a time that it puts into the
/// request is the time at which that is sent, however long the queue was. It must not block.
///
/// A function with the same arguments is a signer.
///
/// # Errors
///
/// What a signer returns ends the call with [`ErrorKind::Signature`](crate::ErrorKind::Signature);
/// the permit goes back. It stands in the texts of errors, and so must show no secret.
///
/// ```
/// # use tollgate_testkit::{Reply, Vendor};
/// use tollgate::{BoxError, Signature, Unsigned};
///
/// #[tollgate::api(
///     base_url = "https://api.example.com",
///     auth = header("X-Api-Key"),
///     bucket(main, ceiling(10 per second)),
///     default_bucket = main,
/// )]
/// trait Exchange {
///     #[post("/orders")]
///     async fn order(&self, #[json] order: &str) -> ();
/// }
///
/// // A real one makes a keyed digest, with the time in it.
/// fn sign(request: &Unsigned<'_>, signature: &mut Signature) -> Result<(), BoxError> {
///     let length = request.body().map_or(0, <[u8]>::len);
///     signature.header("x-signature", format!("{} {} {length}", request.method(), request.path()))
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let vendor = Vendor::builder().otherwise(Reply::empty(204)).start().await;
/// # let url = vendor.url();
/// let exchange = Exchange::builder().base_url(url).process().key("K").signer(sign).build()?;
/// exchange.order("buy").await?;
/// # assert_eq!(vendor.requests()[0].header("x-signature"), Some("POST /orders 5"));
/// # vendor.assert_paid_exactly(&exchange.meter());
/// # Ok(())
/// # }
/// ```
pub trait Signer: Send + Sync + 'static {
    /// Adds to `signature` what the vendor wants to see.
    fn sign(&self, request: &Unsigned<'_>, signature: &mut Signature) -> Result<(), BoxError>;
}

impl<F> Signer for F
where
    F: Fn(&Unsigned<'_>, &mut Signature) -> Result<(), BoxError> + Send + Sync + 'static,
{
    fn sign(&self, request: &Unsigned<'_>, signature: &mut Signature) -> Result<(), BoxError> {
        self(request, signature)
    }
}

/// A request that is about to leave, with its credential.
pub struct Unsigned<'a> {
    method: &'a Method,
    url: &'a Url,
    headers: &'a HeaderMap,
    body: Option<Cow<'a, [u8]>>,
}

impl<'a> Unsigned<'a> {
    pub(crate) fn new(
        method: &'a Method,
        url: &'a Url,
        headers: &'a HeaderMap,
        body: Option<Cow<'a, [u8]>>,
    ) -> Self {
        Self {
            method,
            url,
            headers,
            body,
        }
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &Method {
        self.method
    }

    /// The whole address, as it will be sent.
    #[must_use]
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The host, and the port where it is not the scheme's own.
    #[must_use]
    pub fn host(&self) -> &str {
        self.url.authority()
    }

    /// The path, percent-encoded.
    #[must_use]
    pub fn path(&self) -> &str {
        self.url.path()
    }

    /// The query, percent-encoded.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.url.query()
    }

    /// The headers of the call and the credential. Those that frame the request are not there.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        self.headers
    }

    /// The body; empty where there is none, and `None` where it is a stream, which cannot be read
    /// before it is sent.
    #[must_use]
    pub fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }
}

impl fmt::Debug for Unsigned<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unsigned")
            .field("method", self.method)
            .field("host", &self.host())
            .finish_non_exhaustive()
    }
}

/// What a signer adds to a request.
#[derive(Default)]
pub struct Signature {
    headers: Vec<(HeaderName, HeaderValue)>,
    query: String,
}

impl Signature {
    /// Adds a header, which replaces one of the call's of the same name. `Authorization` may be set
    /// here; a header that frames the request or steers the connection may not.
    ///
    /// # Errors
    ///
    /// A name or a value that cannot be sent.
    pub fn header(&mut self, name: &str, value: impl fmt::Display) -> Result<(), BoxError> {
        let name = match name.eq_ignore_ascii_case(AUTHORIZATION.as_str()) {
            true => AUTHORIZATION,
            false => encode::vetted(name, "")?.0,
        };
        let value = encode::credential_value(value.to_string()).ok_or_else(|| {
            format!(
                "the signature's header `{name}` holds a line break or another control character"
            )
        })?;
        self.headers.push((name, value));
        Ok(())
    }

    /// Adds a query parameter behind all that are there.
    ///
    /// # Errors
    ///
    /// None today; a value may become too long to send.
    pub fn query(&mut self, name: &str, value: &str) -> Result<(), BoxError> {
        encode::append_value(&mut self.query, name, value)?;
        Ok(())
    }

    pub(crate) fn put(self, url: &mut Url, headers: &mut HeaderMap) -> Result<(), String> {
        let Self {
            headers: signed,
            query,
        } = self;
        for (name, value) in signed {
            encode::put(headers, name, value)?;
        }
        if !query.is_empty() {
            let whole = match url.query() {
                Some(before) if !before.is_empty() => format!("{before}&{query}"),
                _ => query,
            };
            url.set_query(Some(&whole));
        }
        Ok(())
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(..)")
    }
}
