//! Three bypasses are caught by both instruments; without them both are silent.

use tollgate_audit::{Fragments, Rule};
use tollgate_testkit::Payment;

use crate::sample::{CLEAN, PLANTED};

/// The file and line of what is found in the source, by rule.
fn lines(rule: Rule) -> Vec<String> {
    let findings = PLANTED.report.findings().iter();
    let of_rule = findings.filter(|finding| finding.rule == rule);
    of_rule
        .map(|finding| format!("{}:{}", finding.place.file, finding.place.line))
        .collect()
}

#[test]
fn the_source_names_the_line_of_each_bypass() {
    assert_eq!(
        lines(Rule::Call),
        ["app/src/main.rs:28", "prices/src/lib.rs:7"]
    );
    assert_eq!(lines(Rule::Host), ["probe/src/lib.rs:6"]);
    assert_eq!(
        lines(Rule::Dependency),
        ["app/Cargo.toml:11", "prices/Cargo.toml:9"]
    );
    assert_eq!(PLANTED.report.findings().len(), 5, "{}", PLANTED.report);
}

#[test]
fn the_vendor_lists_the_request_line_of_each_bypass() {
    let unpaid: Vec<_> = PLANTED
        .marks
        .unpaid()
        .iter()
        .map(tollgate_testkit::Unpaid::line)
        .collect();
    let expected = [
        "GET /v1/news HTTP/1.1",
        "GET /v1/prices HTTP/1.1",
        "GET /v1/health HTTP/1.1",
    ];
    assert_eq!(unpaid, expected);
    let claim = PLANTED.claim.as_deref().expect("the claim fails");
    for line in expected {
        assert!(claim.contains(&format!("unpaid: {line} (")), "{claim}");
    }
    assert_eq!(
        PLANTED.marks.count(Payment::Paid),
        4,
        "three pages, and one of the second process"
    );
    let agents: Vec<_> = PLANTED
        .marks
        .unpaid()
        .iter()
        .map(|one| one.caller().user_agent())
        .collect();
    assert_eq!(agents, [None, Some("prices/1"), None]);
}

#[test]
fn without_the_bypasses_both_are_silent() {
    assert!(CLEAN.report.is_clean(), "{}", CLEAN.report);
    assert_eq!(CLEAN.claim, None);
    assert_eq!(CLEAN.marks.seen(), 4 + 3);
    let paid = CLEAN
        .marks
        .callers()
        .filter(|(.., payment, _)| *payment == Payment::Paid);
    let mut processes: Vec<_> = paid
        .filter_map(|(caller, ..)| Some(caller.process()?.id()))
        .collect();
    processes.sort_unstable();
    processes.dedup();
    assert_eq!(
        processes.len(),
        2,
        "the program and the process that it starts"
    );
}

#[test]
fn whoever_depends_on_a_client_now_is_its_wrapper_but_for_the_programs_own_crates() {
    let fragments = Fragments::of(Some(&PLANTED.folder.join("Cargo.toml")));
    for line in [
        "{ crate = \"reqwest\", wrappers = [\"tollgate\"] },",
        "{ crate = \"hyper-util\", wrappers = [\"reqwest\"] },",
        "{ crate = \"hyper\", wrappers = [\"hyper-util\", \"reqwest\"] },",
        "{ crate = \"ureq\" },",
    ] {
        assert!(
            fragments.deny().contains(line),
            "{line} in {}",
            fragments.deny()
        );
    }
}
