//! RA01 to RA30: `Retry-After`, alone and beside the answer's own `Date`.

use std::time::Duration;

use tollgate_signals::{MAX_WAIT, RetryAfter, retry_after};

use crate::said::{headers, now};

const MALFORMED: RetryAfter = RetryAfter::Malformed;

fn after(millis: u64) -> RetryAfter {
    RetryAfter::After(Duration::from_millis(millis))
}

fn longest() -> RetryAfter {
    RetryAfter::After(MAX_WAIT)
}

fn check(lines: &[(&str, &str)], expected: RetryAfter) {
    assert_eq!(retry_after(&headers(lines), now()), expected, "{lines:?}");
}

/// `id: "Retry-After" [, "Date"] => expected`.
macro_rules! vectors {
    ($($id:ident: $value:expr $(, date $date:literal)? => $expected:expr;)*) => {
        $(#[test]
        fn $id() {
            check(&[("retry-after", $value), $(("date", $date))?], $expected);
        })*
    };
}

vectors! {
    ra01_digits: "120" => after(120_000);
    ra02_zero_is_not_absent: "0" => after(0);
    ra03_whitespace_around: " 7\t" => after(7_000);
    ra04_leading_zeroes: "007" => after(7_000);
    ra05_decimals: "2.0" => after(2_000);
    ra06_less_than_a_millisecond_is_rounded_up: "0.0004" => after(1);
    ra07_decimals_are_rounded_up: "1.2345" => after(1_235);
    ra08_negative: "-1" => MALFORMED;
    ra09_plus_sign: "+5" => MALFORMED;
    ra10_exponent: "1e3" => MALFORMED;
    ra11_unit: "5s" => MALFORMED;
    ra12_empty: "" => MALFORMED;
    ra13_list: "120, 60" => MALFORMED;
    ra14_saturates: "99999999999999999999" => longest();
    ra15_imf_fixdate: "Wed, 21 Oct 2026 07:29:30 GMT" => after(90_000);
    ra16_against_the_answers_own_date:
        "Wed, 21 Oct 2026 07:29:30 GMT", date "Wed, 21 Oct 2026 07:29:00 GMT" => after(30_000);
    ra17_against_the_local_time_if_the_date_is_none:
        "Wed, 21 Oct 2026 07:29:30 GMT", date "today" => after(90_000);
    ra18_asctime: "Wed Oct 21 07:29:30 2026" => after(90_000);
    ra19_rfc850: "Wednesday, 21-Oct-26 07:29:30 GMT" => after(90_000);
    ra20_past: "Wed, 21 Oct 2015 07:28:00 GMT" => after(0);
    ra21_past_century: "Sunday, 06-Nov-94 08:49:37 GMT" => after(0);
    ra22_fifty_years_ahead: "Tuesday, 01-Jan-75 00:00:00 GMT" => longest();
    ra23_other_zone: "Wed, 21 Oct 2026 07:28:00 +0000" => MALFORMED;
    ra24_lower_case: "wed, 21 oct 2026 07:29:30 gmt" => MALFORMED;
    ra25_iso_8601: "2026-10-21T07:29:30Z" => MALFORMED;
    ra26_leap_second: "Thu, 31 Dec 2026 23:59:60 GMT" => after(6_193_920_000);
    ra27_wrong_weekday: "Mon, 21 Oct 2026 07:29:30 GMT" => after(90_000);
    ra28_far_date_saturates: "Fri, 31 Dec 9999 23:59:59 GMT" => longest();
    ra29_nan: "NaN" => MALFORMED;
    ra30_other_digits: "\u{661}" => MALFORMED;
}

#[test]
fn nothing_is_absent() {
    check(&[], RetryAfter::Absent);
    check(
        &[("date", "Wed, 21 Oct 2026 07:28:00 GMT")],
        RetryAfter::Absent,
    );
}

#[test]
fn of_several_lines_the_longest_counts() {
    let lines = [
        ("retry-after", "5"),
        ("retry-after", "banana"),
        ("retry-after", "30"),
    ];
    check(&lines, after(30_000));
    check(&lines[1..2], MALFORMED);
}

#[test]
fn a_date_of_year_one_is_past_and_not_malformed() {
    check(
        &[("retry-after", "Mon, 01 Jan 0001 00:00:00 GMT")],
        after(0),
    );
}

#[test]
fn a_decimal_number_just_below_the_bound_is_kept() {
    check(&[("retry-after", "31622399.999")], after(31_622_399_999));
    check(&[("retry-after", "31622400.001")], longest());
}

#[test]
fn vendors_finer_spellings_come_first() {
    let both = |name| [("retry-after", "60"), (name, "1500")];
    check(&both("retry-after-ms"), after(1_500));
    check(&both("x-ms-retry-after-ms"), after(1_500));
    check(&both("x-ratelimit-retry-after"), after(1_500_000));
    check(
        &[("x-ms-retry-after-ms", "7"), ("retry-after-ms", "9")],
        after(9),
    );
    check(&[("retry-after-ms", "0.5")], after(1));
}

#[test]
fn an_unreadable_finer_spelling_is_passed_over() {
    for value in ["", "-1", "soon", "Wed, 21 Oct 2026 07:29:30 GMT"] {
        check(
            &[("retry-after-ms", value), ("retry-after", "60")],
            after(60_000),
        );
        check(&[("retry-after-ms", value)], MALFORMED);
    }
}
