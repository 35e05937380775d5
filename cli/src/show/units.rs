//! Times, rates and numbers in few letters.

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A length of time that is still to pass, rounded up to what matters at that length: an end that is shown has not come
/// before what is shown has passed.
///
/// ```
/// use std::time::Duration;
/// use tollgate_cli::show::units::span;
///
/// assert_eq!(span(Duration::from_millis(240)), "240 ms");
/// assert_eq!(span(Duration::from_millis(2_510)), "2.6 s");
/// assert_eq!(span(Duration::from_secs(3 * 3_600 + 240)), "3 h 4 min");
/// ```
#[must_use]
pub fn span(time: Duration) -> String {
    if time.is_zero() {
        return "0 s".to_owned();
    }
    let millis = time.as_nanos().div_ceil(1_000_000);
    if millis < 1_000 {
        return format!("{millis} ms");
    }
    let tenths = millis.div_ceil(100);
    if tenths < 100 && !tenths.is_multiple_of(10) {
        return format!("{}.{} s", tenths / 10, tenths % 10);
    }
    let seconds = u64::try_from(tenths.div_ceil(10)).unwrap_or(u64::MAX);
    match seconds {
        ..=99 => format!("{seconds} s"),
        _ => long(seconds),
    }
}

/// A length of time that has passed, with one decimal below a minute, and never more than it was.
///
/// ```
/// use std::time::Duration;
/// use tollgate_cli::show::units::spent;
///
/// assert_eq!(spent(Duration::from_millis(240)), "240 ms");
/// assert_eq!(spent(Duration::from_millis(30_138)), "30.1 s");
/// assert_eq!(spent(Duration::from_millis(89_900)), "1 min 29 s");
/// ```
#[must_use]
pub fn spent(time: Duration) -> String {
    match time.as_secs() {
        0 if time.is_zero() => "0 s".to_owned(),
        0 if time.as_millis() == 0 => "< 1 ms".to_owned(),
        0 => format!("{} ms", time.as_millis()),
        seconds @ ..MINUTE => format!("{seconds}.{} s", time.subsec_millis() / 100),
        seconds => long(seconds),
    }
}

fn long(seconds: u64) -> String {
    match seconds {
        ..HOUR => two(seconds, MINUTE, "min", 1, "s"),
        HOUR..DAY => two(seconds, HOUR, "h", MINUTE, "min"),
        DAY.. => two(seconds, DAY, "d", HOUR, "h"),
    }
}

/// `seconds` in a large unit and what is left in a small one.
fn two(seconds: u64, large: u64, name: &str, small: u64, rest_name: &str) -> String {
    let (whole, rest) = (seconds / large, seconds % large / small);
    match rest {
        0 => format!("{whole} {name}"),
        rest => format!("{whole} {name} {rest} {rest_name}"),
    }
}

/// `units` in each `period`: `10/s`, `50/10 s`, `5000/h`.
#[must_use]
pub fn rate(units: u32, period: Duration) -> String {
    for (name, seconds) in [("s", 1), ("min", MINUTE), ("h", HOUR), ("d", DAY)] {
        if period == Duration::from_secs(seconds) {
            return format!("{units}/{name}");
        }
    }
    match period.as_nanos() {
        nanos if nanos.is_multiple_of(1_000_000_000) => {
            format!("{units}/{} s", period.as_secs())
        }
        nanos if nanos.is_multiple_of(1_000_000) => format!("{units}/{} ms", period.as_millis()),
        nanos => format!("{units}/{nanos} ns"),
    }
}

/// A number, beyond a million in three digits and a letter.
#[must_use]
pub fn count(number: u64) -> String {
    const STEPS: [(u64, &str); 4] = [
        (1_000_000_000_000_000, "P"),
        (1_000_000_000_000, "T"),
        (1_000_000_000, "G"),
        (1_000_000, "M"),
    ];
    let step = STEPS.iter().find(|(step, _)| number >= *step);
    let Some((step, letter)) = step else {
        return number.to_string();
    };
    let (whole, hundredths) = (number / step, number % step / (step / 100));
    match whole {
        ..10 => format!("{whole}.{hundredths:02}{letter}"),
        10..100 => format!("{whole}.{}{letter}", hundredths / 10),
        100.. => format!("{whole}{letter}"),
    }
}

/// What happens so many times in a second.
#[must_use]
pub fn frequency(per_second: f64) -> String {
    match per_second {
        quick if quick >= 99.95 => format!("{quick:.0}"),
        slow => format!("{slow:.1}"),
    }
}

/// A time of day in `zone`; with its date unless it is within the day that follows `now`.
#[must_use]
pub fn clock(moment: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let near = moment.duration_since(now).unsigned_abs() < Duration::from_secs(DAY);
    let format = if near { "%H:%M:%S" } else { "%Y-%m-%d %H:%M" };
    moment
        .to_zoned_datetime(zone.clone())
        .strftime(format)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_shown_in_what_matters_at_its_length_and_never_too_short() {
        for (millis, shown) in [
            (0, "0 s"),
            (1, "1 ms"),
            (999, "999 ms"),
            (1_000, "1 s"),
            (1_001, "1.1 s"),
            (9_900, "9.9 s"),
            (9_901, "10 s"),
            (12_000, "12 s"),
            (98_001, "99 s"),
            (99_001, "1 min 40 s"),
            (120_000, "2 min"),
            (3_599_999, "1 h"),
            (86_399_999, "1 d"),
            (183_600_000, "2 d 3 h"),
        ] {
            assert_eq!(span(Duration::from_millis(millis)), shown, "{millis}");
        }
        assert_eq!(span(Duration::from_nanos(1)), "1 ms");
        assert!(span(Duration::MAX).ends_with('h'));
    }

    #[test]
    fn what_was_waited_is_never_shown_as_more() {
        for (micros, shown) in [
            (0, "0 s"),
            (1, "< 1 ms"),
            (999, "< 1 ms"),
            (1_999, "1 ms"),
            (999_999, "999 ms"),
            (1_000_000, "1.0 s"),
            (9_990_000, "9.9 s"),
            (30_138_000, "30.1 s"),
            (45_010_000, "45.0 s"),
            (59_999_999, "59.9 s"),
            (60_000_000, "1 min"),
            (89_999_999, "1 min 29 s"),
            (3_599_999_999, "59 min 59 s"),
            (90_000_000_000, "1 d 1 h"),
        ] {
            assert_eq!(spent(Duration::from_micros(micros)), shown, "{micros}");
        }
        assert!(spent(Duration::MAX).ends_with('h'));
    }

    #[test]
    fn a_rate_keeps_the_words_in_which_it_was_declared() {
        for (units, millis, shown) in [
            (10, 1_000, "10/s"),
            (60, 60_000, "60/min"),
            (5_000, 3_600_000, "5000/h"),
            (9, 86_400_000, "9/d"),
            (50, 10_000, "50/10 s"),
            (3, 500, "3/500 ms"),
        ] {
            assert_eq!(rate(units, Duration::from_millis(millis)), shown);
        }
        assert_eq!(rate(1, Duration::from_nanos(1_500)), "1/1500 ns");
    }

    #[test]
    fn large_numbers_take_five_letters() {
        for (number, shown) in [
            (0, "0"),
            (999_999, "999999"),
            (1_000_000, "1.00M"),
            (12_345_678, "12.3M"),
            (999_999_999, "999M"),
            (4_000_000_000, "4.00G"),
            (u64::MAX, "18446P"),
        ] {
            assert_eq!(count(number), shown);
        }
    }

    #[test]
    fn a_clock_has_a_date_where_the_hour_alone_would_mislead() {
        let now: Timestamp = "2026-03-01T23:30:00Z".parse().expect("a time");
        let at = |text: &str| clock(text.parse().expect("a time"), now, &TimeZone::UTC);
        assert_eq!(at("2026-03-02T00:10:05Z"), "00:10:05");
        assert_eq!(at("2026-03-03T00:10:05Z"), "2026-03-03 00:10");
    }
}
