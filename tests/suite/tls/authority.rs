//! Certificates of a test's own making.

use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tollgate::{Certificate, Identity};

/// An authority that nobody trusts unless told to.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate of an authority's, with its key.
pub(crate) struct Leaf {
    certificate: rcgen::Certificate,
    key: KeyPair,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = params([], "authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Self(CertifiedIssuer::self_signed(params, key).expect("an authority"))
    }

    /// A certificate for one host name or address.
    pub(crate) fn issue(&self, name: &str) -> Leaf {
        self.sign(&params([name.to_owned()], "leaf"))
    }

    /// A certificate that was good once.
    pub(crate) fn issue_expired(&self, name: &str) -> Leaf {
        let mut params = params([name.to_owned()], "leaf");
        params.not_after = date_time_ymd(2001, 2, 3);
        self.sign(&params)
    }

    /// What a client gives as `root_certificate` to trust this authority.
    pub(crate) fn root(&self) -> Certificate {
        Certificate::from_pem(self.0.pem())
    }

    /// The roots of a server that demands a certificate of this authority's.
    pub(super) fn store(&self) -> RootCertStore {
        let mut store = RootCertStore::empty();
        store.add(self.0.der().clone()).expect("a root");
        store
    }

    fn sign(&self, params: &CertificateParams) -> Leaf {
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.0).expect("a certificate");
        Leaf { certificate, key }
    }
}

impl Leaf {
    /// What a client gives as `identity`, with the certificate before the key and after it.
    pub(crate) fn identities(&self) -> [Identity; 2] {
        let (certificate, key) = (self.certificate.pem(), self.key.serialize_pem());
        [certificate.clone() + &key, key + &certificate].map(Identity::from_pem)
    }

    pub(crate) fn der(&self) -> &CertificateDer<'static> {
        self.certificate.der()
    }

    pub(super) fn key(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::Pkcs8(self.key.serialized_der().to_vec().into())
    }
}

/// For these names. Subjects differ, or a leaf would look signed by itself.
fn params(names: impl Into<Vec<String>>, subject: &str) -> CertificateParams {
    let mut params = CertificateParams::new(names).expect("names");
    params.distinguished_name.push(DnType::CommonName, subject);
    params
}
