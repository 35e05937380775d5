//! A missing comma is one mistake, wherever it is missing.

use super::{api, bucket, endpoint, messages, only};
use crate::expand;

const REST: &str = "default_bucket = read, bucket(read, ceiling(60 per minute))";

/// The messages of keys that name everything an API needs but for what is in [`REST`].
fn keys(written: &str) -> Vec<String> {
    let keys = format!("{written}, {REST}");
    api(&keys, "#[get(\"/x\")] async fn x(&self);")
}

/// One message, and the token that it names.
#[track_caller]
fn missing(messages: &[String], word: &str) {
    only(
        messages,
        &format!("a comma is missing in front of `{word}`"),
    );
}

#[test]
fn a_comma_missing_in_an_api_is_one_mistake() {
    let table = [
        ("base_url = \"https://h\" auth = bearer", "auth"),
        ("auth = bearer base_url = \"https://h\"", "base_url"),
        (
            "auth = header(\"X-Key\") base_url = \"https://h\"",
            "base_url",
        ),
        (
            "auth = none, error = Either<A, B> base_url = \"https://h\"",
            "base_url",
        ),
        (
            "auth = none, base_url = \"https://h\" breaker(failures = 3, open = 1 s)",
            "breaker",
        ),
        (
            "auth = none, classify = a::judge base_url = \"https://h\"",
            "base_url",
        ),
        (
            "auth = none, deadline = 30 s base_url = \"https://h\"",
            "base_url",
        ),
        (
            "auth = none, base_url = \"https://h\" crate = tollgate",
            "crate",
        ),
    ];
    for (written, word) in table {
        missing(&keys(written), word);
    }
    let bare = "base_url = \"https://h\", auth = bearer bucket(read, ceiling(60 per minute)) \
                default_bucket = read";
    let two = api(bare, "#[get(\"/x\")] async fn x(&self);");
    assert_eq!(
        two,
        [
            "a comma is missing in front of `bucket`",
            "a comma is missing in front of `default_bucket`"
        ]
    );
}

#[test]
fn a_comma_missing_between_parentheses_is_one_mistake() {
    let table = [
        ("breaker(failures = 3 open = 1 s)", "open"),
        ("breaker(failures = 3, open = 1 s per = bucket)", "per"),
        ("retry(attempts = 3 base = 1 ms)", "base"),
        ("retry(base = 1 ms jitter = off)", "jitter"),
        ("host(\"https://u.h\" bucket = read)", "bucket"),
        ("token(url = \"https://u.h\" bucket = read)", "bucket"),
    ];
    for (written, word) in table {
        let written = format!("base_url = \"https://h\", auth = bearer, {written}");
        missing(&keys(&written), word);
    }
}

#[test]
fn a_comma_missing_in_a_bucket_is_one_mistake() {
    let table = [
        ("ceiling(60 per minute) budget(5 per minute)", "budget"),
        ("skew = 20 ms ceiling(60 per minute)", "ceiling"),
        ("ceiling(60 per minute burst = 3)", "burst"),
        ("ceiling(LIMIT per minute source = \"https://h\")", "source"),
        (
            "ceiling(9 per 10 s, source = \"https://h\" burst = 3)",
            "burst",
        ),
        ("unpublished(\"why\") budget(5 per second)", "budget"),
    ];
    for (limits, word) in table {
        missing(&bucket(limits), word);
    }
    let named = "base_url = \"https://h\", auth = bearer, default_bucket = read, \
                 bucket(read ceiling(50 per 10 s))";
    missing(&api(named, "#[get(\"/x\")] async fn x(&self);"), "ceiling");
}

#[test]
fn a_comma_missing_at_an_endpoint_is_one_mistake() {
    let table = [
        ("#[get(\"/p\" bucket = read)]", "bucket"),
        ("#[post(\"/p\" idempotent)]", "idempotent"),
        ("#[get(\"/p\" retry(attempts = 2))]", "retry"),
        ("#[get(\"/p\", bucket = read cost = 3)]", "cost"),
        ("#[get(\"/p\", cost = HEAVY bucket = read)]", "bucket"),
        ("#[post(\"/p\", idempotent deadline = 3 s)]", "deadline"),
    ];
    for (verb, word) in table {
        missing(&endpoint(&format!("{verb} async fn a(&self);")), word);
    }
}

#[test]
fn a_comma_missing_in_a_walk_is_one_mistake() {
    let table = [
        ("cursor = after next = \"n\", items = \"i\"", "next"),
        ("cursor = after, next = \"n\" items = \"i\"", "items"),
        ("cursor = after next(header = \"X-Next\")", "next"),
        ("cursor(header = \"X-C\") next = \"-1.n\"", "next"),
        (
            "cursor = c, next(header = \"X-Next\") stop_on_empty",
            "stop_on_empty",
        ),
        ("link items = \"i\"", "items"),
        ("page = page first = 0", "first"),
    ];
    for (way, word) in table {
        let item = format!("#[get(\"/\")] #[paginate({way})] fn a(&self) -> Pages<u8>;");
        missing(&endpoint(&item), word);
    }
}

#[test]
fn a_comma_missing_in_a_group_is_one_mistake() {
    let keys = "client = B deadline = 9 s".parse().expect("tokens");
    let item = "trait A { #[get(\"/x\")] async fn x(&self); }".parse();
    missing(
        &messages(expand::group(keys, item.expect("tokens"))),
        "deadline",
    );
}

/// Something else is wrong there, and a comma would not help.
#[test]
fn no_comma_is_missed_where_none_belongs() {
    let table = [
        ("base url = \"https://h\", auth = bearer", "expected a key"),
        ("base_url = = auth", "`base_url` is written"),
        (
            "base_url = \"https://h\", auth = bearer, breaker(failures = 5 per minute, open = 1 s)",
            "expected `,` after the number",
        ),
        (
            "base_url = \"https://h\", auth = bearer, retry(attempts 3)",
            "expected a key",
        ),
    ];
    for (written, expected) in table {
        let messages = keys(written);
        assert!(
            messages.iter().any(|message| message.contains(expected)),
            "{written}: {messages:#?}"
        );
        assert!(
            !messages.iter().any(|message| message.contains("missing")),
            "{written}: {messages:#?}"
        );
    }
}

/// A bucket may be called like a key, and so may a parameter.
#[test]
fn values_that_are_named_like_keys_miss_no_comma() {
    let written = "base_url = \"https://h\", auth = bearer, error = Either<error, token>, \
                   default_bucket = budget, bucket(budget, ceiling(60 per minute)), \
                   token(bucket = budget), host(\"https://u.h\", bucket = budget)";
    let body = "#[get(\"/a\", bucket = budget)] async fn a(&self); \
                #[get(\"/b\")] #[paginate(cursor = next, next = \"n\", items = \"i\")] \
                fn b(&self) -> Pages<u8>;";
    assert_eq!(api(written, body), [""; 0]);
}
