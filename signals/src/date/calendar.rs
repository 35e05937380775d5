//! Day, month, year and time of day as a point in time.

use std::time::Duration;

use httpdate::parse_http_date;

use crate::number;
use crate::stamp::Stamp;

/// The names of weekdays in an IMF-fixdate and in an asctime date.
pub(super) const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The names of months, January first.
pub(super) const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// The first year that `httpdate` knows.
const FIRST_YEAR: u64 = 1970;

/// `year`, a `month`'s name, a `day` of two digits and a `time` such as `08:49:37`, in UTC;
/// `None` for a day that does not exist.
///
/// What `httpdate` does not do is done here. A leap second (`:60`, RFC 9110 5.6.7) is the second
/// after `:59`. A year before 1970 is checked in its place in the 400 years of the calendar, and
/// all its days are the epoch: past is past.
pub(super) fn stamp(year: u64, month: &str, day: &str, time: &str) -> Option<Stamp> {
    if let Some(minute) = time.strip_suffix(":60") {
        let before = stamp(year, month, day, &format!("{minute}:59"))?;
        return Some(before.plus(Duration::from_secs(1)));
    }
    number::fixed(day, 2)?;
    if year < FIRST_YEAR {
        return any_weekday(year + 2_000, month, day, time).map(|_| Stamp::EPOCH);
    }
    any_weekday(year, month, day, time)
}

/// `httpdate` rejects a date whose weekday is not the right one; RFC 9110 does not ask for that,
/// RFC 3339 has no weekday, and the century of a short year is ours to find. So the weekday is
/// whichever fits.
fn any_weekday(year: u64, month: &str, day: &str, time: &str) -> Option<Stamp> {
    WEEKDAYS.iter().find_map(|weekday| {
        let text = format!("{weekday}, {day} {month} {year:04} {time} GMT");
        parse_http_date(&text).ok().map(Stamp::from)
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::stamp;
    use crate::stamp::Stamp;

    #[test]
    fn days_that_do_not_exist_are_no_dates() {
        for (year, month, day) in [
            (2026, "Feb", "29"),
            (1900, "Feb", "29"),
            (1969, "Feb", "30"),
            (2026, "Nov", "31"),
            (2026, "Nov", "00"),
            (2026, "nov", "01"),
            (2026, "Nov", "1"),
        ] {
            assert_eq!(
                stamp(year, month, day, "00:00:00"),
                None,
                "{year} {month} {day}"
            );
        }
    }

    #[test]
    fn times_that_do_not_exist_are_no_dates() {
        for time in [
            "24:00:00", "23:60:00", "23:59:61", "1:00:00", "12:00", "", ":60",
        ] {
            assert_eq!(stamp(2026, "Nov", "01", time), None, "{time}");
        }
    }

    #[test]
    fn years_before_the_epoch_are_the_epoch() {
        for year in [0, 1, 1900, 1969] {
            assert_eq!(
                stamp(year, "Jan", "01", "00:00:00"),
                Some(Stamp::EPOCH),
                "{year}"
            );
        }
        assert_eq!(
            stamp(2000, "Feb", "29", "00:00:00").map(|day| day.0.as_secs()),
            Some(951_782_400)
        );
    }

    #[test]
    fn the_last_year_is_9999() {
        assert!(stamp(9_999, "Dec", "31", "23:59:60").is_some());
        assert_eq!(stamp(10_000, "Jan", "01", "00:00:00"), None);
        assert_eq!(stamp(u64::MAX, "Jan", "01", "00:00:00"), None);
    }

    #[test]
    fn a_leap_second_is_the_second_after_59() {
        let last = stamp(2016, "Dec", "31", "23:59:60").expect("a date");
        let first = stamp(2017, "Jan", "01", "00:00:00").expect("a date");
        assert_eq!(last, first);
        assert_eq!(first.0, Duration::from_secs(1_483_228_800));
    }
}
