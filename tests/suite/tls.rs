//! TLS: who is trusted, who we are, and that connections are not requests.

pub(crate) mod authority;
pub(crate) mod front;
mod proxy;
pub(crate) mod serving;
mod stalled;

use std::error::Error;

use tollgate::{ErrorKind, Proxy};
use tollgate_testkit::{Reply, Vendor};

use self::authority::{Authority, Leaf};
use self::front::{Front, account};
use self::proxy::Tunnel;
use crate::shop::{Shop, settle};

const HTTP1: &[&str] = &["http/1.1"];
const HERE: &str = "127.0.0.1";

/// A shop behind `front`, by a client that trusts `authority`.
fn builder(front: &Front, authority: &Authority) -> tollgate::Builder<Shop> {
    stranger(front).root_certificate(authority.root())
}

/// A shop behind `front`, by a client that trusts the platform's roots alone.
fn stranger(front: &Front) -> tollgate::Builder<Shop> {
    Shop::builder()
        .base_url(front.url())
        .account(account())
        .bearer("t0k3n")
}

/// An error and its sources, in one line.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

#[tokio::test]
async fn a_vendor_whose_authority_is_trusted_gets_one_request_per_permit() {
    let (vendor, authority) = (Vendor::start().await, Authority::new());
    let front = Front::start(vendor.addr(), &authority.issue(HERE), HTTP1).await;
    let client = builder(&front, &authority).build().expect("a client");
    for _ in 0..10 {
        client.delete("7").await.expect("an answer");
    }
    vendor.assert_request_lines(&["DELETE /items/7 HTTP/1.1"; 10]);
    vendor.assert_paid_exactly(&client.meter());
    assert_eq!(front.connections(), 1, "an idle connection is used again");
}

#[tokio::test]
async fn http2_is_not_offered_to_a_vendor_that_would_take_it() {
    let (vendor, authority) = (Vendor::start().await, Authority::new());
    let both = &["h2", "http/1.1"];
    let front = Front::start(vendor.addr(), &authority.issue(HERE), both).await;
    let client = builder(&front, &authority).build().expect("a client");
    client.delete("7").await.expect("an answer");
    assert_eq!(front.offers(), [["http/1.1"]], "HTTP/2 needs `http2()`");
    settle(&vendor, &client);
}

/// Nothing was sent, and the error says that it is for the certificate.
async fn distrusted(leaf: Leaf, client_of: impl Fn(&Front) -> Option<Shop>) {
    let vendor = Vendor::start().await;
    let front = Front::start(vendor.addr(), &leaf, HTTP1).await;
    let Some(client) = client_of(&front) else {
        return;
    };
    for _ in 0..3 {
        let error = client.delete("7").await.expect_err("not trusted");
        assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
        assert_eq!(error.attempts().sends(), 0, "{error}");
        let text = chain(&error);
        assert!(text.contains("certificate"), "{text}");
        assert!(!text.contains("t0k3n"), "{text}");
    }
    let meter = client.meter();
    let kept = (meter.requests, meter.permits, meter.in_flight);
    assert_eq!(kept, (0, 0, 0), "the permits went back");
    assert_eq!(front.connections(), 3, "one connection per call");
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_costs_nothing_and_is_named() {
    let (ours, stranger) = (Authority::new(), Authority::new());
    let ours = |front: &Front| Some(builder(front, &ours).build().expect("a client"));
    distrusted(stranger.issue(HERE), ours).await;
}

#[tokio::test]
async fn without_a_root_certificate_the_platforms_roots_decide() {
    // A machine without any roots cannot even build this client, and says so there.
    let platform = |front: &Front| stranger(front).build().ok();
    distrusted(Authority::new().issue(HERE), platform).await;
}

#[tokio::test]
async fn a_trusted_authority_does_not_excuse_a_wrong_name_or_an_old_certificate() {
    let authority = Authority::new();
    for leaf in [
        authority.issue("other.invalid"),
        authority.issue_expired(HERE),
    ] {
        let ours = |front: &Front| Some(builder(front, &authority).build().expect("a client"));
        distrusted(leaf, ours).await;
    }
}

#[tokio::test]
async fn the_identity_is_shown_to_a_vendor_that_demands_one() {
    let (authority, members) = (Authority::new(), Authority::new());
    let member = members.issue("member.invalid");
    for identity in member.identities() {
        let vendor = Vendor::start().await;
        let front = Front::demanding(vendor.addr(), &authority.issue(HERE), &members).await;
        let client = builder(&front, &authority).identity(identity);
        let client = client.build().expect("a client");
        client.delete("7").await.expect("let in");
        assert_eq!(front.guests(), [member.der().clone()]);
        vendor.assert_count(1);
        vendor.assert_paid_exactly(&client.meter());
    }
}

#[tokio::test]
async fn a_missing_or_foreign_identity_is_turned_away_before_the_vendor() {
    let (vendor, authority, members) = (Vendor::start().await, Authority::new(), Authority::new());
    let front = Front::demanding(vendor.addr(), &authority.issue(HERE), &members).await;
    let [foreign, _] = Authority::new().issue("member.invalid").identities();
    for builder in [
        builder(&front, &authority),
        builder(&front, &authority).identity(foreign),
    ] {
        let client = builder.build().expect("a client");
        let error = client.delete("7").await.expect_err("turned away");
        // TLS 1.3 refuses a client after the client may have begun to send.
        let kind = error.kind();
        let early = matches!(kind, ErrorKind::Connect);
        let late = matches!(kind, ErrorKind::Transport { received: 0 });
        assert!(early || late, "{error}");
        assert_eq!(client.meter().unpaid(), 0);
    }
    assert_eq!(front.guests(), []);
    vendor.assert_count(0);
}

#[tokio::test]
async fn a_tunnel_is_asked_once_per_connection_and_every_request_in_it_is_paid() {
    let vendor = Vendor::builder()
        .otherwise(Reply::empty(204).delay(std::time::Duration::from_millis(20)))
        .start()
        .await;
    let authority = Authority::new();
    let front = Front::start(vendor.addr(), &authority.issue(HERE), HTTP1).await;
    let tunnel = Tunnel::start(200).await;
    let proxy = Proxy::new(format!("http://{}", tunnel.addr())).basic_auth("user", "pr0xy");
    let client = builder(&front, &authority).proxy(proxy);
    let client = client.build().expect("a client");
    for _ in 0..4 {
        let calls = (0..3).map(|_| client.delete("7").into_future());
        let answers = futures_util::future::join_all(calls).await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
    }
    let heads = tunnel.heads();
    assert_eq!(heads.len(), front.connections());
    assert!(heads.len() < 12, "{} tunnels for 12 requests", heads.len());
    for head in &heads {
        let authority = front.url().replace("https://", "");
        assert!(
            head.starts_with(&format!("CONNECT {authority} HTTP/1.1\r\n")),
            "{head}"
        );
        assert!(
            head.to_lowercase().contains("proxy-authorization: basic"),
            "{head}"
        );
        assert!(!head.contains("t0k3n"), "the proxy saw the credential");
    }
    vendor.assert_request_lines(&["DELETE /items/7 HTTP/1.1"; 12]);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_proxy_is_reached_by_tls_where_its_url_says_so() {
    let (vendor, authority) = (Vendor::start().await, Authority::new());
    let front = Front::start(vendor.addr(), &authority.issue(HERE), HTTP1).await;
    let tunnel = Tunnel::start(200).await;
    let secure = Front::start(tunnel.addr(), &authority.issue(HERE), HTTP1).await;
    let client = builder(&front, &authority).proxy(Proxy::new(secure.url()));
    let client = client.build().expect("a client");
    for _ in 0..5 {
        client.delete("7").await.expect("an answer");
    }
    assert_eq!((tunnel.heads().len(), secure.connections()), (1, 1));
    vendor.assert_count(5);
    vendor.assert_paid_exactly(&client.meter());
}

#[tokio::test]
async fn a_tunnel_that_is_refused_costs_no_permit_and_is_not_asked_again() {
    for status in [403, 407, 429, 502] {
        let (vendor, authority) = (Vendor::start().await, Authority::new());
        let front = Front::start(vendor.addr(), &authority.issue(HERE), HTTP1).await;
        let tunnel = Tunnel::start(status).await;
        let proxy = Proxy::new(format!("http://{}", tunnel.addr()));
        let client = builder(&front, &authority).proxy(proxy.basic_auth("user", "pr0xy"));
        let client = client.build().expect("a client");
        let error = client.delete("7").await.expect_err("refused");
        assert!(
            matches!(error.kind(), ErrorKind::Connect),
            "{status}: {error}"
        );
        let text = chain(&error);
        assert!(!text.contains("pr0xy") && !text.contains("t0k3n"), "{text}");
        assert_eq!(tunnel.heads().len(), 1, "{status}");
        assert_eq!((front.connections(), client.meter().permits), (0, 0));
        vendor.assert_count(0);
    }
}
