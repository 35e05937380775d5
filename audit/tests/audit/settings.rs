//! Exceptions: what they except, and that they are held to their word.

use crate::workspace::Workspace;

const CALLS: &str = "fn main() { reqwest::get(\"\"); }\n";

fn found(settings: &str) -> (Vec<String>, usize) {
    let workspace = Workspace::of_one("reqwest = \"0.13\"", CALLS);
    workspace.write("tollgate-audit.toml", settings);
    let report = workspace.report();
    let findings = report.findings().iter().map(ToString::to_string).collect();
    (findings, report.allowed().len())
}

const DEPENDENCY: &str = "app/Cargo.toml:7:1: dependency: depends on the HTTP client `reqwest`";
const CALL: &str = "app/src/main.rs:1:13: call: `reqwest::get` makes or calls an HTTP client";

#[test]
fn an_exception_excepts_what_it_names_and_is_shown_with_its_reason() {
    for (selector, left) in [
        ("rule = \"call\"", &[DEPENDENCY][..]),
        ("class = \"manifest\"", &[CALL]),
        ("package = \"app\"", &[]),
        ("client = \"reqwest\"", &[]),
        ("path = \"app/src/**\"", &[DEPENDENCY]),
        ("path = \"**/main.rs\"\nrule = \"call\"", &[DEPENDENCY]),
    ] {
        let settings =
            format!("[[allow]]\n{selector}\nreason = \"it is a test\"\nexpires = \"2026-12-01\"\n");
        let (found, allowed) = found(&settings);
        assert_eq!(found, left, "{selector}");
        assert_eq!(allowed, 2 - left.len(), "{selector}");
    }
}

#[test]
fn an_exception_that_is_not_in_order_excepts_nothing_and_is_a_finding() {
    for (entry, complaint) in [
        (
            "rule = \"call\"\nexpires = \"2027-01-01\"",
            "1:1: allow: this exception has no reason; say `reason = \"…\"`",
        ),
        (
            "rule = \"call\"\nreason = \" \"\nexpires = \"2027-01-01\"",
            "1:1: allow: this exception has no reason; say `reason = \"…\"`",
        ),
        (
            "rule = \"call\"\nreason = \"x\"",
            "1:1: allow: this exception has no end; say `expires = \"2027-01-31\"`",
        ),
        (
            "rule = \"call\"\nreason = \"x\"\nexpires = \"2026-11-30\"",
            "4:11: allow: this exception ended on 2026-11-30; mend what it is for, or give it another end",
        ),
        (
            "rule = \"call\"\nreason = \"x\"\nexpires = \"soon\"",
            "4:11: allow: a date is written `2027-01-31`",
        ),
        (
            "rule = \"calls\"\nreason = \"x\"\nexpires = \"2027-01-01\"",
            "2:8: allow: there is no rule `calls`; there are `dependency`, `call`, `type`, `reexport`, `host`, `description`, `budget`, `mark`, `unreadable`, `allow`",
        ),
        (
            "rules = \"call\"\nrule = \"call\"\nreason = \"x\"\nexpires = \"2027-01-01\"",
            "2:1: allow: there is no `rules` here; there are `rule`, `class`, `package`, `path`, `client`, `host`, `reason`, `expires`",
        ),
        (
            "reason = \"x\"\nexpires = \"2027-01-01\"",
            "1:1: allow: this exception excepts everything; say which `rule`, `class`, `package`, `path`, `client` or `host` it is for",
        ),
        (
            "rule = 7\nreason = \"x\"\nexpires = \"2027-01-01\"",
            "2:8: allow: `rule` is a text",
        ),
        (
            "rule = \"host\"\nreason = \"x\"\nexpires = \"2027-01-01\"",
            "1:1: allow: this exception excepts nothing; remove it",
        ),
    ] {
        let (found, allowed) = found(&format!("[[allow]]\n{entry}\n"));
        let complaint = format!("tollgate-audit.toml:{complaint}");
        assert!(found.contains(&complaint), "{entry}: {found:#?}");
        assert_eq!(
            (found.len() >= 3, allowed),
            (true, 0),
            "{entry}: {found:#?}"
        );
    }
}

#[test]
fn dates_of_toml_are_dates_too() {
    let (found, allowed) =
        found("[[allow]]\nrule = \"call\"\nreason = \"x\"\nexpires = 2027-01-01\n");
    assert_eq!((found.len(), allowed), (1, 1), "{found:?}");
}

#[test]
fn settings_that_are_no_toml_are_a_finding() {
    for (settings, complaint) in [
        ("[[allow", "tollgate-audit.toml:1:"),
        ("allow = 3", "`allow` is a list of tables: `[[allow]]`"),
        (
            "deny = []",
            "there is no `deny`; there are `allow` and `client`",
        ),
        ("allow = [3]", "`allow` is a list of tables"),
        ("[[client]]\ndoors = []", "a client has its `package"),
    ] {
        let (found, _) = found(settings);
        assert!(
            found.iter().any(|finding| finding.contains(complaint)),
            "{settings}: {found:#?}"
        );
    }
}

#[test]
fn the_metadata_of_the_workspace_may_hold_them() {
    let workspace = Workspace::of_one("reqwest = \"0.13\"", CALLS);
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"app\"]\n\n[[workspace.metadata.tollgate-audit.allow]]\nclient = \"reqwest\"\nreason = \"x\"\nexpires = \"2027-01-01\"\n";
    workspace.write("Cargo.toml", root);
    assert!(workspace.report().is_clean());
}

#[test]
fn what_is_wrong_with_an_exception_cannot_be_excepted() {
    let (found, _) =
        found("[[allow]]\nrule = \"allow\"\nreason = \"x\"\nexpires = \"2027-01-01\"\n");
    assert!(
        found
            .iter()
            .any(|finding| finding.contains("excepts nothing")),
        "{found:#?}"
    );
}

#[test]
fn a_client_of_ones_own_is_looked_for_too() {
    let workspace = Workspace::of_one(
        "our-http = \"1\"",
        "fn main() {\n our_http::fetch();\n our_http::Status::new();\n}\n",
    );
    assert_eq!(workspace.lines(), [""; 0]);
    workspace.write(
        "tollgate-audit.toml",
        "[[client]]\npackage = \"our-http\"\ndoors = [\"fetch\"]\n",
    );
    assert_eq!(workspace.lines(), ["app/src/main.rs:2 call"]);
    workspace.write(
        "tollgate-audit.toml",
        "[[client]]\npackage = \"our-http\"\n",
    );
    assert_eq!(
        workspace.lines(),
        ["app/src/main.rs:2 call", "app/src/main.rs:3 call"]
    );
}
