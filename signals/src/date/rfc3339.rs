//! RFC 3339 timestamps, with seconds or without: Atlassian writes `2026-03-26T16:00Z`.

use std::time::Duration;

use super::calendar::{MONTHS, stamp};
use crate::number;
use crate::stamp::Stamp;

/// Time east of UTC, and west of it.
enum Offset {
    East(Duration),
    West(Duration),
}

/// `2026-10-21T07:29:30.5+02:00`. A time without a zone is somebody's local time, and no date.
pub(crate) fn rfc3339(text: &str) -> Option<Stamp> {
    let (date, clock) = text.split_once(['T', 't'])?;
    let (clock, offset) = zone(clock)?;
    let (clock, part) = match clock.split_once('.') {
        Some((clock, part)) if clock.len() == "07:29:30".len() => (clock, number::fraction(part)?),
        Some(_) => return None,
        None => (clock, 0),
    };
    let local = local(date, clock)?.plus(Duration::from_nanos(part));
    Some(match offset {
        Offset::East(time) => local.minus(time),
        Offset::West(time) => local.plus(time),
    })
}

/// `2026-10-21` and `07:29` or `07:29:30`.
fn local(date: &str, clock: &str) -> Option<Stamp> {
    let [year, month, day] = date.split('-').collect::<Vec<_>>().try_into().ok()?;
    let month = usize::try_from(number::fixed(month, 2)?).ok()?;
    let month = MONTHS.get(month.checked_sub(1)?)?;
    let year = number::fixed(year, 4)?;
    if clock.len() == "07:29".len() {
        return stamp(year, month, day, &format!("{clock}:00"));
    }
    stamp(year, month, day, clock)
}

/// What stands before the zone, and the zone.
fn zone(clock: &str) -> Option<(&str, Offset)> {
    if let Some(clock) = clock.strip_suffix(['Z', 'z']) {
        return Some((clock, Offset::East(Duration::ZERO)));
    }
    if let Some((clock, zone)) = clock.split_once('+') {
        return Some((clock, Offset::East(offset(zone)?)));
    }
    let (clock, zone) = clock.split_once('-')?;
    Some((clock, Offset::West(offset(zone)?)))
}

/// `02:00`.
fn offset(zone: &str) -> Option<Duration> {
    let (hours, minutes) = zone.split_once(':')?;
    let (hours, minutes) = (number::fixed(hours, 2)?, number::fixed(minutes, 2)?);
    (hours < 24 && minutes < 60).then(|| Duration::from_secs((hours * 60 + minutes) * 60))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::rfc3339;

    fn millis(text: &str) -> Option<u128> {
        rfc3339(text).map(|stamp| stamp.0.as_millis())
    }

    #[test]
    fn zones_and_fractions_count() {
        for text in [
            "2026-10-21T07:28:00.5Z",
            "2026-10-21t07:28:00.500z",
            "2026-10-21T09:28:00.5+02:00",
            "2026-10-20T23:58:00.5-07:30",
        ] {
            assert_eq!(millis(text), Some(1_792_567_680_500), "{text}");
        }
    }

    #[test]
    fn seconds_may_be_left_out() {
        assert_eq!(millis("2026-10-21T07:28Z"), Some(1_792_567_680_000));
        assert_eq!(millis("2026-10-21T09:28+02:00"), Some(1_792_567_680_000));
    }

    #[test]
    fn the_edges_of_time_do_not_overflow() {
        assert_eq!(
            rfc3339("0001-01-01T00:00:00Z").map(|stamp| stamp.0),
            Some(Duration::ZERO)
        );
        assert_eq!(
            rfc3339("1970-01-01T00:00:00+23:59").map(|stamp| stamp.0),
            Some(Duration::ZERO)
        );
        assert!(rfc3339("9999-12-31T23:59:60.999999999999-23:59").is_some());
    }

    #[test]
    fn anything_else_is_no_timestamp() {
        for text in [
            "",
            "T",
            "2026-10-21",
            "2026-10-21T",
            "2026-10-21T07:28:00",
            "2026-10-21 07:28:00Z",
            "2026-10-21T07:28.5Z",
            "2026-10-21T07Z",
            "2026-10-21T07:28:00.Z",
            "2026-10-21T07:28:00+0200",
            "2026-10-21T07:28:00+24:00",
            "2026-10-21T07:28:00+02:00+02:00",
            "2026-13-21T07:28:00Z",
            "2026-00-21T07:28:00Z",
            "2026-02-30T07:28:00Z",
            "12026-10-21T07:28:00Z",
            "2026-10-21T07:28:0éZ",
        ] {
            assert_eq!(millis(text), None, "{text:?}");
        }
    }
}
