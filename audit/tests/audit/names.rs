//! However a raw client is called, it is found; and what only sounds like one is not.

use crate::workspace::Workspace;

const HTTP: &str = "reqwest = \"0.13\"\nweb = { package = \"ureq\", version = \"3\" }\nisahc = \"1\"\nhyper = { version = \"1\", features = [\"server\"] }\ntonic = \"0.14\"\ncurl-sys = \"0.4\"";

/// Source, and the lines at which a raw client is called, or named as a type.
const SPELLINGS: &[(&str, &[&str])] = &[
    ("fn main() { reqwest::get(\"x\"); }", &["1 call"]),
    ("fn main() { ::reqwest::Client::new(); }", &["1 call"]),
    (
        "use reqwest::Client;\nfn main() { Client::new(); }",
        &["2 call"],
    ),
    (
        "use reqwest::{Client as C, blocking::{self, get}};\nfn main() { C::new();\nblocking::Client::new();\nget(\"\"); }",
        &["2 call", "3 call", "4 call"],
    ),
    (
        "use reqwest as http;\nuse http::Client;\nfn main() { Client::new(); }",
        &["3 call"],
    ),
    (
        "use reqwest::*;\nfn main() { Client::new(); get(\"\"); }",
        &["2 call"],
    ),
    (
        "extern crate reqwest as http;\nfn main() { http::get(\"\"); }",
        &["2 call"],
    ),
    ("fn main() {\n web::get(\"\"); }", &["2 call"]),
    (
        "fn main() { use web as other;\n other::agent(); }",
        &["2 call"],
    ),
    (
        "type Http = reqwest::Client;\nfn main() { Http::new(); }",
        &["1 type", "2 call"],
    ),
    (
        "struct Cache { http: std::sync::OnceLock<reqwest::Client> }\nfn main() {}",
        &["1 type"],
    ),
    (
        "fn f(c: &reqwest::Client) -> Vec<reqwest::RequestBuilder> { vec![] }\nfn main() {}",
        &["1 type"],
    ),
    (
        "fn f<T: Into<reqwest::Client>>() {}\nfn main() {}",
        &["1 type"],
    ),
    (
        "mod a { pub mod b { pub use reqwest::Client as Inner; } }\nfn main() { a::b::Inner::new(); }",
        &["1 reexport", "2 call"],
    ),
    (
        "mod a { pub(crate) use reqwest::get; pub fn f() { super::a::get(\"\"); } }\nfn main() {\n crate::a::get(\"\"); }",
        &["1 call", "3 call"],
    ),
    (
        "mod a { use super::*; fn f() { get(\"\"); } }\nuse reqwest::get;\nfn main() {}",
        &["1 call"],
    ),
    ("use isahc::prelude::*;\nfn main() {}", &["1 call"]),
    (
        "use isahc::{ReadResponseExt, RequestExt as _};\nfn main() {}",
        &["1 call"],
    ),
    (
        "fn main() { tonic::transport::Channel::from_static(\"x\"); }",
        &["1 call"],
    ),
    (
        "fn main() { unsafe { curl_sys::curl_easy_init(); } }",
        &["1 call"],
    ),
    // In the tokens of macros.
    (
        "fn main() { tokio::select! { x = reqwest::get(\"\") => {} } }",
        &["1 call"],
    ),
    (
        "use reqwest::get;\nfn main() { vec![\n get(\"\")]; }",
        &["3 call"],
    ),
    (
        "macro_rules! fetch { ($u:expr) => {\n reqwest::get($u) } }\nfn main() {}",
        &["2 call"],
    ),
    (
        "cfg_if::cfg_if! { if #[cfg(a)] { use reqwest::Client as C; } }\nfn main() { C::new(); }",
        &["2 call"],
    ),
    (
        "macro_rules! m { () => { $crate::http::get(\"\") } }\nmod http { pub use reqwest::get; }\nfn main() {}",
        &["1 call", "2 reexport"],
    ),
    (
        "#[cfg(a)] use reqwest::get;\n#[cfg(not(a))] fn get(_: &str) {}\nfn main() { get(\"\"); }",
        &["3 call"],
    ),
    (
        "fn main() { Box::new(reqwest::Client { }); <reqwest::Client>::new(); }",
        &["1 call", "1 type"],
    ),
    // What is none.
    (
        "use reqwest::{StatusCode, Url, header::HeaderMap, Error};\nfn f(e: reqwest::Error) { StatusCode::OK; Url::parse(\"x\"); HeaderMap::new(); }\nfn main() {}",
        &[],
    ),
    (
        "fn main() { hyper::server::conn::http1::Builder::new(); tonic::transport::Server::builder(); }",
        &[],
    ),
    (
        "struct Client; impl Client { fn new() {} }\nfn get(x: &str) {}\nuse reqwest::*;\nfn main() { Client::new(); get(\"\"); }",
        &[],
    ),
    (
        "mod reqwest { pub fn get(x: &str) {} }\nfn main() { self::reqwest::get(\"\"); crate::reqwest::get(\"\"); reqwest::get(\"\"); }",
        &[],
    ),
    (
        "/// Uses `reqwest::get(\"x\")`.\n// reqwest::get()\nfn main() { let x = \"reqwest::get\"; map.get(\"\"); }",
        &[],
    ),
    (
        "use a::get;\nuse get as a;\nuse b::*;\nuse self::b as b;\nfn main() { get(\"\"); b::b::b::get(); }",
        &[],
    ),
    (
        "use std::collections::HashMap as Client;\nfn main() { Client::new(); }",
        &[],
    ),
];

#[test]
fn every_spelling_of_a_raw_client_is_found_and_nothing_else() {
    for (source, expected) in SPELLINGS {
        let found = Workspace::of_one(HTTP, source).lines();
        let expected: Vec<_> = expected
            .iter()
            .map(|line| format!("app/src/main.rs:{line}"))
            .collect();
        assert_eq!(found, expected, "{source}");
    }
}

#[test]
fn a_client_is_followed_from_crate_to_crate() {
    let workspace = Workspace::new(
        &[
            ("base", "reqwest = \"0.13\""),
            ("middle", "base = { path = \"../base\" }"),
            (
                "app",
                "mid = { package = \"middle\", path = \"../middle\" }",
            ),
        ],
        &[
            (
                "base/src/lib.rs",
                "pub use reqwest as web;\npub mod deep { pub use crate::web::*; pub fn get(_: &str) {} }\n",
            ),
            (
                "middle/src/lib.rs",
                "pub use base::{web::Client as Inner, deep};\npub type Http = Inner;\n",
            ),
            (
                "app/src/main.rs",
                "use mid::{Http, deep::Client};\nfn main() {\n Http::new();\n Client::new();\n mid::deep::get(\"\");\n}\n",
            ),
        ],
    );
    assert_eq!(
        workspace.lines(),
        [
            "app/src/main.rs:3 call",
            "app/src/main.rs:4 call",
            "base/src/lib.rs:1 reexport",
            "base/src/lib.rs:2 reexport",
            "middle/src/lib.rs:1 reexport",
            "middle/src/lib.rs:2 type",
        ]
    );
    let report = workspace.report();
    let call = &report.findings()[0];
    assert_eq!(
        call.message,
        "`Http::new`, which is `reqwest::Client::new`, makes or calls an HTTP client"
    );
    assert_eq!(call.client.as_deref(), Some("reqwest"));
}

#[test]
fn modules_are_found_in_their_files_and_every_kind_of_code_has_its_class() {
    let call = "fn f() { reqwest::get(\"\"); }\n";
    let workspace = Workspace::new(
        &[("app", "reqwest = \"0.13\"")],
        &[
            (
                "app/src/lib.rs",
                "mod a;\nmod c;\n#[path = \"odd.rs\"] mod d;\n#[cfg(test)] mod tests;\nmod e { mod f; }\n",
            ),
            ("app/src/a.rs", "mod b;\n"),
            ("app/src/a/b.rs", call),
            ("app/src/c/mod.rs", "use reqwest::get; mod x;\n"),
            (
                "app/src/c/x.rs",
                "fn f() { super::get(\"\"); }\n#[test] fn t() { super::get(\"\"); }\n",
            ),
            ("app/src/odd.rs", call),
            ("app/src/tests.rs", call),
            ("app/src/e/f.rs", call),
            ("app/src/left_over.rs", call),
            ("app/build.rs", "fn main() { reqwest::get(\"\"); }"),
            ("app/tests/t.rs", call),
            ("app/tests/fixtures/x.rs", call),
            ("app/examples/e.rs", "fn main() { reqwest::get(\"\"); }"),
            ("app/benches/b.rs", "fn main() { reqwest::get(\"\"); }"),
            ("app/target/debug/x.rs", call),
            ("app/inner/Cargo.toml", "[package]\nname = \"inner\"\n"),
            ("app/inner/src/lib.rs", call),
        ],
    );
    let report = workspace.report();
    let found: Vec<_> = report
        .findings()
        .iter()
        .filter(|finding| finding.rule.name() == "call")
        .map(|finding| {
            format!(
                "{}:{} {}",
                finding.place.file, finding.place.line, finding.class
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "app/benches/b.rs:1 bench",
            "app/build.rs:1 build",
            "app/examples/e.rs:1 example",
            "app/src/a/b.rs:1 code",
            "app/src/c/x.rs:1 code",
            "app/src/c/x.rs:2 test",
            "app/src/e/f.rs:1 code",
            "app/src/left_over.rs:1 stray",
            "app/src/odd.rs:1 code",
            "app/src/tests.rs:1 test",
            "app/tests/fixtures/x.rs:1 stray",
            "app/tests/t.rs:1 test",
        ]
    );
}

#[test]
fn a_file_that_is_no_rust_is_a_finding_and_its_tokens_are_looked_at_all_the_same() {
    let workspace = Workspace::of_one("reqwest = \"0.13\"", "fn main( {\n reqwest::get(\"\") }\n");
    assert_eq!(
        workspace.lines(),
        ["app/src/main.rs:1 unreadable"],
        "it is not even tokens"
    );
    let workspace = Workspace::of_one(
        "reqwest = \"0.13\"",
        "fn main() {\n let = reqwest::get(\"\"); }\n",
    );
    assert_eq!(
        workspace.lines(),
        ["app/src/main.rs:2 unreadable", "app/src/main.rs:2 call"]
    );
    std::fs::write(workspace.path().join("app/src/main.rs"), [0xff, 0xfe]).expect("a file");
    let report = workspace.report();
    let message = &report.findings()[1].message;
    assert_eq!(message, "the file cannot be read as Rust: it is not UTF-8");
}
