//! Marks: what came through the door is paid, and whatever else there is, is told apart.

#![cfg(unix)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use futures_util::TryStreamExt as _;
use tollgate::Retry;
use tollgate_mark::{GIVEN, HEADER, Key};
use tollgate_testkit::{Payment, Reply, Vendor, assert_all_paid};

#[tollgate::api(
    base_url = "http://coverage.invalid",
    auth = none,
    bucket(all, ceiling(1_000 per second)),
    default_bucket = all,
    scope = process,
)]
trait Shop {
    #[get("/items")]
    #[paginate(link)]
    fn items(&self) -> Pages<serde_json::Value>;

    #[get("/old")]
    async fn old(&self) -> String;

    #[get("/busy")]
    async fn busy(&self) -> String;

    #[get("/items/{id}")]
    async fn item(&self, id: &str, q: Option<&str>) -> String;
}

async fn vendor() -> Vendor {
    Vendor::builder()
        .marked()
        .pages("/items", 5, 2)
        .route("/old", Reply::redirect(302, "/items/new?a=b%20c"))
        .route("/busy", Reply::empty(503).then(Reply::json("at last")))
        .route("/items/{id}", Reply::json("thing"))
        .start()
        .await
}

fn client(vendor: &Vendor) -> Shop {
    let quick = Retry::new().base(std::time::Duration::from_millis(1));
    let builder = Shop::builder().base_url(vendor.url()).retry(quick);
    builder.build().expect("a client")
}

/// A request by hand, beside every client.
fn by_hand(vendor: &Vendor, line: &str, mark: Option<&str>) {
    let mut socket = TcpStream::connect(vendor.addr()).expect("a connection");
    let mark = mark.map_or_else(String::new, |mark| format!("{HEADER}: {mark}\r\n"));
    let head = format!("{line}\r\nUser-Agent: by-hand\r\n{mark}Connection: close\r\n\r\n");
    socket.write_all(head.as_bytes()).expect("a request");
    let mut answer = String::new();
    socket.read_to_string(&mut answer).expect("an answer");
}

/// What the desk gives who asks by hand.
fn ask(vendor: &Vendor) -> Option<[u8; GIVEN]> {
    let (_, folder) = vendor.mark_env();
    let desk = tollgate_mark::desk(folder, vendor.addr().port());
    let mut given = [0; GIVEN];
    let mut desk = UnixStream::connect(desk).expect("a desk");
    desk.read_exact(&mut given).ok().map(|()| given)
}

fn mark_of_last(vendor: &Vendor) -> String {
    let last = vendor.last_request().expect("a request");
    last.header(HEADER).expect("a mark").to_owned()
}

fn refused(vendor: &Vendor) -> String {
    let claim = std::panic::AssertUnwindSafe(|| assert_all_paid(vendor));
    let panic = std::panic::catch_unwind(claim).expect_err("it is not all paid");
    *panic.downcast::<String>().expect("a text")
}

#[tokio::test]
async fn pages_hops_and_retries_each_carry_a_mark_of_their_own() {
    let vendor = vendor().await;
    let shop = client(&vendor);
    let items: Vec<_> = shop.items().items().try_collect().await.expect("items");
    assert_eq!(items.len(), 5);
    shop.old().await.expect("after a hop");
    shop.busy().await.expect("after a retry");
    shop.item("ä/b").q("x y&z").await.expect("an odd path");
    assert_eq!(vendor.marks().count(Payment::Paid), 3 + 2 + 2 + 1);
    assert_all_paid(&vendor);
    vendor.assert_paid_exactly(&shop.meter());
    let marks = vendor.marks();
    let callers: Vec<_> = marks.callers().collect();
    let process = callers[0].0.process().expect("a process");
    assert_eq!(process.id(), std::process::id());
}

#[tokio::test]
async fn what_goes_past_the_door_is_listed_with_its_line_and_its_sender() {
    let vendor = vendor().await;
    client(&vendor).item("1").await.expect("an item");
    by_hand(&vendor, "GET /items/2 HTTP/1.1", None);
    by_hand(&vendor, "POST /items/3?x HTTP/1.1", None);
    let text = refused(&vendor);
    assert!(
        text.contains(
            "seen 3, paid 1, unpaid 2, doubly marked 0, forged 0, replayed 0, fraction 0.3333"
        ),
        "{text}"
    );
    assert!(text.contains("unpaid: GET /items/2 HTTP/1.1 ("), "{text}");
    assert!(
        text.contains("unpaid: POST /items/3?x HTTP/1.1 ("),
        "{text}"
    );
    assert!(text.contains("user agent `by-hand`"), "{text}");
    if cfg!(target_os = "linux") {
        assert!(
            text.contains(&format!("({}), user agent", std::process::id())),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_mark_that_was_seen_is_worth_nothing_again() {
    let vendor = vendor().await;
    client(&vendor).item("1").await.expect("an item");
    let mark = mark_of_last(&vendor);
    by_hand(&vendor, "GET /items/1 HTTP/1.1", Some(&mark));
    let marks = vendor.marks();
    assert_eq!(marks.count(Payment::Replayed), 1);
    assert_eq!(marks.unpaid()[0].line(), "GET /items/1 HTTP/1.1");
    assert!(refused(&vendor).contains("replayed: GET /items/1"));
}

#[tokio::test]
async fn a_mark_of_another_request_another_key_or_another_vendor_is_forged() {
    let (vendor, other) = (vendor().await, vendor().await);
    client(&vendor).item("1").await.expect("an item");
    let mark = mark_of_last(&vendor);
    by_hand(&vendor, "GET /items/2 HTTP/1.1", Some(&mark));
    by_hand(&vendor, "DELETE /items/1 HTTP/1.1", Some(&mark));
    by_hand(&other, "GET /items/1 HTTP/1.1", Some(&mark));
    let nonce = mark.parse::<tollgate_mark::Mark>().expect("a mark").nonce;
    let own = Key::new([7; 32]).mark(nonce, 1, "GET", "/items/3");
    by_hand(&vendor, "GET /items/3 HTTP/1.1", Some(&own.to_string()));
    by_hand(&vendor, "GET /items/4 HTTP/1.1", Some("paid"));
    assert_eq!(vendor.marks().count(Payment::Forged), 4);
    assert_eq!(other.marks().count(Payment::Forged), 1);
}

#[tokio::test]
async fn a_mark_beside_that_of_the_door_is_seen() {
    let vendor = vendor().await;
    let shop = client(&vendor);
    let call = shop.item("1").header(HEADER, "1.0.0.0");
    call.await.expect("an item");
    let marks = vendor.marks();
    assert_eq!((marks.count(Payment::DoublyMarked), marks.seen()), (1, 1));
}

#[tokio::test]
async fn a_key_is_given_once_in_a_process_and_who_asks_beside_the_door_is_told() {
    let late = vendor().await;
    client(&late).item("1").await.expect("an item");
    assert_eq!(ask(&late), None, "the door has it");
    assert!(refused(&late).contains("asked for a second key"));

    let early = vendor().await;
    assert!(ask(&early).is_some(), "nobody had it");
    client(&early).item("1").await.expect("an item");
    let marks = early.marks();
    assert_eq!(marks.count(Payment::Unpaid), 1, "the door has no key");
    assert_eq!(marks.asked_again().len(), 1);
}

#[tokio::test]
async fn a_vendor_that_asks_for_no_marks_sees_none() {
    let marked = vendor().await;
    client(&marked).item("1").await.expect("an item");
    let plain = Vendor::builder()
        .otherwise(Reply::json("thing"))
        .start()
        .await;
    client(&plain).item("1").await.expect("an item");
    assert_eq!(
        plain.last_request().expect("a request").header(HEADER),
        None
    );
}

#[tokio::test]
async fn the_next_vendor_gives_a_key_of_its_own() {
    for _ in 0..3 {
        let vendor = vendor().await;
        client(&vendor).item("1").await.expect("an item");
        assert_all_paid(&vendor);
    }
}

#[tokio::test]
async fn where_nothing_is_marked_the_cure_is_said() {
    let vendor = vendor().await;
    by_hand(&vendor, "GET /items/2 HTTP/1.1", None);
    assert!(refused(&vendor).contains("feature `coverage`"));
}
