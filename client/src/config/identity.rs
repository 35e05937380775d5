//! Certificates: whom we trust beside the platform's roots, and who we are.

use core::fmt;

use secrecy::SecretSlice;

/// A root certificate that is trusted beside those of the platform.
#[derive(Clone)]
pub struct Certificate {
    pub(crate) pem: Vec<u8>,
}

impl Certificate {
    /// A certificate, or a bundle of several, in PEM. It is parsed when the client is built.
    #[must_use]
    pub fn from_pem(pem: impl Into<Vec<u8>>) -> Self {
        Self { pem: pem.into() }
    }
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Certificate({} bytes)", self.pem.len())
    }
}

/// A client certificate with its private key. `Debug` does not show the key.
#[derive(Clone)]
pub struct Identity {
    #[cfg_attr(
        not(any(feature = "rustls", feature = "native-tls")),
        expect(dead_code, reason = "refused at construction where there is no TLS")
    )]
    pub(crate) pem: SecretSlice<u8>,
}

impl Identity {
    /// A certificate chain and its private key, concatenated in PEM. It is parsed when the
    /// client is built.
    #[must_use]
    pub fn from_pem(pem: impl Into<Vec<u8>>) -> Self {
        Self {
            pem: pem.into().into(),
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity(..)")
    }
}
