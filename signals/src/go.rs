//! Durations as Go prints them (`time.Duration.String`): `6m0s`, `2m59.56s`, `12ms`.

use std::time::Duration;

use crate::number;

/// Longer names first: `ms` would else be read as minutes. Go prints the micro sign; the Greek
/// letter, which looks like it, is read by Go too.
const UNITS: [(&str, Duration); 8] = [
    ("ns", Duration::from_nanos(1)),
    ("us", Duration::from_micros(1)),
    ("\u{b5}s", Duration::from_micros(1)),
    ("\u{3bc}s", Duration::from_micros(1)),
    ("ms", Duration::from_millis(1)),
    ("s", Duration::from_secs(1)),
    ("m", Duration::from_secs(60)),
    ("h", Duration::from_secs(3_600)),
];

/// One or more numbers with their units. A negative duration is no wait, and `None`.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut sum = Duration::ZERO;
    while !rest.is_empty() {
        let (part, after) = part(rest)?;
        sum = sum.saturating_add(part);
        rest = after;
    }
    (!text.is_empty()).then_some(sum)
}

/// The first number with its unit, and what follows it.
fn part(text: &str) -> Option<(Duration, &str)> {
    let end = text.find(|symbol: char| !symbol.is_ascii_digit() && symbol != '.')?;
    let (number, rest) = text.split_at(end);
    UNITS.iter().find_map(|(name, unit)| {
        let after = rest.strip_prefix(name)?;
        Some((number::decimal(number, *unit)?, after))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::duration;

    #[test]
    fn parts_add_up() {
        for (text, nanos) in [
            ("0s", 0),
            ("1h2m3.5s", 3_723_500_000_000),
            ("1.5h", 5_400_000_000_000),
            ("12ms", 12_000_000),
            ("1m12ms", 60_012_000_000),
            ("1.5\u{b5}s", 1_500),
            ("2\u{3bc}s3us", 5_000),
            ("7ns", 7),
        ] {
            assert_eq!(duration(text), Some(Duration::from_nanos(nanos)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_duration() {
        for text in [
            "", "s", "1", "1d", "-1s", "+1s", "1 s", "1s 2m", "1.s", ".5s", "1.5.2s", "1S", "1sé",
        ] {
            assert_eq!(duration(text), None, "{text:?}");
        }
    }

    #[test]
    fn huge_durations_saturate() {
        let nines = "9".repeat(400);
        assert!(duration(&format!("{nines}h{nines}h")).expect("a duration") > crate::MAX_WAIT);
    }
}
