//! What an API says about exchanges beside their limits.

use super::{api, messages, only};
use crate::expand;

/// The messages of further keys of an API that is right otherwise.
fn keys(further: &str) -> Vec<String> {
    with_auth("bearer", further)
}

fn with_auth(auth: &str, further: &str) -> Vec<String> {
    let keys = format!(
        "base_url = \"https://h\", auth = {auth}, default_bucket = read, \
         bucket(read, ceiling(60 per minute)), bucket(write, ceiling(60 per minute)), {further}"
    );
    api(&keys, "#[get(\"/x\")] async fn x(&self);")
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let table = [
        ("retry = on", "`retry = off`"),
        ("retry = 4", "`retry(attempts = 4, within = 2 min)`"),
        ("retry", "`retry(attempts = 4, within = 2 min)`"),
        ("retry()", "`retry(attempts = 4, within = 2 min)`"),
        ("retry(attempts = 0)", "write `retry = off`"),
        ("retry(atempts = 3)", "did you mean `attempts`?"),
        ("retry(max_attempts = 3)", "did you mean `attempts`?"),
        ("retry(attempts = 3, attempts = 4)", "given twice"),
        ("retry(attempts = 3.5)", "whole"),
        ("retry(attempts = 4294967296)", "at most 4294967295"),
        ("retry(base = 0 s)", "`base` is more than zero"),
        ("retry(cap = 0ms)", "`cap` is more than zero"),
        ("retry(within = 0 min)", "`within` is more than zero"),
        ("retry(within = 120)", "needs a unit"),
        ("retry(base = 1.5s)", "1500ms"),
        ("retry(base = \"1s\")", "such as `10 s`"),
        (
            "retry(base = 30 s, cap = 20 s)",
            "the first pause, 30 s, is longer than the longest, 20 s",
        ),
        ("retry(jitter = offf)", "did you mean `off`?"),
        ("retry(jitter = false)", "`jitter = off`"),
        ("redirects = folow", "did you mean `follow`?"),
        ("redirects = \"never\"", "`redirects = never`"),
        ("redirects", "`redirects = never`"),
        ("deadline = 0 s", "`deadline` is more than zero"),
        ("deadline = 30", "needs a unit"),
        ("attempt_timeout = 0 s", "`attempt_timeout` is more than"),
        ("timeout = 10 s", "did you mean `attempt_timeout`?"),
        (
            "deadline = 5 s, attempt_timeout = 1 min",
            "never takes 1 min, since the deadline ends the call after 5 s",
        ),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
}

#[test]
fn settings_that_can_be_are_taken() {
    for written in [
        "retry = off",
        "retry(attempts = 1)",
        "retry(attempts = ATTEMPTS, base = 1ms, cap = 1 ms, within = 2 h, jitter = on)",
        "redirects = follow",
        "redirects = follow_writes",
        "deadline = 30 s, attempt_timeout = 30 s",
        "deadline = 500ms, retry(within = 1 day)",
    ] {
        assert_eq!(keys(written), [""; 0], "{written}");
    }
}

#[test]
fn who_shares_and_how_often_it_is_told_is_said_in_known_words() {
    let table = [
        ("scope = proces", "did you mean `process`?"),
        ("scope = user", "known: `process`, `machine`"),
        (
            "scope = \"machine\"",
            "`scope = machine` or `scope = process`",
        ),
        ("scope", "`scope = machine` or `scope = process`"),
        ("scope = process, scope = machine", "given twice"),
        ("scope = fleet", "call `.fleet(url)` on the builder"),
        (
            "scope = fleet(\"redis://:secret@10.0.0.7\")",
            "call `.fleet(url)` on the builder",
        ),
        (
            "report_every = 0 s",
            "`report_every` is more than zero; leave it out",
        ),
        ("report_every = 60", "needs a unit"),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
    assert_eq!(keys("scope = machine, report_every = 1 min"), [""; 0]);
}

#[test]
fn vendors_and_classifiers_are_named() {
    let table = [
        (
            "limits_from = githb",
            "no vendor is known as `githb`; did you mean `github`?",
        ),
        ("limits_from = GitHub", "did you mean `github`?"),
        ("limits_from = acme_corporation", "known: `akamai`,"),
        ("limits_from = \"github\"", "`limits_from = github`"),
        ("limits_from", "`limits_from = github`"),
        (
            "classify = |answer| answer.verdict()",
            "`classify = path::to::function`",
        ),
        ("classify(judge)", "`classify = path::to::function`"),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
    assert_eq!(keys("limits_from = x, classify = self::judge"), [""; 0]);
}

#[test]
fn hosts_have_a_url_and_a_bucket() {
    let table = [
        ("host(\"https://u.h\")", "which bucket pays"),
        ("host(bucket = write)", "`host(\"https://"),
        ("host()", "`host(\"https://"),
        ("host = \"https://u.h\"", "`host(\"https://"),
        (
            "host(\"u.h\", bucket = write)",
            "the URL of a host begins with neither",
        ),
        ("host(\"https://u@h\", bucket = write)", "user name"),
        (
            "host(\"https://u.h/?a=b\", bucket = write)",
            "leave out the `?`",
        ),
        (
            "host(\"https://u.h/{id}\", bucket = write)",
            "in front of the `{`",
        ),
        (
            "host(\"https://u.h\", bucket = wirte)",
            "did you mean `write`?",
        ),
        (
            "host(\"https://u.h\", bucket = \"write\")",
            "`bucket = uploads`",
        ),
        (
            "host(\"https://u.h\", buckt = write)",
            "did you mean `bucket`?",
        ),
        (
            "host(\"https://u.h/a\", bucket = write), host(\"https://U.H:443/a/\", bucket = read)",
            "has this URL already",
        ),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
    let two = "host(\"https://u.h\", bucket = write), host(\"https://u.h/a\", bucket = read)";
    assert_eq!(keys(two), [""; 0]);
}

#[test]
fn tokens_are_for_bearers_and_somebody_pays() {
    let table = [
        ("token", "`token(url = "),
        ("token()", "`token(url = "),
        ("token = \"https://a.h\"", "`token(url = "),
        (
            "token(url = \"a.h\")",
            "the URL of tokens begins with neither",
        ),
        ("token(url = \"https://i:s@a.h\")", "name and secret"),
        ("token(url = \"https://a.h/#t\")", "fragment"),
        ("token(uri = \"https://a.h\")", "did you mean `url`?"),
        ("token(bucket = tokens)", "the API has no bucket `tokens`"),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
    for written in [
        "token(url = \"https://a.h/token?v=2\")",
        "token(bucket = write)",
        "token(url = \"https://a.h/token/\", bucket = write)",
    ] {
        assert_eq!(keys(written), [""; 0], "{written}");
    }
    for auth in ["none", "basic", "header(\"X-Key\")", "query(\"key\")"] {
        let refused = with_auth(auth, "token(bucket = read)");
        only(&refused, "write `auth = bearer`, or remove `token`");
    }
    let homeless = "base_url = \"https://h\", auth = bearer, token(url = \"https://a.h\"), \
                    bucket(read, ceiling(60 per minute))";
    only(
        &api(homeless, "#[get(\"/x\", bucket = read)] async fn x(&self);"),
        "which bucket pays for tokens? add `bucket = read`",
    );
}

#[test]
fn a_breaker_says_when_and_for_how_long() {
    let table = [
        ("breaker", "`breaker(failures = 5, open = 10 s)`"),
        ("breaker()", "`breaker(failures = 5, open = 10 s)`"),
        ("breaker(open = 10 s)", "add `failures = 5`"),
        ("breaker(failures = 5)", "add `open = 10 s`"),
        ("breaker(failures = 0, open = 10 s)", "at least 1"),
        (
            "breaker(failures = 5, open = 0 s)",
            "`open` is more than zero",
        ),
        ("breaker(failures = 5, open = 10)", "needs a unit"),
        (
            "breaker(failures = 5, open = 10 s, per = buckets)",
            "did you mean `bucket`?",
        ),
        (
            "breaker(failures = 5, opens = 10 s)",
            "did you mean `open`?",
        ),
    ];
    for (written, expected) in table {
        only(&keys(written), expected);
    }
    for per in ["", ", per = api", ", per = bucket"] {
        let written = format!("breaker(failures = FAILURES, open = 10 s{per})");
        assert_eq!(keys(&written), [""; 0]);
    }
}

#[test]
fn all_independent_mistakes_are_told_at_once() {
    let written = "limits_from = githb, classify = 1, host(\"https://u.h\"), token(url = \"a\"), \
                   breaker(open = 0 s), retry(attempts = 0, base = 0 s), redirects = no, \
                   deadline = 0 s, attempt_timeout = 1, idempotency_header = \"TE\"";
    assert_eq!(keys(written).len(), 12, "{:#?}", keys(written));
}

#[test]
fn a_group_has_settings_and_no_vendor() {
    let group = |further: &str| {
        let keys = format!("client = B, {further}").parse().expect("tokens");
        let item = "trait A { #[post(\"/x\")] async fn x(&self); }".parse();
        messages(expand::group(keys, item.expect("tokens")))
    };
    let settings = "retry(attempts = 3), redirects = never, deadline = 9 s, attempt_timeout = 1 s";
    assert_eq!(group(settings), [""; 0]);
    assert_eq!(group("idempotency_header = \"X-Key\""), [""; 0]);
    let keyed = |further: &str| {
        let keys = format!("client = B{further}").parse().expect("tokens");
        let item = "trait A { #[post(\"/x\", idempotency_key)] async fn x(&self); }".parse();
        messages(expand::group(keys, item.expect("tokens")))
    };
    only(&keyed(""), "a group does not see in which header");
    only(&keyed(", idempotency_header = \"A B\""), "no header's name");
    assert_eq!(keyed(", idempotency_header = \"X-Key\""), [""; 0]);
    only(&group("limits_from = github"), "unknown key `limits_from`");
    only(&group("retry(attempts = 0)"), "write `retry = off`");
}
