//! One door, in this workspace; and each planted second one is found.

use tollgate_checks::door::{RULES, violations};
use tollgate_checks::exposure::exposed;
use tollgate_checks::{Source, workspace};

fn client() -> Vec<Source> {
    workspace::sources("client/src")
}

#[test]
fn every_request_leaves_by_the_one_door() {
    let found = violations(&client(), RULES);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn nothing_public_names_the_http_library() {
    let named = client()
        .into_iter()
        .filter(|source| source.count("reqwest") > 0);
    let found: Vec<String> = named
        .flat_map(|source| exposed(&source, "reqwest"))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What somebody might add to a file of the client, and words of the complaint that it must get.
const PLANTED: &[(&str, &str, &str)] = &[
    (
        "call/ready.rs",
        "async fn again(c: &Sealed, p: Permit, r: Outgoing) { let _ = crate::wire::send(c, p, r).await; }",
        "the door has one call site",
    ),
    (
        "pages/walk.rs",
        "use crate::wire::send;",
        "reached under no other path",
    ),
    (
        "call/engine.rs",
        "fn f(s: &crate::wire::Sealed) { s.http.execute(request()); }",
        "executed in one place",
    ),
    (
        "answer/stream.rs",
        "fn f() { let _ = reqwest::get(\"http://a\"); }",
        "only the wire knows",
    ),
    (
        "wire/door.rs",
        "fn f() -> reqwest::Client { todo() }",
        "one field and one builder",
    ),
    (
        "wire/sealed.rs",
        "fn f(b: B) { b.retry(reqwest::retry::for_host(\"a\")); }",
        "undo the first",
    ),
    (
        "wire/sealed.rs",
        "fn f(b: B) { b.redirect(p()); }",
        "undo the first",
    ),
    (
        "call/admitted.rs",
        "fn f(permit: &Permit) {}",
        "lent for its mark",
    ),
    (
        "wire/body.rs",
        "fn f(r: reqwest::Response) { r.upgrade(); }",
        "raw socket",
    ),
    (
        "call/ready.rs",
        "fn f() { let _ = tollgate_mark::Key::new([0; 32]); }",
        "could mark what was not paid",
    ),
    (
        "call/admitted.rs",
        "fn f(flight: &Flight, r: &mut Outgoing) { mark::put(flight, r); }",
        "which only the door knows",
    ),
];

#[test]
fn each_planted_second_door_is_found() {
    for (path, addition, complaint) in PLANTED {
        let planted: Vec<Source> = client()
            .into_iter()
            .map(|source| match source.path == *path {
                true => Source::new(*path, format!("{}\n{addition}", source.text)),
                false => source,
            })
            .collect();
        let found = violations(&planted, RULES).join("\n");
        assert!(
            found.contains(path) && found.contains(complaint),
            "{addition}\ngave: {found}"
        );
    }
}

#[test]
fn a_setting_that_was_taken_out_is_missed() {
    for setting in [
        ".redirect(reqwest::redirect::Policy::none())",
        ".retry(reqwest::retry::never())",
        ".no_proxy()",
        ".referer(false)",
    ] {
        let cut: Vec<Source> = client()
            .into_iter()
            .map(|source| Source::new(source.path, source.text.replace(setting, "")))
            .collect();
        let found = violations(&cut, RULES).join("\n");
        assert!(found.contains(setting), "without `{setting}`: {found}");
    }
}

#[test]
fn each_planted_public_item_is_found() {
    for leak in [
        "pub fn client(s: &S) -> &reqwest::Client { &s.http }",
        "pub struct S { pub http: reqwest::Client }",
        "pub struct S(pub reqwest::Response);",
        "pub enum E { A(reqwest::Error) }",
        "pub use reqwest::Client as Http;",
        "pub type Http = reqwest::Client;",
        "pub trait T { fn http(&self) -> reqwest::Client; }",
        "impl S { #[doc(hidden)] pub fn raw(self) -> reqwest::Response { self.0 } }",
        "impl core::ops::Deref for S { type Target = reqwest::Client; fn deref(&self) -> &Self::Target { &self.0 } }",
        "impl From<S> for reqwest::Response { fn from(s: S) -> Self { s.0 } }",
        "impl AsRef<reqwest::Client> for S { fn as_ref(&self) -> &H { &self.0 } }",
        "mod inner { pub fn f() -> reqwest::RequestBuilder { g() } }",
    ] {
        assert!(
            !exposed(&Source::new("planted.rs", leak), "reqwest").is_empty(),
            "{leak}"
        );
    }
    for fine in [
        "pub(crate) fn f() -> reqwest::Client { g() }",
        "pub struct S { http: reqwest::Client }",
        "impl S { pub(super) fn f(&self) -> reqwest::Error { g() } }",
        "struct S(pub reqwest::Client);",
    ] {
        assert!(
            exposed(&Source::new("fine.rs", fine), "reqwest").is_empty(),
            "{fine}"
        );
    }
}
