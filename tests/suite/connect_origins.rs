//! A connect that stalls holds back what could arrive together with those who wait for it, and
//! nobody else.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tollgate::{Error, ErrorKind, Proxy, Retry, Timeouts};
use tollgate_testkit::{Reply, Request, Vendor};

use crate::tls::authority::Authority;
use crate::tls::front::{Front, account};
use crate::tls::serving::Serving;

/// Connects that take longer hold others up.
const SKEW: Duration = Duration::from_millis(20);
/// Far less than a stalled connect takes, and far more than an exchange does.
const SOON: Duration = Duration::from_secs(5);
const HTTP1: &[&str] = &["http/1.1"];

#[tollgate::api(
    base_url = "http://near.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second), skew = 20ms),
    bucket(other, ceiling(1_000 per second), skew = 20ms),
    default_bucket = main,
    host("https://together.invalid", bucket = main),
    host("https://apart.invalid", bucket = other),
)]
trait Near {
    /// Answered by a redirect.
    #[get("/go")]
    async fn go(&self) -> ();
    #[get("/a")]
    async fn a(&self) -> ();
    #[get("/b", bucket = other)]
    async fn b(&self) -> ();
}

#[tollgate::api(
    base_url = "https://far.invalid",
    scope = process,
    auth = none,
    bucket(main, ceiling(1_000 per second), skew = 20ms),
    default_bucket = main,
)]
trait Far {
    #[get("/far")]
    async fn far(&self) -> ();
}

/// An API whose `/go` leads to another server, whose handshakes stall.
struct Scene {
    api: Vendor,
    elsewhere: Vendor,
    front: Front,
    authority: Authority,
    near: Near,
    /// Kept for as long as the scene.
    _road: Option<Road>,
}

type Answer = JoinHandle<Result<(), Error>>;

impl Scene {
    /// The other server is one of which nothing is known.
    async fn leading_to_a_stranger() -> Self {
        Self::build("127.0.0.1", None).await
    }

    /// The other server is `name`, in the eyes of a client whose proxy takes it there.
    async fn leading_to(name: &str) -> Self {
        Self::build(name, Some(name)).await
    }

    async fn build(leaf: &str, name: Option<&str>) -> Self {
        let (elsewhere, authority) = (Vendor::start().await, Authority::new());
        let front = Front::start(elsewhere.addr(), &authority.issue(leaf), HTTP1).await;
        front.stall();
        let target = name.map_or(front.url(), |name| format!("https://{name}"));
        let redirect = Reply::redirect(302, format!("{target}/x"));
        let api = Vendor::builder().route("/go", redirect);
        let api = api.otherwise(Reply::empty(204)).start().await;
        let mut builder = Near::builder()
            .account(account())
            .root_certificate(authority.root())
            .retry(Retry::off())
            .timeouts(patient());
        let mut road = None;
        if name.is_some() {
            let built = Road::start(api.addr(), front.addr()).await;
            builder = builder.proxy(built.proxy());
            road = Some(built);
        } else {
            builder = builder.base_url(api.url());
        }
        let near = builder.build().expect("a client");
        near.a().await.expect("a connection that is kept");
        near.b().await.expect("an answer");
        Self {
            api,
            elsewhere,
            front,
            authority,
            near,
            _road: road,
        }
    }

    /// A client of the API that is described at the other server.
    fn far(&self) -> Far {
        Far::builder()
            .base_url(self.front.url())
            .account(account())
            .root_certificate(self.authority.root())
            .retry(Retry::off())
            .timeouts(patient())
            .build()
            .expect("a client")
    }

    fn go(&self) -> Answer {
        let call = self.near.go();
        tokio::spawn(async move { call.await })
    }

    /// A call that was led elsewhere, where its connect has been pending for longer than the skew.
    async fn led_into_the_stall(&self) -> Answer {
        let led = self.go();
        self.until_stalled().await;
        led
    }

    async fn until_stalled(&self) {
        while self.front.connections() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        tokio::time::sleep(SKEW * 2).await;
    }

    /// Ends the stall: whoever is held goes on.
    async fn settle(self, calls: impl IntoIterator<Item = Answer>) {
        self.front.resume();
        for call in calls {
            let answer = tokio::time::timeout(SOON, call).await;
            let answer = answer.expect("soon").expect("joined");
            answer.expect("an answer");
        }
    }
}

/// Longer than any test waits.
fn patient() -> Timeouts {
    Timeouts::default().connect(Duration::from_secs(30))
}

async fn soon(call: impl IntoFuture<Output = Result<(), Error>>) {
    let answer = tokio::time::timeout(SOON, call.into_future()).await;
    answer.expect("not held").expect("an answer");
}

/// A call that is held ends at its deadline, without a permit.
async fn held(call: impl IntoFuture<Output = Result<(), Error>>) {
    let error = call.into_future().await.expect_err("held");
    let unsent = matches!(error.kind(), ErrorKind::Deadline { sent: false });
    assert!(unsent, "{error}");
}

#[tokio::test]
async fn a_stalled_connect_to_a_stranger_holds_nobody_at_the_api() {
    let scene = Scene::leading_to_a_stranger().await;
    let led = scene.led_into_the_stall().await;
    soon(scene.near.a()).await;
    soon(scene.near.b()).await;
    assert!(!led.is_finished());
    scene.api.assert_count(5);
    scene.elsewhere.assert_count(0);
    scene.settle([led]).await;
}

#[tokio::test]
async fn those_who_are_led_to_one_stranger_hold_each_other() {
    let scene = Scene::leading_to_a_stranger().await;
    let first = scene.led_into_the_stall().await;
    let second = scene.go();
    scene.api.arrived(4).await;
    tokio::time::sleep(SKEW * 2).await;
    assert_eq!(scene.front.connections(), 1, "the second is held");
    assert_eq!(scene.near.meter().permits, 5, "it has no permit");
    scene.settle([first, second]).await;
}

#[tokio::test]
async fn a_stalled_connect_to_a_named_host_holds_the_bucket_that_is_paid_there() {
    let scene = Scene::leading_to("together.invalid").await;
    let led = scene.led_into_the_stall().await;
    held(scene.near.a().deadline(SKEW * 2)).await;
    soon(scene.near.b()).await;
    scene.api.assert_count(4);
    scene.settle([led]).await;
}

#[tokio::test]
async fn a_stalled_connect_to_a_named_host_holds_no_other_bucket() {
    let scene = Scene::leading_to("apart.invalid").await;
    let led = scene.led_into_the_stall().await;
    soon(scene.near.a()).await;
    held(scene.near.b().deadline(SKEW * 2)).await;
    scene.api.assert_count(4);
    scene.settle([led]).await;
}

#[tokio::test]
async fn a_hop_that_another_client_pays_for_holds_that_client() {
    let scene = Scene::leading_to_a_stranger().await;
    let far = scene.far();
    let led = scene.led_into_the_stall().await;
    assert_eq!(far.meter().permits, 1, "the hop is paid there");
    held(far.far().deadline(SKEW * 2)).await;
    assert_eq!(scene.front.connections(), 1);
    soon(scene.near.a()).await;
    scene.settle([led]).await;
}

#[tokio::test]
async fn a_hop_that_another_client_pays_for_is_held_by_that_client() {
    let scene = Scene::leading_to_a_stranger().await;
    let far = scene.far();
    let call = far.far();
    let own = tokio::spawn(async move { call.await });
    scene.until_stalled().await;
    let led = scene.go();
    scene.api.arrived(3).await;
    tokio::time::sleep(SKEW * 2).await;
    assert_eq!(scene.front.connections(), 1, "the hop is held");
    assert_eq!(far.meter().permits, 1, "it has no permit");
    soon(scene.near.a()).await;
    scene.settle([own, led]).await;
}

/// What the rule takes for granted of the HTTP library: a connection belongs to one origin, also
/// where all of them lead to one proxy.
#[tokio::test]
async fn a_connection_to_a_plain_proxy_is_used_for_one_origin() {
    let proxy = Vendor::builder()
        .route("/go", Reply::redirect(302, "http://stranger.invalid/x"))
        .otherwise(Reply::empty(204))
        .start()
        .await;
    let client = Near::builder()
        .account(account())
        .proxy(Proxy::new(proxy.url()))
        .build()
        .expect("a client");
    client.go().await.expect("led elsewhere and back");
    client.a().await.expect("an answer");
    let connections: Vec<_> = proxy.requests().iter().map(Request::connection).collect();
    assert_eq!(connections.len(), 3);
    assert_ne!(connections[0], connections[1], "another origin");
    assert_eq!(connections[0], connections[2], "the same");
}

/// A proxy that takes plain text to one server and every tunnel to another.
struct Road(Serving);

impl Road {
    async fn start(plain: SocketAddr, tunnelled: SocketAddr) -> Self {
        Self(Serving::start(move |client| carry(client, plain, tunnelled)).await)
    }

    fn proxy(&self) -> Proxy {
        Proxy::new(format!("http://{}", self.0.addr()))
    }
}

async fn carry(
    mut client: TcpStream,
    plain: SocketAddr,
    tunnelled: SocketAddr,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let mut vendor;
    if head.starts_with(b"CONNECT ") {
        client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
        vendor = TcpStream::connect(tunnelled).await?;
    } else {
        vendor = TcpStream::connect(plain).await?;
        vendor.write_all(&head).await?;
    }
    copy_bidirectional(&mut client, &mut vendor).await?;
    Ok(())
}
