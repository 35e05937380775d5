//! Dates and moments.

use tollgate::Model;
use tollgate::model::jiff::Timestamp;
use tollgate::model::jiff::civil::{Date, date};

#[derive(Debug, PartialEq, Model)]
struct Dated {
    day: Date,
    at: Option<Timestamp>,
}

#[test]
fn dates_go_there_and_back_and_say_what_is_wrong() {
    let text = r#"{"day":"2026-02-28","at":"2026-02-28T10:00:00.5Z"}"#;
    let dated: Dated = serde_json::from_str(text).expect("valid");
    assert_eq!(dated.day, date(2026, 2, 28));
    assert_eq!(serde_json::to_string(&dated).expect("written"), text);
    let offset: Dated =
        serde_json::from_str(r#"{"day":"2026-02-28","at":"2026-02-28T12:00:00.5+02:00"}"#)
            .expect("valid");
    assert_eq!(offset, dated);
    let table = [
        (
            r#"{"day":"2026-02-30"}"#,
            "day: expected a date of RFC 3339, found `2026-02-30`",
        ),
        (
            r#"{"day":"2026-02-28","at":"yesterday"}"#,
            "at: expected a moment of RFC 3339, found `yesterday`",
        ),
        (
            r#"{"day":20260228}"#,
            "day: expected a string, found a number",
        ),
    ];
    for (text, expected) in table {
        let error = serde_json::from_str::<Dated>(text).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}
