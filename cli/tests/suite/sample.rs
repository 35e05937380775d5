//! The sample as tables of several widths, as JSON, as a plan of a reset.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use tollgate_cli::model::{Counters, State, Unreadable};
use tollgate_cli::reset;
use tollgate_cli::show::paint::paint;
use tollgate_cli::status::{self, Document, VERSION, View};

use crate::kept;

const SAMPLE: &str = include_str!("../../samples/status.json");
const README: &str = include_str!("../../README.md");

fn state() -> State {
    let document: Document = serde_json::from_str(SAMPLE).expect("the sample is a document");
    document.state
}

fn unreadable() -> Unreadable {
    Unreadable {
        file: "/s/garbage".into(),
        reason: "it is garbage\nremove it".to_owned(),
        stale: false,
        resettable: true,
    }
}

fn table(state: &State, width: usize, endpoints: bool, colours: bool) -> String {
    let view = View {
        width,
        zone: TimeZone::UTC,
        endpoints,
    };
    paint(&status::lines(state, &view), colours)
}

#[test]
fn the_table_can_be_read_at_every_width() {
    for width in [40, 60, 80, 100, 120, 160] {
        let text = table(&state(), width, false, false);
        kept::same(&format!("tests/kept/status-{width}.txt"), &text);
    }
    kept::same(
        "tests/kept/status-endpoints.txt",
        &table(&state(), usize::MAX, true, false),
    );
}

#[test]
fn an_endpoint_that_nobody_called_has_no_row() {
    let mut state = state();
    let endpoints = &mut state.accounts[0].endpoints;
    endpoints.insert(0, endpoints[0].clone());
    endpoints[0].name = "idle".to_owned();
    endpoints[0].counters = Counters::default();
    for width in [80, usize::MAX] {
        let text = table(&state, width, true, false);
        assert!(
            text.contains("· recordings") && !text.contains("idle"),
            "{text}"
        );
    }
}

#[test]
fn no_line_of_a_table_is_wider_than_the_terminal() {
    for width in 60..200 {
        for line in table(&state(), width, true, false).lines() {
            // What the columns are left out for is told, however long that is.
            let told = line.starts_with("no room") || line.starts_with("total");
            let length = line.chars().count();
            assert!(
                told || length <= width,
                "{length} columns at {width}:\n{line}"
            );
        }
    }
}

#[test]
fn eighty_columns_have_room_for_all_but_the_ceilings_and_what_is_in_flight() {
    let text = table(&state(), 80, false, false);
    assert!(text.contains("no room for: ceilings, flight\n"), "{text}");
}

#[test]
fn colours_change_nothing_but_colours() {
    let coloured = table(&state(), 80, false, true);
    assert!(coloured.contains("\u{1b}["));
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once('m').expect("a style ends").1;
    }
    plain.push_str(rest);
    let trimmed: Vec<&str> = plain.lines().map(str::trim_end).collect();
    assert_eq!(trimmed.join("\n") + "\n", table(&state(), 80, false, false));
}

#[test]
fn the_document_is_the_sample_byte_for_byte() {
    kept::same("samples/status.json", &status::json(state()).expect("JSON"));
}

/// The fields, as programs that read it have to know them: whoever changes one changes the version.
#[test]
fn the_document_has_the_fields_that_are_promised() {
    let mut state = state();
    state.unreadable.push(unreadable());
    let json = status::json(state).expect("JSON");
    let document: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(document["version"], VERSION);
    let mut paths = BTreeSet::new();
    collect("", &document, &mut paths);
    let told: BTreeSet<&str> = README
        .split(|letter: char| !(letter.is_ascii_lowercase() || letter == '_'))
        .collect();
    for path in &paths {
        let field = path.split(':').next().unwrap_or_default();
        let name = field
            .trim_end_matches("[]")
            .rsplit('.')
            .next()
            .unwrap_or_default();
        assert!(told.contains(name), "the README tells of {path}");
    }
    let text: Vec<String> = paths.into_iter().collect();
    kept::same("tests/kept/status-fields.txt", &(text.join("\n") + "\n"));
}

fn collect(path: &str, value: &serde_json::Value, paths: &mut BTreeSet<String>) {
    use serde_json::Value;
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(&format!("{path}.{name}"), value, paths);
            }
        }
        Value::Array(values) if values.is_empty() => drop(paths.insert(format!("{path}[]"))),
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect(&format!("{path}[]"), value, paths)),
        Value::Null => drop(paths.insert(format!("{path}: null"))),
        Value::Bool(_) => drop(paths.insert(format!("{path}: true or false"))),
        Value::String(_) => drop(paths.insert(format!("{path}: text"))),
        Value::Number(number) => {
            let kind = if number.is_f64() {
                "number"
            } else {
                "whole number"
            };
            paths.insert(format!("{path}: {kind}"));
        }
    }
}

#[test]
fn a_filter_finds_parts_of_names_whatever_their_case() {
    let apis = |filter| {
        let state = state().only(Some(filter));
        state
            .accounts
            .iter()
            .map(|account| account.api.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(apis("GitHub"), ["api.github.com"]);
    assert_eq!(
        apis("api"),
        [
            "3.basecampapi.com",
            "api.github.com",
            "sheets.googleapis.com"
        ]
    );
    assert_eq!(apis("nobody"), [""; 0]);
}

#[test]
fn trouble_is_what_cannot_be_read_and_what_did_not_pay() {
    assert!(
        !state().is_trouble(),
        "blocks and open breakers are no trouble"
    );
    let mut unpaid = state();
    unpaid.accounts[0].buckets[0].counters.unpaid = 1;
    assert!(unpaid.is_trouble());
    let mut unread = state();
    unread.unreadable.push(unreadable());
    assert!(unread.is_trouble());
    let mut restarted = unread.clone();
    restarted.unreadable[0].stale = true;
    assert!(!restarted.is_trouble(), "a restart of the machine is none");
    assert!(
        table(&restarted, 80, false, false)
            .contains("not used since the machine started: /s/garbage\n")
    );
    assert!(
        table(&unread, 80, false, false)
            .ends_with("cannot be read: /s/garbage\n  it is garbage\n  remove it\n")
    );
}

/// A state in which every name tries to clear the screen.
fn hostile() -> State {
    const NAME: &str = "\u{1b}[2J\u{9b}2J\r\n\u{202e}x";
    let mut state = state();
    state.state_dir = NAME.into();
    for account in &mut state.accounts {
        account.api = NAME.to_owned();
        account.account = NAME.to_owned();
        account.file = NAME.into();
        for bucket in &mut account.buckets {
            bucket.name = NAME.to_owned();
            bucket.merged_into = bucket.merged_into.take().map(|_| NAME.to_owned());
        }
        for endpoint in &mut account.endpoints {
            endpoint.name = NAME.to_owned();
        }
    }
    state.unreadable.push(Unreadable {
        file: NAME.into(),
        reason: NAME.to_owned(),
        stale: false,
        resettable: true,
    });
    state
}

#[test]
fn no_name_of_a_file_steers_a_terminal() {
    let state = hostile();
    let chosen = reset::choose(&state, None, None, true).expect("all");
    let plan = reset::plan(&chosen, state.taken_at, &TimeZone::UTC, 80);
    let texts = [
        table(&state, 80, true, false),
        table(&state, usize::MAX, true, false),
        paint(&plan, false),
        status::json(state.clone()).expect("JSON"),
        status::nothing(&state, None),
        status::nothing(&state, Some("\u{1b}")),
        reset::choose(&state, None, None, false)
            .expect_err("several")
            .to_string(),
    ];
    for text in texts {
        let steers =
            |letter: &char| (letter.is_control() && *letter != '\n') || *letter == '\u{202e}';
        assert_eq!(text.chars().find(steers), None, "{text}");
    }
    let back: Document =
        serde_json::from_str(&status::json(state.clone()).expect("JSON")).expect("JSON");
    assert_eq!(
        back.state.accounts, state.accounts,
        "programs read the names as they are"
    );
}

#[test]
fn numbers_of_a_broken_file_break_nothing() {
    let mut state = state();
    for account in &mut state.accounts {
        for bucket in &mut account.buckets {
            bucket.counters.calls = u64::MAX;
            bucket.counters.waited = std::time::Duration::MAX;
            bucket.next = Some(std::time::Duration::MAX);
        }
    }
    assert!(table(&state, 80, true, false).contains("calls 18446P"));
    assert!(status::json(state).is_ok());
}

#[test]
fn a_reset_says_what_it_gives_up() {
    let state = state();
    let chosen = reset::choose(&state, Some("github"), None, false).expect("one");
    let plan = reset::plan(&chosen, state.taken_at, &TimeZone::UTC, 80);
    kept::same("tests/kept/reset.txt", &paint(&plan, false));
}
