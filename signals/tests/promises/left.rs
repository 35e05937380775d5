//! How much is left, as far as it can be acted on.

use tollgate_signals::{Report, preset};

use crate::said::{headers, now};

#[test]
fn what_is_left_of_limits_on_requests_is_told_and_nothing_else() {
    let left = |fields: &[(&str, &str)], preset| -> Vec<_> {
        let report = Report::read(&headers(fields), preset, now());
        let left = report.left();
        left.map(|left| (left.remaining, left.limit, left.reset.as_secs()))
            .collect()
    };
    let both = [
        (
            "ratelimit",
            r#""burst";r=3;t=1,"daily";r=0;t=4000,"size";r=9;t=2"#,
        ),
        (
            "ratelimit-policy",
            r#""daily";q=500;w=86400,"size";q=10;qu="content-bytes""#,
        ),
    ];
    let expected = [(3, None, 1), (0, Some(500), 4000)];
    assert_eq!(left(&both, &preset::GENERIC), expected);
    let legacy = [
        ("x-ratelimit-limit", "60"),
        ("x-ratelimit-remaining", "59"),
        ("x-ratelimit-reset", "1792567710"),
    ];
    assert_eq!(left(&legacy, &preset::GENERIC), []);
    assert_eq!(left(&legacy, &preset::GITHUB), [(59, Some(60), 30)]);
    let tokens = [
        ("x-ratelimit-remaining-tokens", "0"),
        ("x-ratelimit-reset-tokens", "1h"),
    ];
    assert_eq!(left(&tokens, &preset::OPENAI), []);
    assert_eq!(left(&[("ratelimit", r#""a";r=5"#)], &preset::GENERIC), []);
}
