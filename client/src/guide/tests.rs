//! The page of defaults, held against the code that it speaks of.
//!
//! Constants of other modules are private, and rightly so. So their declarations are looked for in
//! the sources: whoever changes one finds here which row of the page has to follow.

use core::num::NonZeroU32;
use core::time::Duration;

const PAGE: &str = include_str!("defaults.md");

/// A row of the page: what it is about and what it says.
type Row = (&'static str, &'static str);

/// Each row, and the declarations that it stands for.
const DECLARED: &[(Row, &str, &[&str])] = &[
    (
        ("attempts of a call", "4"),
        include_str!("../retry/policy.rs"),
        &["attempts: 4,"],
    ),
    (
        ("pause before the second", "500 ms"),
        include_str!("../retry/policy.rs"),
        &["base: Duration::from_millis(500),"],
    ),
    (
        ("longest pause of our own", "20 s"),
        include_str!("../retry/policy.rs"),
        &["cap: Duration::from_secs(20),"],
    ),
    (
        (
            "time for retries, and the longest pause of the vendor's that is waited for",
            "2 min",
        ),
        include_str!("../retry/policy.rs"),
        &["within: Duration::from_secs(120),"],
    ),
    (
        ("jitter", "all of the pause"),
        include_str!("../retry/policy.rs"),
        &["jitter: true,"],
    ),
    (
        ("retry quota of a client", "20 % + 100"),
        include_str!("../retry/quota.rs"),
        &["Self::new(20, 100)"],
    ),
    (
        ("what may be repeated", "by method"),
        include_str!("../describe/endpoint.rs"),
        &["repeat: Repeat::ByMethod,"],
    ),
    (
        ("header of idempotency keys", "`Idempotency-Key`"),
        include_str!("../call/seed.rs"),
        &["const KEY: &str = \"idempotency-key\";"],
    ),
    (
        ("redirects", "followed"),
        include_str!("../describe/settings.rs"),
        &["#[default]\n    Follow,"],
    ),
    (
        ("hops of a call", "10"),
        include_str!("../call/course.rs"),
        &["const MOST_HOPS: usize = 10;"],
    ),
    (
        ("deadline of a call", "none"),
        include_str!("../build/builder.rs"),
        &["deadline: None,"],
    ),
    (
        ("attempt timeout", "30 s"),
        include_str!("../config/connection.rs"),
        &["Self::new(Duration::from_secs(10), Duration::from_secs(30))"],
    ),
    (
        ("connect timeout", "10 s"),
        include_str!("../config/connection.rs"),
        &["Self::new(Duration::from_secs(10), Duration::from_secs(30))"],
    ),
    (
        ("a refusal's body", "1 s"),
        include_str!("../call/admitted.rs"),
        &["const EXCERPT_TIME: Duration = Duration::from_secs(1);"],
    ),
    (
        ("the same, if its pause will not be waited for", "50 ms"),
        include_str!("../call/admitted.rs"),
        &["const AT_HAND: Duration = Duration::from_millis(50);"],
    ),
    (
        ("a limit that is used up is a block", "from 1 min"),
        include_str!("../call/heed.rs"),
        &["const LONG: Duration = Duration::from_secs(60);"],
    ),
    (
        ("pause that a refusal does not name", "1 s"),
        include_str!("../call/heed.rs"),
        &["const UNNAMED: Duration = Duration::from_secs(1);"],
    ),
    (
        ("longest pause of an answer", "3 days"),
        include_str!("../call/heed.rs"),
        &["const LONGEST: Duration = Duration::from_secs(3 * 24 * 60 * 60);"],
    ),
    (
        ("skew", "50 ms"),
        include_str!("../describe/numbers.rs"),
        &["pub const DEFAULT_SKEW_NANOS: u64 = 50_000_000;"],
    ),
    (
        ("breaker", "off"),
        include_str!("../describe/endpoint.rs"),
        &["breaker: None,"],
    ),
    (
        ("what is known of the vendor", "the usual names"),
        include_str!("../describe/endpoint.rs"),
        &["preset: &preset::GENERIC,"],
    ),
    (
        (
            "who shares an account",
            "the machine, where the platform can",
        ),
        include_str!("../build/scope.rs"),
        &[
            "match registry.account(plan, &Scope::Machine(None)) {",
            "registry.account(plan, &Scope::Process)",
        ],
    ),
    (
        ("how long the store of a fleet may take", "1 s"),
        include_str!("../../../limiter/src/fleet/config.rs"),
        &["timeout: Duration::from_secs(1),"],
    ),
    (
        (
            "what happens without the store of a fleet",
            "nothing is sent",
        ),
        include_str!("../../../limiter/src/fleet/config.rs"),
        &["without: Without::Closed,"],
    ),
    (
        ("reports of the counters", "none"),
        include_str!("../describe/endpoint.rs"),
        &["report_every: None,"],
    ),
    (
        ("paid share below which is warned", "95 %"),
        include_str!("../meter/share.rs"),
        &["const USUAL: Self = Self(95);"],
    ),
    (
        (
            "endpoints with counters of their own",
            "4,096 of an account",
        ),
        include_str!("../../../limiter/src/tally.rs"),
        &["const MOST: usize = 4_096;"],
    ),
    (
        ("largest buffered body", "32 MiB"),
        include_str!("../build/builder.rs"),
        &["const MAX_BODY: u64 = 32 * 1024 * 1024;"],
    ),
    (
        ("a refusal's body", "64 KiB"),
        include_str!("../call/reading.rs"),
        &["const ERROR_BODY: u64 = 64 * 1024;"],
    ),
    (
        ("excerpt in an error", "512 bytes"),
        include_str!("../error/failure.rs"),
        &["const ROOM: usize = 512;"],
    ),
    (
        ("words of an answer in an error's text", "300 characters"),
        include_str!("../answer/decode.rs"),
        &["const ROOM: usize = 300;"],
    ),
    (
        ("pages fetched ahead", "none"),
        include_str!("../pages/public.rs"),
        &["prefetch: 0,"],
    ),
    (
        (
            "a token is replaced",
            "a tenth of its life before its end, at most 30 s",
        ),
        include_str!("../auth/token/state.rs"),
        &[
            "const EARLIEST: Duration = Duration::from_secs(30);",
            "EARLIEST.min(life / 10)",
        ],
    ),
    (
        ("a failed refresh answers", "5 s"),
        include_str!("../auth/token/state.rs"),
        &["const SHARED: Duration = Duration::from_secs(5);"],
    ),
    (
        ("idle connections", "64"),
        include_str!("../config/connection.rs"),
        &["Self::new(64, Duration::from_secs(60))"],
    ),
    (
        ("kept idle", "60 s"),
        include_str!("../config/connection.rs"),
        &["Self::new(64, Duration::from_secs(60))"],
    ),
    (
        ("HTTP/2", "off"),
        include_str!("../config/connection.rs"),
        &["http2: false,"],
    ),
    (
        ("proxy", "none, the environment's neither"),
        include_str!("../config/connection.rs"),
        &["proxy: None,"],
    ),
];

/// Rows about what is not there unless a description says so, which has no declaration.
const ABSENT: &[Row] = &[
    ("budget", "none: the whole ceiling"),
    ("exchanges in flight", "no bound"),
];

/// A default of the limiter's, which has a value to compare.
const PROBE: Row = ("a probe of the breaker", "1 min");

/// The rows of the page's tables, without their heads.
fn rows() -> Vec<Row> {
    let lines = PAGE.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = lines.map(|line| line.split(" | "));
    let rows = cells.filter_map(|mut cells| Some((cells.next()?, cells.next()?)));
    rows.filter(|row| *row != ("what", "default")).collect()
}

#[test]
fn what_the_page_says_is_what_the_code_says() {
    let rows = rows();
    for (row, source, declarations) in DECLARED {
        assert!(rows.contains(row), "the page does not say {row:?}");
        for declaration in *declarations {
            let found = source.contains(declaration);
            assert!(found, "the code no longer says `{declaration}`, as {row:?}");
        }
    }
}

#[test]
fn a_probe_has_the_minute_that_the_page_says() {
    let rules = tollgate_limiter::BreakerRules::new(NonZeroU32::MIN, Duration::ZERO);
    assert_eq!(rules.lease(), Duration::from_secs(60));
    assert!(rows().contains(&PROBE));
}

#[test]
fn every_metric_is_on_the_page_of_meters_and_no_other() {
    const METERS: &str = include_str!("meters.md");
    let sources = [
        include_str!("../meter/names.rs"),
        include_str!("../meter/facade.rs"),
    ];
    let quoted = sources.iter().flat_map(|source| source.split('"'));
    let mut told: Vec<_> = quoted
        .filter(|word| word.starts_with("tollgate_"))
        .collect();
    let rows = METERS.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split('`').next());
    let mut documented: Vec<_> = names.filter(|name| name.starts_with("tollgate_")).collect();
    told.sort_unstable();
    documented.sort_unstable();
    assert_eq!(told, documented);
    assert_eq!(told.len(), 16);
}

#[test]
fn no_row_of_the_page_is_left_unheld() {
    for row in rows() {
        let held = DECLARED.iter().any(|(held, ..)| *held == row);
        assert!(
            held || row == PROBE || ABSENT.contains(&row),
            "nothing holds {row:?}"
        );
    }
}
