//! One call, one request: nothing hidden leaves, and nothing unasked comes in.

use std::future::IntoFuture as _;
use std::time::Duration;

use tollgate::{ErrorKind, Redirects};
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{Item, settle, shop, shop_once};

#[tokio::test]
async fn no_status_makes_a_second_request() {
    for status in [
        300, 301, 302, 303, 304, 307, 308, 401, 407, 408, 413, 417, 421, 425, 426, 429, 500, 502,
        503, 511,
    ] {
        let vendor = Vendor::builder()
            .otherwise(Reply::empty(status).header("Location", "/elsewhere"))
            .start()
            .await;
        let once = |call: tollgate::Call<tollgate::Empty, crate::shop::ShopError>| {
            call.redirects(Redirects::Never).into_future()
        };
        let client = shop_once(&vendor);
        once(client.delete("7")).await.expect_err("an error");
        once(client.append("A1", &[])).await.expect_err("an error");
        vendor.idle().await;
        vendor.assert_request_lines(&[
            "DELETE /items/7 HTTP/1.1",
            "POST /sheets/A1:append HTTP/1.1",
        ]);
        settle(&vendor, &client);
    }
}

#[tokio::test]
async fn a_broken_exchange_is_not_sent_again_behind_the_call() {
    for reply in [
        Reply::reset(),
        Reply::hang_up(),
        Reply::empty(200).reset_after_head(),
        Reply::raw("rubbish\r\n\r\n"),
    ] {
        let vendor = Vendor::builder().otherwise(reply).start().await;
        let client = shop_once(&vendor);
        for _ in 0..3 {
            let _ = client.item("7").await.expect_err("broken");
        }
        vendor.idle().await;
        vendor.assert_count(3);
        settle(&vendor, &client);
    }
}

#[tokio::test]
async fn a_connection_that_dies_while_idle_costs_at_most_its_own_request() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json(&Item { id: 1 }).close_silently())
        .start()
        .await;
    let client = shop(&vendor);
    for _ in 0..50 {
        let _ = client.item("7").await;
    }
    vendor.idle().await;
    let permits = client.meter().permits;
    assert!(
        vendor.count() as u64 <= permits,
        "{} requests for {permits} permits",
        vendor.count()
    );
    assert_eq!(client.meter().unpaid(), 0);
}

#[tokio::test]
async fn an_unasked_upgrade_is_an_error() {
    let vendor = Vendor::builder()
        .otherwise(Reply::switching_protocols("websocket"))
        .start()
        .await;
    let client = shop(&vendor);
    let error = client.item("7").await.expect_err("an upgrade");
    assert!(matches!(error.kind(), ErrorKind::Upgrade), "{error}");
    vendor.assert_count(1);
    settle(&vendor, &client);
}

#[tokio::test]
async fn informational_answers_and_an_unsolicited_one_are_not_paired_with_a_call() {
    let fine = || Reply::json(&Item { id: 1 });
    let stray = fine().followed_by(Reply::empty(429));
    let vendor = Vendor::builder()
        .otherwise(
            fine()
                .informational(103, 150)
                .times(1)
                .then(stray)
                .then(fine()),
        )
        .start()
        .await;
    let client = shop(&vendor);
    for _ in 0..5 {
        client.item("7").await.expect("its own answer");
    }
    vendor.assert_count(5);
    settle(&vendor, &client);
}

#[tokio::test]
async fn an_unreachable_vendor_gives_the_permit_back_and_says_so() {
    let gone = Vendor::start().await;
    let client = shop_once(&gone);
    drop(gone);
    for _ in 0..3 {
        let error = client.item("7").await.expect_err("nobody is there");
        assert!(matches!(error.kind(), ErrorKind::Connect), "{error}");
        assert_eq!(error.attempts().sends(), 0);
        assert!(error.to_string().contains("127.0.0.1"), "{error}");
    }
    let meter = client.meter();
    assert_eq!(
        (meter.calls, meter.requests, meter.permits, meter.in_flight),
        (3, 0, 0, 0)
    );
}

#[tokio::test]
async fn a_slow_vendor_gets_one_request_however_long_it_takes() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json(&Item { id: 1 }).delay(Duration::from_millis(300)))
        .start()
        .await;
    let client = shop(&vendor);
    let _ = tokio::time::timeout(Duration::from_millis(50), client.item("7").into_future()).await;
    vendor.arrived(1).await;
    vendor.idle().await;
    vendor.assert_count(1);
    settle(&vendor, &client);
}

/// Runs alone in a process of its own: the environment belongs to all threads.
#[tokio::test]
async fn the_proxies_of_the_environment_are_not_used() {
    const CHILD: &str = "TOLLGATE_TEST_PROXY_CHILD";
    if let Ok(url) = std::env::var(CHILD) {
        let built = crate::shop::Shop::builder()
            .base_url(url)
            .bearer("t")
            .build();
        built
            .expect("a client")
            .delete("7")
            .await
            .expect("straight to the vendor");
        return;
    }
    let (vendor, proxy) = (Vendor::start().await, Vendor::start().await);
    let name = "wire::the_proxies_of_the_environment_are_not_used";
    let mut child = tokio::process::Command::new(std::env::current_exe().expect("this binary"));
    child
        .args([name, "--exact", "--test-threads=1"])
        .env(CHILD, vendor.url());
    for variable in [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
    ] {
        child.env(variable, proxy.url());
    }
    let output = child.output().await.expect("a process");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    vendor.assert_count(1);
    proxy.assert_count(0);
}

#[tokio::test]
async fn a_proxy_that_was_asked_for_is_used() {
    let proxy = Vendor::builder().otherwise(Reply::empty(204)).start().await;
    let builder = crate::shop::Shop::builder()
        .base_url("http://vendor.invalid")
        .bearer("t");
    let client = builder
        .proxy(tollgate::Proxy::new(proxy.url()))
        .build()
        .expect("a client");
    client.delete("7").await.expect("through the proxy");
    proxy.assert_request_lines(&["DELETE http://vendor.invalid/items/7 HTTP/1.1"]);
    settle(&proxy, &client);
}
