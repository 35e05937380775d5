//! LK01 to LK30: the `Link` field.

use http::HeaderMap;
use http::header::LINK;
use proptest::prelude::*;
use tollgate_signals::{NextPage, next_address, next_link};
use url::Url;

fn base() -> Url {
    Url::parse("https://api.x/v1/items?page=1").expect("a URL")
}

fn next(lines: &[&str]) -> NextPage {
    let mut headers = HeaderMap::new();
    for line in lines {
        let value = http::HeaderValue::from_bytes(line.as_bytes()).expect("a header value");
        headers.append(LINK, value);
    }
    next_link(&headers, &base())
}

fn page(url: &str) -> NextPage {
    NextPage::Page(Url::parse(url).expect("a URL"))
}

fn foreign(name: &str) -> NextPage {
    NextPage::Foreign(name.to_owned())
}

/// `id: lines => where the next page is`.
macro_rules! vectors {
    ($($id:ident: $lines:expr => $expected:expr;)*) => {
        $(#[test]
        fn $id() {
            assert_eq!(next(&$lines), $expected);
        })*
    };
}

vectors! {
    lk01_the_relation_decides: [r#"<https://api.x/v1/items?page=2>; rel="prev", <https://api.x/v1/items?page=4>; rel="next", <https://api.x/v1/items?page=515>; rel="last""#]
        => page("https://api.x/v1/items?page=4");
    lk02_token: ["<https://api.x/v1/items?page=2>;rel=next"] => page("https://api.x/v1/items?page=2");
    lk03_several_relations: [r#"<https://api.x/v1/items?page=2>; rel="last next""#]
        => page("https://api.x/v1/items?page=2");
    lk04_path: [r#"</v1/items?page=2>; rel="next""#] => page("https://api.x/v1/items?page=2");
    lk05_query_alone: [r#"<?page=2>; rel="next""#] => page("https://api.x/v1/items?page=2");
    lk06_commas_in_the_url: [r#"<https://api.x/v1/items?ids=1,2,3&page=2>; rel="next""#]
        => page("https://api.x/v1/items?ids=1,2,3&page=2");
    lk07_semicolons_in_the_url: [r#"<https://api.x/v1;a=b/items?page=2>; rel="next""#]
        => page("https://api.x/v1;a=b/items?page=2");
    lk08_links_in_a_string: [r#"<https://api.x/p>; title="a, \"b\"; rel=\"next\""; rel="prev""#]
        => NextPage::End;
    lk09_capitals: [r#"<https://api.x/2>; REL="NEXT""#] => page("https://api.x/2");
    lk10_first_relation_counts: ["<https://api.x/2>; rel=prev; rel=next"] => NextPage::End;
    lk11_anchor_elsewhere: [r##"<https://api.x/2>; rel="next"; anchor="#other""##] => NextPage::End;
    lk12_two_lines: [r#"<https://api.x/0>; rel="prev""#, r#"<https://api.x/2>; rel="next""#]
        => page("https://api.x/2");
    lk13_other_host: [r#"<https://evil.example/2>; rel="next""#] => foreign("https://evil.example");
    lk14_downgrade: [r#"<http://api.x/2>; rel="next""#] => foreign("http://api.x");
    lk15_other_port: [r#"<https://api.x:8443/2>; rel="next""#] => foreign("https://api.x:8443");
    lk16_user_information: [r#"<https://user:S3CR3T@api.x/2>; rel="next""#]
        => foreign("an address with user information");
    lk17_without_scheme: [r#"<//evil.example/2>; rel="next""#] => foreign("https://evil.example");
    // That these two are loops is for the walk to say, which knows what it has read.
    lk18_itself: [r#"<https://api.x/v1/items?page=1>; rel="next""#] => NextPage::Page(base());
    lk19_empty_target: [r#"<>; rel="next""#] => NextPage::Page(base());
    lk20_blanks: [r#"<https://api.x/2> ; rel = "next""#] => page("https://api.x/2");
    lk21_anchor_here: [r#"<https://api.x/2>; rel=next; anchor="""#] => page("https://api.x/2");
    lk22_no_brackets: [r#"https://api.x/2; rel="next""#] => NextPage::End;
    lk23_relation_that_is_a_url: [r#"<https://api.x/2>; rel="https://example.com/rels/next""#]
        => NextPage::End;
    lk24_scheme: [r#"<javascript:alert(1)>; rel="next""#] => foreign("the scheme `javascript:`");
    lk25_empty_elements: [r#", ,<https://api.x/2>; rel="next",,"#] => page("https://api.x/2");
    lk26_parameter_without_value: ["<https://api.x/2>; hreflang; rel=next"] => page("https://api.x/2");
    lk27_open_quote: [r#"<https://api.x/2>; rel="next"#] => page("https://api.x/2");
    lk28_spellings_of_one_origin: [r#"<https://API.x:443/2>; rel="next""#] => page("https://api.x/2");
    lk29_no_relation: ["<https://api.x/2>"] => NextPage::End;
    lk30_empty: [""] => NextPage::End;
    encoded_slash: ["</v2/_catalog?last=team%2Fr03&n=3>; rel=\"next\""]
        => page("https://api.x/v2/_catalog?last=team%2Fr03&n=3");
    strings_hold_what_they_hold: [r#"<https://api.x/2>; title="a, b; c"; rel=next"#]
        => page("https://api.x/2");
    fragment: ["<https://api.x/2#a>; rel=next"] => page("https://api.x/2");
    no_field: [] => NextPage::End;
}

#[test]
fn a_foreign_address_is_named_without_secrets() {
    let table = [
        ("https://evil.example/2?key=S3CR3T", "https://evil.example"),
        ("https://api.x:8443/2", "https://api.x:8443"),
        ("https://api.x:80/2", "https://api.x:80"),
        ("//evil.example/2", "https://evil.example"),
        ("http://api.x/v1/items", "http://api.x"),
        ("https://api.x@evil.example/p2", "https://evil.example"),
        (
            "https://api.x.evil.example/p2",
            "https://api.x.evil.example",
        ),
        ("https://api.x./p2", "https://api.x."),
        ("https:\\\\evil.example/p2", "https://evil.example"),
        ("https://S3CR3T@api.x/2", "an address with user information"),
        (
            "https://:S3CR3T@api.x/2",
            "an address with user information",
        ),
        ("data:text/plain,S3CR3T", "the scheme `data:`"),
        ("http://[::1", "an address that is not a URL"),
        ("https://", "an address that is not a URL"),
    ];
    for (address, expected) in table {
        assert_eq!(
            next_address(address, &base()),
            foreign(expected),
            "{address}"
        );
    }
}

#[test]
fn rubbish_ends() {
    for line in [
        "<a>;",
        "<a>;;;",
        "<a>;=",
        "<a>;=,",
        ";",
        "<",
        "<>",
        "\"",
        "<a>x,<b>;rel=;",
        "é<é>;rel=é",
        "<https://api.x/2",
    ] {
        assert_eq!(next(&[line]), NextPage::End, "{line}");
    }
}

proptest! {
    #[test]
    fn what_stands_in_a_string_never_hides_the_link_behind_it(title in "[ -~]*") {
        let quoted = title.replace('\\', r"\\").replace('"', r#"\""#);
        let line = format!("</0>; title=\"{quoted}\"; rel=prev, </2>; rel=next");
        prop_assert_eq!(next(&[&line]), page("https://api.x/2"));
    }

    #[test]
    fn a_page_is_always_of_the_answered_origin(target in "[^>\\x00-\\x1f\\x7f]*") {
        let line = format!("<{target}>; rel=next");
        if let NextPage::Page(url) = next(&[&line]) {
            prop_assert_eq!(url.origin(), base().origin());
            prop_assert_eq!((url.username(), url.password(), url.fragment()), ("", None, None));
        }
    }
}

#[test]
fn bytes_beyond_ascii_stay_what_they_are() {
    let answered = Url::parse("https://api.x/").expect("a URL");
    for (line, target) in [
        (&b"</l?q=caf\xe9>; rel=next"[..], "https://api.x/l?q=caf%E9"),
        (
            "</l?q=caf\u{e9}>; rel=next".as_bytes(),
            "https://api.x/l?q=caf%C3%A9",
        ),
    ] {
        let mut headers = HeaderMap::new();
        let value = http::HeaderValue::from_bytes(line).expect("a field value");
        headers.insert("link", value);
        let page = next_link(&headers, &answered);
        let expected = Url::parse(target).expect("a URL");
        assert_eq!(page, NextPage::Page(expected));
    }
}
