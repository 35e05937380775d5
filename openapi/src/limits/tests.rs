//! What a file of limits may say, and what an import makes of it.

use super::*;

fn called<'a>(verb: &'a str, path: &'a str) -> Called<'a> {
    let (tags, id) = (&[], None);
    Called {
        verb,
        path,
        tags,
        id,
    }
}

#[test]
fn presets_say_who_pays_and_where_that_is_published() {
    for name in Limits::PRESETS {
        let text = Limits::preset_text(name).expect(name);
        let limits = Limits::parse(name, text).expect(name);
        let written = limits.lines().join("\n");
        assert!(written.contains("source = \"https://"), "{written}");
        assert_eq!(limits.name(), name);
    }
    let github = Limits::preset("github").expect("there is one");
    let table = [
        ("GET", "/repos/{owner}/{repo}/issues", None),
        ("POST", "/repos/{owner}/{repo}/issues", Some("content")),
        ("GET", "/search/code", Some("code_search")),
        ("GET", "/search/issues", Some("search")),
    ];
    for (verb, path, bucket) in table {
        assert_eq!(
            github.bucket_of(called(verb, path)),
            bucket,
            "{verb} {path}"
        );
    }
    let stripe = Limits::preset("stripe").expect("there is one");
    assert_eq!(
        stripe.bucket_of(called("GET", "/v1/charges/search")),
        Some("search")
    );
    assert_eq!(stripe.bucket_of(called("GET", "/v1/charges")), None);
    assert_eq!(
        stripe.bucket_of(called("DELETE", "/v1/customers/{customer}")),
        Some("write")
    );
}

#[test]
fn a_file_becomes_the_words_of_a_description() {
    let text = "default_bucket = \"all\"\nlimits_from = \"generic\"\n[bucket.slow]\nunpublished = \"429 above \\\"some\\\"\"\nbudget = \"3 per second, burst = 1\"\nskew = \"20ms\"\noperations = [\"GET /x\"]\n[bucket.all]\nceiling = [\"60 per minute\", \"in_flight = 4\"]\nsource = \"https://example.com\"\n[[cost]]\noperations = [\"/x\"]\ncost = 5\n";
    let limits = Limits::parse("limits.toml", text).expect("limits");
    assert_eq!(
        limits.lines().join("\n"),
        r#"bucket(
    slow,
    unpublished("429 above \"some\""),
    budget(3 per second, burst = 1),
    skew = 20ms,
),
bucket(
    all,
    ceiling(60 per minute, source = "https://example.com"),
    ceiling(in_flight = 4, source = "https://example.com"),
),
default_bucket = all,
limits_from = generic,"#
    );
    assert_eq!(limits.cost_of(called("POST", "/x")), Some(5));
    assert_eq!(limits.cost_of(called("POST", "/y")), None);
    assert_eq!(limits.idle(&[called("POST", "/x")]), Some("GET /x"));
}

#[test]
fn a_mistake_is_told_with_what_would_be_right() {
    let table = [
        (
            "limits_from = \"githb\"\n[bucket.a]\nceiling = \"5 per s\"\n",
            "none of those that are known",
        ),
        ("[bucket.a]\nceiling = \"_5 per s\"\n", "no ceiling"),
        ("", "there is no bucket"),
        ("[bucket.a]\n", "it has no limit"),
        (
            "[bucket.a]\nceiling = \"60\"\n",
            "`60` is no ceiling; write `60 per minute`",
        ),
        ("[bucket.a]\nceiling = \"60 per fortnight\"\n", "no ceiling"),
        ("[bucket.a]\nceiling = \"0 per minute\"\n", "no ceiling"),
        ("[bucket.a]\nceiling = \"5 per s), evil(\"\n", "no ceiling"),
        ("[bucket.a]\nunpublished = \"x\"\n", "needs a budget"),
        (
            "[bucket.a]\nceiling = \"5 per s\"\nbudget = \"fast\"\n",
            "no budget",
        ),
        (
            "[bucket.a]\nceiling = \"5 per s\"\nskew = \"ms\"\n",
            "no length of time",
        ),
        ("[bucket.a-b]\nceiling = \"5 per s\"\n", "as a Rust name is"),
        (
            "[bucket.a]\nceiling = \"5 per s\"\n[bucket.b]\nceiling = \"5 per s\"\n",
            "default_bucket",
        ),
        (
            "default_bucket = \"c\"\n[bucket.a]\nceiling = \"5 per s\"\n",
            "`c` is none of `a`",
        ),
        (
            "[bucket.a]\nceilings = \"5 per s\"\n",
            "unknown field `ceilings`",
        ),
        (
            "[bucket.a]\nceiling = \"5 per s\"\n[[cost]]\noperations = []\ncost = 0\n",
            "at least one unit",
        ),
    ];
    for (text, words) in table {
        let error = Limits::parse("limits.toml", text)
            .expect_err(text)
            .to_string();
        assert!(
            error.contains(words) && error.contains("limits.toml"),
            "{text}: {error}"
        );
    }
}
