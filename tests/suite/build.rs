//! A client that cannot be built says why, and what would be right.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tollgate::{BuildErrorKind, Certificate, Identity, Pool, Proxy, Timeouts};

use crate::shop::Shop;

fn refusal(builder: tollgate::Builder<Shop>) -> String {
    builder.build().expect_err("must be refused").to_string()
}

#[test]
fn a_base_url_that_cannot_be_one_is_refused_by_its_part() {
    for (url, part) in [
        ("shop.example", "absolute"),
        ("ftp://shop.example", "neither"),
        ("http://user:S3CR3T@shop.example", "user name"),
        ("http://shop.example/?key=S3CR3T", "query"),
        ("http://shop.example/#x", "fragment"),
    ] {
        let text = refusal(Shop::builder().base_url(url).bearer("t"));
        assert!(
            text.contains(part) && !text.contains("S3CR3T"),
            "{url}: {text}"
        );
    }
}

#[test]
fn a_credential_that_cannot_be_sent_is_refused_without_being_shown() {
    for token in ["S3CR3T\n", "S3CR3T\r\nX-Evil: 1", "S3CR3T\0"] {
        let text = refusal(Shop::builder().bearer(token));
        assert!(
            text.contains("line break") && !text.contains("S3CR3T"),
            "{text}"
        );
    }
    for token in [" S3CR3T", "S3CR3T ", "S3CR3T\t", "\tS3CR3T", " "] {
        let text = refusal(Shop::builder().bearer(token));
        assert!(
            text.contains("blank; trim") && !text.contains("S3CR3T"),
            "{text}"
        );
    }
    let text = refusal(Shop::builder().bearer(""));
    assert!(text.contains("empty"), "{text}");
    let text = refusal(Shop::builder());
    assert!(text.contains("`bearer(token)`"), "{text}");
}

#[test]
fn settings_that_cannot_be_used_are_named() {
    let text = refusal(Shop::builder().bearer("t").report_every(Duration::ZERO));
    assert!(text.contains("`report_every` is more than zero"), "{text}");
    let text = refusal(Shop::builder().bearer("t").user_agent("a\r\nb"));
    assert!(text.contains("user agent"), "{text}");
    for url in ["", "proxy:3128:1", "http://user:S3CR3T@proxy:3128"] {
        let text = refusal(Shop::builder().bearer("t").proxy(Proxy::new(url)));
        assert!(text.contains("proxy") && !text.contains("S3CR3T"), "{text}");
    }
    let text = format!("{:?}", Proxy::new("http://p").basic_auth("u", "S3CR3T"));
    assert!(!text.contains("S3CR3T"), "{text}");
}

#[test]
fn certificates_that_are_none_are_refused() {
    let rubbish = Shop::builder()
        .bearer("t")
        .root_certificate(Certificate::from_pem("rubbish"));
    assert!(rubbish.build().is_err());
    let rubbish = Shop::builder()
        .bearer("t")
        .identity(Identity::from_pem("S3CR3T"));
    let error = rubbish.build().expect_err("must be refused");
    assert!(
        !format!("{error} {error:?}").contains("S3CR3T"),
        "{error:?}"
    );
}

#[test]
fn https_without_tls_is_refused_by_the_name_of_the_feature() {
    let built = Shop::builder()
        .base_url("https://shop.invalid")
        .bearer("t")
        .build();
    if cfg!(any(feature = "rustls", feature = "native-tls")) {
        assert!(
            built.is_ok()
                || matches!(
                    built.as_ref().map_err(tollgate::BuildError::kind),
                    Err(BuildErrorKind::Http)
                )
        );
    } else {
        let error = built.expect_err("must be refused");
        assert_eq!(error.kind(), &BuildErrorKind::TlsOff);
        assert!(error.to_string().contains("`rustls`"), "{error}");
    }
}

#[tokio::test]
async fn the_longest_times_are_no_panic() {
    let hook = std::panic::take_hook();
    let panicked = Arc::new(AtomicBool::new(false));
    let seen = panicked.clone();
    std::panic::set_hook(Box::new(move |info| {
        // One of the HTTP library's background tasks panics without anybody noticing.
        let place = info.location().map_or("", |place| place.file());
        if place.contains("time") {
            seen.store(true, Ordering::SeqCst);
        }
        hook(info);
    }));
    let vendor = tollgate_testkit::Vendor::start().await;
    let longest = Duration::MAX;
    let client = Shop::builder()
        .base_url(vendor.url())
        .bearer("longest times")
        .pool(Pool::new(usize::MAX, longest))
        .timeouts(Timeouts::new(longest, longest))
        .deadline(longest)
        .build()
        .expect("a client");
    for _ in 0..2 {
        client.store("x", "a".into()).await.expect("success");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(
        !panicked.load(Ordering::SeqCst),
        "a moment was added up beyond the last"
    );
}
