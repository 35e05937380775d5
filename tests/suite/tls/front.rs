//! A server's TLS, in front of a vendor that speaks plain text and keeps the books.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::server::{Acceptor, ServerConfig, WebPkiClientVerifier};

use super::authority::{Authority, Leaf};
use super::serving::Serving;

/// Ends TLS and hands the bytes on, connection by connection.
pub(crate) struct Front {
    serving: Serving,
    seen: Arc<Mutex<Seen>>,
    open: watch::Sender<bool>,
}

/// What there was to see before the first byte of HTTP.
#[derive(Default)]
struct Seen {
    connections: usize,
    offers: Vec<Vec<String>>,
    guests: Vec<CertificateDer<'static>>,
}

impl Front {
    /// A front that prefers the first protocol of `protocols` that the client offers.
    pub(crate) async fn start(upstream: SocketAddr, leaf: &Leaf, protocols: &[&str]) -> Self {
        Self::serve(upstream, config(leaf, protocols, None)).await
    }

    /// A front that demands a client certificate of `authority`'s.
    pub(crate) async fn demanding(
        upstream: SocketAddr,
        leaf: &Leaf,
        authority: &Authority,
    ) -> Self {
        Self::serve(upstream, config(leaf, &["http/1.1"], Some(authority))).await
    }

    async fn serve(upstream: SocketAddr, config: Arc<ServerConfig>) -> Self {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let open = watch::Sender::new(true);
        let (log, gate) = (seen.clone(), open.subscribe());
        let serving = Serving::start(move |tcp| {
            log.lock().expect("a log").connections += 1;
            pass(tcp, upstream, config.clone(), log.clone(), gate.clone())
        });
        let serving = serving.await;
        Self {
            serving,
            seen,
            open,
        }
    }

    /// Where clients connect to.
    pub(crate) fn url(&self) -> String {
        format!("https://{}", self.serving.addr())
    }

    /// The same without the protocol.
    pub(crate) fn addr(&self) -> SocketAddr {
        self.serving.addr()
    }

    /// Accepts connections and leaves their handshakes unanswered, until [`Front::resume`].
    pub(crate) fn stall(&self) {
        self.open.send_replace(false);
    }

    /// Answers the handshakes that were left.
    pub(crate) fn resume(&self) {
        self.open.send_replace(true);
    }

    /// Connections that were made, with or without a handshake.
    pub(crate) fn connections(&self) -> usize {
        self.seen.lock().expect("a log").connections
    }

    /// The protocols that each connection offered, in the client's order.
    pub(crate) fn offers(&self) -> Vec<Vec<String>> {
        self.seen.lock().expect("a log").offers.clone()
    }

    /// The client certificates that were shown and proven.
    pub(crate) fn guests(&self) -> Vec<CertificateDer<'static>> {
        self.seen.lock().expect("a log").guests.clone()
    }
}

/// A name that no other account of the process has.
///
/// The system may give a port again that an earlier test's server had; with one account, that
/// test's client and the new one would pay from the same bucket, and its meter would count both.
pub(crate) fn account() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("account {}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn config(leaf: &Leaf, protocols: &[&str], demanded: Option<&Authority>) -> Arc<ServerConfig> {
    // Spelled out: another crate's choice of a provider must not decide about the tests.
    let provider = Arc::new(aws_lc_rs::default_provider());
    let builder = ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .expect("versions");
    let builder = match demanded {
        None => builder.with_no_client_auth(),
        Some(authority) => {
            let roots = Arc::new(authority.store());
            let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider);
            builder.with_client_cert_verifier(verifier.build().expect("a verifier"))
        }
    };
    let mut config = builder
        .with_single_cert(vec![leaf.der().clone()], leaf.key())
        .expect("a certificate");
    config.alpn_protocols = protocols
        .iter()
        .map(|name| name.as_bytes().to_vec())
        .collect();
    Arc::new(config)
}

async fn pass(
    tcp: TcpStream,
    upstream: SocketAddr,
    config: Arc<ServerConfig>,
    seen: Arc<Mutex<Seen>>,
    mut gate: watch::Receiver<bool>,
) -> std::io::Result<()> {
    let _ = gate.wait_for(|open| *open).await;
    let hello = LazyConfigAcceptor::new(Acceptor::default(), tcp).await?;
    let offer = hello.client_hello().alpn().into_iter().flatten();
    let offer = offer.map(|name| String::from_utf8_lossy(name).into_owned());
    seen.lock().expect("a log").offers.push(offer.collect());
    let mut tls = hello.into_stream(config).await?;
    if let Some([guest, ..]) = tls.get_ref().1.peer_certificates() {
        let guest = guest.clone().into_owned();
        seen.lock().expect("a log").guests.push(guest);
    }
    let mut vendor = TcpStream::connect(upstream).await?;
    copy_bidirectional(&mut tls, &mut vendor).await?;
    Ok(())
}
