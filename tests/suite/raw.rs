//! Raw calls: what no endpoint describes still pays.

use serde_json::{Value, json};
use tollgate::{Empty, ErrorKind, Method, Text};
use tollgate_testkit::{Reply, Vendor};

use crate::shop::{settle, shop};

#[tokio::test]
async fn three_raw_calls_spend_three_permits() {
    let vendor = Vendor::builder()
        .otherwise(Reply::json_text(r#"{"a":1}"#))
        .start()
        .await;
    let client = shop(&vendor);
    let value: Value = client
        .raw(Method::GET, "/x/a%2Fb?q=1&r=%20")
        .await
        .expect("an answer");
    assert_eq!(value, json!({"a": 1}));
    client
        .raw::<Value>(Method::POST, "/y")
        .json(&value)
        .query("n", &7)
        .answer::<Empty>()
        .await
        .expect("an answer");
    let text = client
        .raw_in::<Value>("main", Method::PUT, "/z")
        .body("b")
        .answer::<Text>()
        .await
        .expect("an answer");
    assert_eq!(text, r#"{"a":1}"#);
    vendor.assert_request_lines(&[
        "GET /x/a%2Fb?q=1&r=%20 HTTP/1.1",
        "POST /y?n=7 HTTP/1.1",
        "PUT /z HTTP/1.1",
    ]);
    assert_eq!(client.meter().permits, 3);
    settle(&vendor, &client);
}

#[tokio::test]
async fn a_raw_call_cannot_leave_the_vendor_or_open_a_tunnel() {
    let vendor = Vendor::start().await;
    let client = shop(&vendor);
    for path in [
        "x",
        "http://127.0.0.1:1/",
        "@127.0.0.1/",
        "/a/../b",
        "/a/%2e%2E/b",
        "/a#b",
        "/a\\..\\b",
        "",
    ] {
        let error = client
            .raw::<Value>(Method::GET, path)
            .await
            .expect_err("must be refused");
        assert!(
            matches!(error.kind(), ErrorKind::Argument(_)),
            "{path}: {error}"
        );
    }
    let error = client
        .raw::<Value>(Method::CONNECT, "/a")
        .await
        .expect_err("must be refused");
    assert!(matches!(error.kind(), ErrorKind::Argument(text) if text.contains("CONNECT")));
    let error = client
        .raw_in::<Value>("other", Method::GET, "/a")
        .await
        .expect_err("must be refused");
    assert!(
        matches!(error.kind(), ErrorKind::Argument(text) if text.contains("`main`")),
        "{error}"
    );
    client
        .raw::<Value>(Method::GET, "//evil.example/a")
        .await
        .expect("a path of this vendor");
    vendor.assert_request_lines(&["GET //evil.example/a HTTP/1.1"]);
    settle(&vendor, &client);
}
