//! The page `docs/four-ways.md`: everything that is shown on it is what is said now.
//!
//! `UPDATE=1 cargo test -p tollgate-audit --test application page` writes it anew.

use std::fs;

use crate::sample::{PLANTED, repository};
use crate::scenes;

/// The outputs of the page by their names. They are made one after another: some of them are failed
/// claims.
fn outputs() -> Vec<(&'static str, String)> {
    let refused = |name: &str| {
        let path = repository().join(format!("ui-tests/fail/{name}.stderr"));
        fs::read_to_string(path).expect("a kept error")
    };
    let claim = PLANTED.claim.clone().expect("the claim fails");
    vec![
        ("budget-compiler", refused("limit/budget_rate")),
        ("budget-test", scenes::too_fast()),
        ("budget-audit", scenes::twice()),
        (
            "forwarding-compiler",
            refused("bypass/description_is_not_implementable"),
        ),
        ("forwarding-audit", scenes::forwarded()),
        (
            "cached-compiler",
            refused("bypass/client_lends_no_http_client"),
        ),
        ("cached-audit", scenes::cached()),
        ("callers-audit", PLANTED.report.to_string()),
        ("callers-test", without_numbers(&claim)),
        ("callers-meter", scenes::shared()),
    ]
}

/// Processes have another number each time.
fn without_numbers(text: &str) -> String {
    let mut shown = String::new();
    for (index, part) in text.split("shop (").enumerate() {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if index > 0 {
            shown.push_str("shop (4711");
        }
        shown.push_str(if index > 0 { rest } else { part });
    }
    shown
}

/// The page with an output in its place.
fn put(page: &str, name: &str, output: &str) -> String {
    let (begin, end) = (format!("<!-- output: {name} -->\n"), "<!-- end -->");
    let Some((before, rest)) = page.split_once(&begin) else {
        panic!("the page has no place for `{name}`");
    };
    let (_, after) = rest.split_once(end).expect("a place ends");
    format!(
        "{before}{begin}```text\n{}\n```\n{end}{after}",
        output.trim_end()
    )
}

#[test]
fn the_page_shows_what_is_said_now() {
    let path = repository().join("docs/four-ways.md");
    let page = fs::read_to_string(&path).expect("the page");
    let outputs = outputs();
    let places = page.matches("<!-- output: ").count();
    assert_eq!(
        places,
        outputs.len(),
        "each place of the page has its output"
    );
    let now = outputs.iter().fold(page.clone(), |page, (name, output)| {
        put(&page, name, output)
    });
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(path, now).expect("the page is written");
    }
    let difference = now
        .lines()
        .zip(page.lines())
        .find(|(now, kept)| now != kept);
    assert!(
        now == page,
        "docs/four-ways.md is out of date; run `UPDATE=1 cargo test -p tollgate-audit --test application page`, and read it\nnow, and kept: {difference:#?}"
    );
}
