//! Promise: an independent judge agrees. Debian's nginx with `limit_req` throttles whoever floods
//! it, and never once throttles the generated client, which uses nearly all it may.
//!
//! # nginx's limit in our words
//!
//! `limit_req zone=… burst=N nodelay` with `rate=Rr/s` is a token bucket of `N + 1` at `R` per
//! second. nginx (`ngx_http_limit_req_lookup`) keeps an *excess* in thousandths of a request:
//!
//! ```text
//! excess = max(excess - R * elapsed_ms + 1000, 0);   rejected if excess > N * 1000
//! ```
//!
//! and begins it at 0 with the first request. With `level = excess + 1000` that is
//! `level = max(level - R * elapsed_ms, 0) + 1000`, rejected above `(N + 1) * 1000`: a bucket that
//! leaks `R` a second and holds `N + 1`. Hence `burst = 20` for us is `burst=19` for nginx.
//! The flood checks this from outside: of a flood exactly the burst and what leaked meanwhile pass.
//!
//! nginx counts whole milliseconds, the clock's reading rounded down once for each turn of its
//! event loop. Rounding does not add up (elapsed times are differences of readings), so that an
//! arrival can seem at most one millisecond early: a skew of more than a millisecond covers it,
//! and the rest of the skew covers what lies between a permit and nginx's reading of the clock.

mod nginx;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use serde::Deserialize;

use self::nginx::{Entry, Nginx};

const FLOOD: usize = 200;
const PAGES: usize = 300;
const WALKS: usize = 3;
const RATE: u32 = 50;
const BURST: u32 = 20;

#[derive(Deserialize)]
struct Item {
    page: usize,
}

/// Static pages behind nginx, with the ceiling that nginx enforces.
#[tollgate::api(
    base_url = "http://judge.invalid",
    scope = process,
    auth = none,
    bucket(
        pages,
        ceiling(RATE per second, burst = BURST, source = "https://nginx.org/en/docs/http/ngx_http_limit_req_module.html"),
        skew = 100ms,
    ),
    default_bucket = pages,
)]
trait Judged {
    /// All items, one a page.
    #[get("/items")]
    #[paginate(link)]
    fn items(&self) -> Pages<Item>;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nginx_throttles_a_flood_but_never_the_generated_client() {
    let nginx = Nginx::start(PAGES, RATE, BURST - 1);
    flood_is_throttled(&nginx);
    let judged = Judged::builder()
        .base_url(nginx.url())
        .build()
        .expect("a client");

    // Not one walk may be throttled. A machine that is busy with other things can slow a walk
    // down and never speed one up, so the best shows what the client can do.
    let mut best = 0.0_f64;
    for walk in 0..WALKS {
        // The bucket is full again after the time that it takes to refill it.
        let refill = Duration::from_secs(1) * BURST / RATE;
        tokio::time::sleep(refill + Duration::from_millis(100)).await;
        best = best.max(share_of_walk(&nginx, &judged, walk).await);
        if best >= 0.95 {
            return;
        }
    }
    panic!("the best walk used {best:.3} of the ceiling, at least 0.95 was promised");
}

/// The judge works: it stops a flood, and lets through what the mapping above says.
fn flood_is_throttled(nginx: &Nginx) {
    flood(nginx, FLOOD);
    let flooded = nginx.log(FLOOD);
    let count = |status| {
        flooded
            .iter()
            .filter(|entry| entry.status == status)
            .count()
    };
    let (passed, throttled) = (count(200), count(429));
    assert_eq!(passed + throttled, FLOOD);
    assert!(throttled > 0, "a flood of {FLOOD} was not throttled");
    assert!(
        passed >= BURST as usize,
        "of a flood {passed} passed, the burst is {BURST}"
    );
    let allowed = allowed(&flooded);
    assert!(
        passed as f64 <= allowed + 1.0,
        "of a flood {passed} passed where {allowed} may"
    );
}

/// Walks all pages and says how much of what the ceiling allows was used.
async fn share_of_walk(nginx: &Nginx, judged: &Judged, walk: usize) -> f64 {
    let items = judged.items().items();
    let pages: Vec<usize> = items
        .map_ok(|item: Item| item.page)
        .try_collect()
        .await
        .expect("a walk that nobody stops");
    assert!(
        pages.into_iter().eq(1..=PAGES),
        "every page was walked, in order"
    );

    let before = FLOOD + walk * PAGES;
    let walked = nginx.log(before + PAGES).split_off(before);
    assert_eq!(walked.len(), PAGES, "nginx saw one request for each page");
    let passed = walked.iter().filter(|entry| entry.status == 200).count();
    assert_eq!(passed, PAGES, "nginx throttled the client");
    let meter = judged.meter();
    let paid = ((walk + 1) * PAGES) as u64;
    assert_eq!(
        (meter.permits, meter.requests, meter.unpaid()),
        (paid, paid, 0)
    );
    PAGES as f64 / allowed(&walked)
}

/// Sends so many requests as fast as a socket takes them.
fn flood(nginx: &Nginx, requests: usize) {
    let mut socket = TcpStream::connect(nginx.addr()).expect("nginx listens");
    let keep = "GET /items HTTP/1.1\r\nHost: judge\r\n\r\n".repeat(requests - 1);
    let last = "GET /items HTTP/1.1\r\nHost: judge\r\nConnection: close\r\n\r\n";
    socket
        .write_all(format!("{keep}{last}").as_bytes())
        .expect("nginx reads");
    socket.read_to_end(&mut Vec::new()).expect("nginx answers");
}

/// How many requests the ceiling allows between the first and the last of these.
fn allowed(entries: &[Entry]) -> f64 {
    let at = |entry: Option<&Entry>| entry.map_or(0, |entry| entry.at.as_millis());
    let millis = at(entries.last()) - at(entries.first());
    f64::from(BURST) + f64::from(RATE) * millis as f64 / 1000.0
}
