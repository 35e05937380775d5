//! Digits and decimals, without floating point.
//!
//! In: text. Out: whole counts and lengths of time that saturate instead of overflowing, and
//! that are rounded up where they do not fit: a wait may be longer than asked for, never shorter.

use std::time::Duration;

const NANOS_PER_SEC: u128 = 1_000_000_000;

/// `1*DIGIT`, saturating.
pub(crate) fn whole(text: &str) -> Option<u64> {
    if !is_digits(text) {
        return None;
    }
    let number = text.bytes().fold(0u64, |sum, digit| {
        sum.saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    });
    Some(number)
}

/// Exactly `count` digits.
pub(crate) fn fixed(text: &str, count: usize) -> Option<u64> {
    (text.len() == count).then(|| whole(text)).flatten()
}

/// `1*DIGIT [ "." 1*DIGIT ]` times `unit`, rounded up to the nanosecond.
///
/// No sign, no exponent, no bare point: a number with one of these is not what its sender meant
/// it to be, and a wait made of it would be a guess.
pub(crate) fn decimal(text: &str, unit: Duration) -> Option<Duration> {
    let (units, part) = match text.split_once('.') {
        Some((units, part)) => (whole(units)?, fraction(part)?),
        None => (whole(text)?, 0),
    };
    let unit = unit.as_nanos();
    let part = (u128::from(part) * unit).div_ceil(NANOS_PER_SEC);
    Some(duration(
        u128::from(units).saturating_mul(unit).saturating_add(part),
    ))
}

/// The digits after a decimal point, in billionths, rounded up.
pub(crate) fn fraction(digits: &str) -> Option<u64> {
    if !is_digits(digits) {
        return None;
    }
    let (kept, rest) = digits.split_at(digits.len().min(9));
    let rounded = u64::from(rest.bytes().any(|digit| digit != b'0'));
    let missing = u32::try_from(9 - kept.len()).ok()?;
    Some(whole(kept)? * 10u64.pow(missing) + rounded)
}

/// The next whole millisecond.
pub(crate) fn up_to_millis(duration: Duration) -> Duration {
    let millis = duration.as_nanos().div_ceil(1_000_000);
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn duration(nanos: u128) -> Duration {
    let secs = u64::try_from(nanos / NANOS_PER_SEC).unwrap_or(u64::MAX);
    let part = u32::try_from(nanos % NANOS_PER_SEC).unwrap_or(0);
    Duration::new(secs, part)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{decimal, fixed, up_to_millis, whole};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn digits_saturate() {
        assert_eq!(whole("007"), Some(7));
        assert_eq!(whole("99999999999999999999"), Some(u64::MAX));
        assert_eq!(whole(&"9".repeat(400)), Some(u64::MAX));
    }

    #[test]
    fn only_digits_are_digits() {
        for text in [
            "", "-1", "+1", " 1", "1 ", "1e3", "0x1", "١", "1_000", "1,000",
        ] {
            assert_eq!(whole(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_fixed_number_of_digits_is_meant_literally() {
        assert_eq!(fixed("07", 2), Some(7));
        assert_eq!(fixed("7", 2), None);
        assert_eq!(fixed("007", 2), None);
    }

    #[test]
    fn decimals_are_rounded_up() {
        assert_eq!(decimal("1.5", SECOND), Some(Duration::from_millis(1_500)));
        assert_eq!(
            decimal("0.0000000001", SECOND),
            Some(Duration::from_nanos(1))
        );
        assert_eq!(decimal("0.9999999999", SECOND), Some(SECOND));
        assert_eq!(
            decimal("0.1", Duration::from_nanos(1)),
            Some(Duration::from_nanos(1))
        );
    }

    #[test]
    fn half_a_decimal_is_none() {
        for text in [".5", "5.", ".", "1.2.3", "1.-2", "-1.2", "1.2e3"] {
            assert_eq!(decimal(text, SECOND), None, "{text:?}");
        }
    }

    #[test]
    fn huge_decimals_saturate() {
        let hour = Duration::from_secs(3_600);
        let huge = format!("{0}.{0}", "9".repeat(400));
        assert!(decimal(&huge, hour).expect("a number") >= Duration::from_secs(u64::MAX));
    }

    #[test]
    fn milliseconds_are_rounded_up() {
        assert_eq!(
            up_to_millis(Duration::from_nanos(1)),
            Duration::from_millis(1)
        );
        assert_eq!(
            up_to_millis(Duration::from_millis(5)),
            Duration::from_millis(5)
        );
        assert_eq!(up_to_millis(Duration::MAX), Duration::from_millis(u64::MAX));
    }
}
