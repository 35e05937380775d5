//! The program `walk`, as a user runs it.

mod program;

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use tollgate_testkit::{Pages, Reply, Vendor};

/// 200 pages at a vendor that answers at once, with a burst of 50 and 10 per second, take 15 s at
/// the least.
const REACH: f64 = 1.005;

#[test]
fn two_hundred_pages_take_at_most_1_005_of_the_optimum() {
    let mut ratios = Vec::new();
    // A busy machine makes it slower and nothing makes it faster, so the best of three counts.
    for _ in 0..3 {
        let output = walk(&["--ceiling", "token-bucket", "--pages", "200"]);
        assert!(output.status.success(), "{}", text(&output));
        for (row, expected) in [
            ("requests seen", 200.0),
            ("permits", 200.0),
            ("unpaid", 0.0),
            ("answered 429", 0.0),
        ] {
            assert_eq!(
                number(&output, row),
                expected,
                "{row} in\n{}",
                text(&output)
            );
        }
        let ratio = number(&output, "duration / optimum");
        if ratio <= REACH {
            return;
        }
        ratios.push(ratio);
    }
    panic!("the walk took {ratios:?} of the optimum");
}

#[tokio::test]
async fn a_walk_that_was_throttled_ends_with_exit_code_1() {
    let throttled = Reply::empty(429).header("retry-after", "1");
    let script = Reply::json_text("[{\"id\": 1}]").then(throttled);
    let vendor = Vendor::builder().otherwise(script).start().await;
    let output = walk(&["--base-url", &vendor.url()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("throttles: 429"),
        "{}",
        text(&output)
    );
}

#[tokio::test]
async fn another_vendor_can_be_walked() {
    let vendor = Vendor::builder()
        .route("/projects.json", Pages::new(2, 15))
        .route("/projects/recordings.json", Pages::new(20, 15))
        .start()
        .await;
    let output = walk(&["--base-url", &vendor.url(), "--token", "S3CR3T"]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(!text(&output).contains("S3CR3T"), "{}", text(&output));
    vendor.assert_count(5);
    assert_eq!(vendor.requests()[0].bearer(), Some("S3CR3T"));
}

#[test]
fn a_walk_through_faults_ends_complete_and_shows_what_was_paid_for_what() {
    let output = walk(&[
        "--faults",
        "--ceiling=token-bucket",
        "--pages=20",
        "--projects=4",
    ]);
    assert!(output.status.success(), "{}", text(&output));
    // Whoever was on the way when the token ended was refused too, and sent again.
    let resent = first_number(&output, "new token");
    assert!((1.0..=4.0).contains(&resent), "{}", text(&output));
    let all = 20.0 + (8.0 + 4.0 + 1.0) + (3.0 + 1.0) + resent + 2.0;
    for (row, expected) in [
        ("first", 20.0),
        ("retry", 13.0),
        ("redirect", 4.0),
        ("refresh", 2.0),
        ("all", all),
        ("requests seen by the vendor", all),
        ("permits", all),
        ("unpaid", 0.0),
        ("not in both records", 0.0),
        ("beyond the ceiling", 0.0),
        ("throttled by the vendor", 8.0),
        ("of these by its script", 8.0),
        ("faults that nobody met", 0.0),
        // Four projects, and for each of them five or four pages.
        ("items", 4.0 + 3.0 * 295.0 + 195.0),
        ("missing or out of order", 0.0),
    ] {
        assert_eq!(
            first_number(&output, row),
            expected,
            "{row} in\n{}",
            text(&output)
        );
    }
}

#[test]
fn a_walk_through_faults_tells_them_in_their_order() {
    let output = walk(&["--faults", "--pages=30", "--projects=2"]);
    assert!(output.status.success(), "{}", text(&output));
    let text = text(&output);
    let at = |event: &str| {
        let place = text.find(event);
        place.unwrap_or_else(|| panic!("no `{event}` in\n{text}"))
    };
    let places = [
        "token                200           a token for all",
        "302           redirect",
        "429           retry",
        "503           retry",
        "401           new token",
        "200 in part   retry",
        "302           redirect to another host, paid from `archive`",
    ];
    let places = places.map(at);
    assert!(places.is_sorted(), "{places:?} in\n{text}");
}

#[test]
fn faults_are_for_the_vendor_that_is_started_here() {
    let output = walk(&["--faults", "--base-url", "http://127.0.0.1:1"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("--base-url"), "{}", text(&output));
}

#[test]
fn pages_that_cannot_be_are_refused_with_the_reason() {
    let output = walk(&["--pages", "5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).contains("12 projects do not fit into 5 pages"),
        "{}",
        text(&output)
    );
}

fn walk(arguments: &[&str]) -> Output {
    // What earlier runs have used must not matter: a vendor may have had this one's port.
    let state = tempfile::tempdir().expect("a directory");
    let output = Command::new(&*PROGRAM)
        .args(arguments)
        .env("TOLLGATE_STATE_DIR", state.path())
        .output();
    output.unwrap_or_else(|error| panic!("{}: {error}", PROGRAM.display()))
}

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| program::built("walk"));

/// The number at the end of the row that begins so.
fn number(output: &Output, row: &str) -> f64 {
    let text = text(output);
    let line = text.lines().find(|line| line.starts_with(row));
    let value = line.and_then(|line| line.split_whitespace().last());
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("no `{row}` in\n{text}"))
}

/// The number after the name of a row.
fn first_number(output: &Output, row: &str) -> f64 {
    let text = text(output);
    let value = text.lines().find_map(|line| line.strip_prefix(row));
    let value = value.and_then(|value| value.split_whitespace().next());
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or_else(|| panic!("no `{row}` in\n{text}"))
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!(
        "{}{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(err)
    )
}
