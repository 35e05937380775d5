//! Whatever is in a file: it is read, or it is a finding. Nothing panics, and nothing runs out of
//! stack.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::thread;

use proptest::prelude::*;

use super::{STACK, of_text};
use crate::finding::Rule;
use crate::place::Class;
use crate::report::Report;
use crate::run::report;
use crate::settings::Settings;
use crate::workspace::{Dependency, Package, Workspace};

/// Reads a text as the audit does, on a thread of the same stack. Some finding, or none.
fn read(text: &str) -> Option<String> {
    let text = text.to_owned();
    let reading = move || {
        let sources = of_text("soup.rs", &text, Class::Code);
        sources.unreadable.first().map(|one| one.why.clone())
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(reading);
    thread.expect("a thread").join().expect("no panic")
}

/// Reads a text and judges it, as the one file of a package that depends on what matters.
fn judge(text: &str) -> Report {
    let on = |package: &str| Dependency {
        package: package.to_owned(),
        key: package.to_owned(),
        name: package.replace('-', "_"),
        class: Class::Code,
        optional: false,
        features: Vec::new(),
        default_features: true,
    };
    let package = Package {
        name: "soup".to_owned(),
        dir: PathBuf::new(),
        manifest: PathBuf::new(),
        targets: Vec::new(),
        dependencies: ["reqwest", "tollgate", "tollgate-mark", "hyper", "surf"]
            .map(on)
            .into(),
    };
    let workspace = Workspace {
        root: PathBuf::from("nowhere"),
        packages: vec![package],
    };
    let sources = of_text("soup.rs", text, Class::Code);
    report(&workspace, &[sources], Settings::default())
}

/// Words that mean something to a parser of Rust, or to the audit.
const WORDS: &[&str] = &[
    "use",
    "mod",
    "pub",
    "extern",
    "crate",
    "self",
    "super",
    "as",
    "fn",
    "struct",
    "impl",
    "trait",
    "for",
    "type",
    "const",
    "static",
    "let",
    "if",
    "else",
    "match",
    "loop",
    "return",
    "async",
    "await",
    "move",
    "unsafe",
    "dyn",
    "where",
    "macro_rules",
    "api",
    "group",
    "bucket",
    "base_url",
    "host",
    "token",
    "cfg",
    "test",
    "doc",
    "concat",
    "format",
    "reqwest",
    "get",
    "Client",
    "tollgate",
    "::",
    ":",
    ";",
    ",",
    ".",
    "..",
    "..=",
    "=",
    "==",
    "=>",
    "->",
    "<",
    ">",
    "<<",
    "&",
    "&&",
    "*",
    "!",
    "#",
    "$",
    "?",
    "|",
    "||",
    "+",
    "-",
    "'a",
    "@",
    "_",
    "r#type",
    "\"a.b\"",
    "\"{} {x} {0} {{\"",
    "b\"a.b\\r\\n\"",
    "c\"a.b\"",
    "r#\"a.b\"#",
    "'x'",
    "1",
    "1.5",
    "0xff",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "()",
    "{}",
    "[]",
    "#[",
    "#![",
    "//",
    "/*",
    "*/",
    "/// x\n",
    "\n",
];

/// Something like a program, to be cut off anywhere.
const PROGRAM: &str = r##"
//! Documentation.
#![allow(dead_code)]
use reqwest::{self, Client as C, *};
pub use hyper as web;
extern crate ureq as u;
#[cfg(test)]
mod tests { use super::*; #[test] fn f() { C::new(); } }
#[path = "x.rs"] mod x;
#[tollgate::api(
    base_url = "https://api.example.com/v1", auth = bearer, id = "x",
    host("files.example.com", bucket = read), token(url = "https://login.example.com", bucket = read),
    bucket(read, ceiling(50 per 10 s, source = "https://example.com"), budget(4 per second, burst = 5), skew = 20ms),
    default_bucket = read,
)]
trait Api { #[get("/a/{b}")] async fn a(&self, b: &str) -> Option<String>; }
const HOST: &str = concat!("api.", "example", ".com");
type Http = reqwest::Client;
fn g<T: AsRef<[u8]>>(client: &reqwest::Client) -> Result<(), Box<dyn std::error::Error>> {
    let url = format!("https://{HOST}/{}", 1 + 2);
    let other = "api.".to_owned() + "example" + ".com";
    let list = ["api", "example", "com"].join(".");
    if let Some(x) = y && z { match x { Ok(1..=2) | Err(_) => {}, _ => return Ok(()) } } else if a { } else { loop { break } }
    tokio::select! { a = reqwest::get(url) => {}, _ = async { use surf::get; get("x").await } => {} }
    macro_rules! m { ($x:expr) => { $crate::client::$x(reqwest::get("b'c")) } }
    vec![b"Host: api.example.com\r\n", c"x", r#"raw"#];
    Ok(())
}
"##;

#[test]
fn the_program_itself_is_read() {
    assert_eq!(read(PROGRAM), None);
    let rules: BTreeSet<_> = judge(PROGRAM)
        .findings()
        .iter()
        .map(|one| one.rule)
        .collect();
    let expected = [
        Rule::Dependency,
        Rule::Call,
        Rule::Type,
        Rule::Reexport,
        Rule::Host,
        Rule::Mark,
    ];
    assert_eq!(rules, BTreeSet::from(expected));
}

#[test]
fn a_file_that_ends_anywhere_is_no_trouble() {
    for end in (0..PROGRAM.len()).filter(|end| PROGRAM.is_char_boundary(*end)) {
        let _ = judge(&PROGRAM[..end]);
    }
}

#[test]
fn what_nests_without_end_is_said_and_not_followed() {
    let many = 20_000;
    for (open, middle, close) in [
        ("(", "", ")"),
        ("{", "", "}"),
        ("[", "1", "]"),
        ("fn f() {", "", "}"),
        ("mod a {", "", "}"),
        ("m!(", "", ")"),
        ("const A: B = !", "1;", ""),
        ("!", "1", ""),
        ("&", "a", ""),
        ("- ", "1", ""),
        ("* ", "a", ""),
        ("|a| ", "a", ""),
        ("return ", "1", ""),
        ("if a {} else ", "{}", ""),
        ("a = ", "1", ""),
        ("a + ", "1", ""),
        ("a.b(", "", ")"),
        ("x.y", "", ""),
        (".y()", "", ""),
        ("x as T as ", "T", ""),
        ("Vec<", "T", ">"),
        ("a::", "b", ""),
        ("use a::{", "b", "}"),
        ("fn() -> ", "T", ""),
        ("for<'a> ", "T", ""),
        ("async ", "{}", ""),
        ("unsafe { ", "", "}"),
        ("#[a]", "", ""),
        ("pub ", "", ""),
        ("..", "", ""),
        ("?", "", ""),
        ("'a: ", "loop {}", ""),
        ("let a = ", "1;", ""),
        ("match a { _ => ", "1", "}"),
    ] {
        for (before, after) in [
            ("", ""),
            ("fn f() { ", "; }"),
            ("const A: T = ", ";"),
            ("type A = ", ";"),
            ("m! { ", " }"),
        ] {
            let text = [
                before,
                &open.repeat(many),
                middle,
                &close.repeat(many),
                after,
            ]
            .concat();
            let _ = read(&text);
        }
    }
}

/// The deepest that is parsed, which must come back on the stack that there is.
#[test]
fn what_is_just_not_too_deep_is_followed() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("{", "1", "}"),
        ("[", "1", "]"),
        ("!", "1", ""),
        ("&", "a", ""),
        ("|a| ", "a", ""),
        ("return ", "1", ""),
        ("if a {} else ", "{}", ""),
        ("a = ", "1", ""),
        ("a + ", "1", ""),
        ("a.b(", "1", ")"),
        ("-(", "1", ")"),
        ("match a { _ => ", "1", "}"),
        ("move || async move { ", "1", "}"),
    ] {
        for many in [100, 250, 1_000, 1_900, 2_900, 5_900] {
            let text = [
                "fn f() { let x = ",
                &open.repeat(many),
                middle,
                &close.repeat(many),
                "; }",
            ]
            .concat();
            let _ = read(&text);
        }
    }
    for many in [250, 1_900, 2_900, 5_900] {
        for (open, close) in [
            ("Vec<", ">"),
            ("&", ""),
            ("fn() -> ", ""),
            ("*const ", ""),
            ("(", ")"),
        ] {
            let text = [
                "type X = ",
                &open.repeat(many),
                "T",
                &close.repeat(many),
                ";",
            ]
            .concat();
            let _ = read(&text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_soup_of_tokens_is_no_trouble(words in prop::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let _ = judge(&words.join(" "));
        let _ = judge(&words.concat());
    }

    #[test]
    fn nor_is_any_text(text in "\\PC*") {
        let _ = judge(&text);
    }

    #[test]
    fn nor_are_bytes_put_into_a_program(at in 0..PROGRAM.len(), word in prop::sample::select(WORDS), cut in 0..40_usize) {
        let begin = (0..=at).rev().find(|at| PROGRAM.is_char_boundary(*at)).unwrap_or(0);
        let end = (at + cut).min(PROGRAM.len());
        let end = (end..=PROGRAM.len()).find(|end| PROGRAM.is_char_boundary(*end)).unwrap_or(begin);
        let text = [&PROGRAM[..begin], word, &PROGRAM[end..]].concat();
        let _ = judge(&text);
    }
}
