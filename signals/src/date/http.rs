//! The three forms of an HTTP date, RFC 9110 5.6.7. Names are case-sensitive, the zone is `GMT`.

use std::time::Duration;

use httpdate::parse_http_date;

use super::calendar::{WEEKDAYS, stamp};
use crate::number;
use crate::stamp::Stamp;

/// The names of weekdays in an RFC 850 date.
const LONG_WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

/// The centuries that a short year can be of, latest first. They hold until the year 2150.
const CENTURIES: [u64; 3] = [2_100, 2_000, 1_900];

/// Half a century of 365.25 days a year.
const FIFTY_YEARS: Duration = Duration::from_secs(50 * 31_557_600);

/// An HTTP date in any of its three forms. `now` tells the century of a year of two digits.
pub(crate) fn http(text: &str, now: Stamp) -> Option<Stamp> {
    plain(text)
        .or_else(|| imf_fixdate(text))
        .or_else(|| rfc850(text, now))
        .or_else(|| asctime(text))
}

/// The usual case, left to `httpdate`. By its length it is no RFC 850 date, whose century
/// `httpdate` would choose by another rule.
fn plain(text: &str) -> Option<Stamp> {
    if text.len() != "Sun, 06 Nov 1994 08:49:37 GMT".len() {
        return None;
    }
    parse_http_date(text).ok().map(Stamp::from)
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
fn imf_fixdate(text: &str) -> Option<Stamp> {
    let (weekday, rest) = text.split_once(", ")?;
    let [day, month, year, time] = parts(rest.strip_suffix(" GMT")?, ' ')?;
    if !WEEKDAYS.contains(&weekday) {
        return None;
    }
    stamp(number::fixed(year, 4)?, month, day, time)
}

/// `Sunday, 06-Nov-94 08:49:37 GMT`.
///
/// A date "that appears to be more than 50 years in the future" is of the most recent year in
/// the past with these two digits: the latest century that is not further off than that.
fn rfc850(text: &str, now: Stamp) -> Option<Stamp> {
    let (weekday, rest) = text.split_once(", ")?;
    let [date, time] = parts(rest.strip_suffix(" GMT")?, ' ')?;
    let [day, month, year] = parts(date, '-')?;
    if !LONG_WEEKDAYS.contains(&weekday) {
        return None;
    }
    let year = number::fixed(year, 2)?;
    let latest = now.plus(FIFTY_YEARS);
    CENTURIES
        .iter()
        .filter_map(|century| stamp(century + year, month, day, time))
        .find(|date| *date <= latest)
}

/// `Sun Nov  6 08:49:37 1994`: a day of one digit has a space before it.
fn asctime(text: &str) -> Option<Stamp> {
    let (weekday, rest) = text.split_once(' ')?;
    let (month, rest) = rest.split_once(' ')?;
    let day = rest.get(..2)?.replace(' ', "0");
    let [time, year] = parts(rest.get(2..)?.strip_prefix(' ')?, ' ')?;
    if !WEEKDAYS.contains(&weekday) {
        return None;
    }
    stamp(number::fixed(year, 4)?, month, &day, time)
}

/// Exactly `N` parts of the text, as they stand between the separators.
fn parts<const N: usize>(text: &str, separator: char) -> Option<[&str; N]> {
    text.split(separator).collect::<Vec<_>>().try_into().ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::http;
    use crate::stamp::Stamp;

    /// Wed, 21 Oct 2026 07:28:00 GMT.
    const NOW: Stamp = Stamp(Duration::from_secs(1_792_567_680));

    fn seconds(text: &str) -> Option<u64> {
        http(text, NOW).map(|date| date.0.as_secs())
    }

    #[test]
    fn the_three_forms_of_one_moment_are_equal() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
        ] {
            assert_eq!(seconds(text), Some(784_111_777), "{text}");
        }
    }

    #[test]
    fn a_wrong_weekday_does_not_unmake_a_date() {
        for text in [
            "Mon, 06 Nov 1994 08:49:37 GMT",
            "Monday, 06-Nov-94 08:49:37 GMT",
            "Mon Nov  6 08:49:37 1994",
        ] {
            assert_eq!(seconds(text), Some(784_111_777), "{text}");
        }
    }

    #[test]
    fn a_short_year_is_at_most_fifty_years_ahead() {
        // `httpdate` alone would take 70 to 99 for the twentieth century whatever the time is.
        assert_eq!(
            seconds("Wednesday, 01-Jan-75 00:00:00 GMT"),
            Some(3_313_526_400)
        );
        assert_eq!(
            seconds("Saturday, 01-Jan-77 00:00:00 GMT"),
            Some(220_924_800)
        );
        assert_eq!(
            seconds("Wednesday, 21-Oct-26 07:28:00 GMT"),
            Some(NOW.0.as_secs())
        );
    }

    #[test]
    fn all_forms_know_leap_seconds() {
        for text in [
            "Sat, 31 Dec 2016 23:59:60 GMT",
            "Saturday, 31-Dec-16 23:59:60 GMT",
            "Sat Dec 31 23:59:60 2016",
        ] {
            assert_eq!(seconds(text), Some(1_483_228_800), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_date() {
        for text in [
            "",
            "2026",
            "wed, 21 oct 2026 07:29:30 gmt",
            "Wed, 21 Oct 2026 07:28:00 +0000",
            "Wed, 21 Oct 2026 07:28:00 UTC",
            "Wed, 21 Oct 2026 07:28:00",
            "Fri, 31 Dec 10000 23:59:59 GMT",
            "Wed, 1 Oct 2026 07:28:00 GMT",
            "Wed,  1 Oct 2026 07:28:00 GMT",
            "Foo, 21 Oct 2026 07:28:00 GMT",
            "Wed, 21-Oct-26 07:28:00 GMT",
            "Wednesday, 21-Oct-2026 07:28:00 GMT",
            "Wednesday, 21 Oct 2026 07:28:00 GMT",
            "Wed Oct 21 07:28:00 2026 GMT",
            "Wed Oct é1 07:28:00 2026",
            "Tue Feb 16 2021 09:02:42 GMT+0100 (Central European Standard Time)",
        ] {
            assert_eq!(seconds(text), None, "{text:?}");
        }
    }
}
