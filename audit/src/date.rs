//! A day of the calendar: until when an exception holds.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar.
///
/// ```
/// use tollgate_audit::Date;
///
/// let day: Date = "2027-02-28".parse().unwrap();
/// assert!(day < Date::new(2027, 3, 1).unwrap());
/// assert_eq!(day.to_string(), "2027-02-28");
/// assert!("2027-02-29".parse::<Date>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// A text that is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDate;

impl Date {
    /// A day, if there is one.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let last = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=last)
            .contains(&day)
            .then_some(Self { year, month, day })
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else {
            return Err(NoDate);
        };
        let lengths = (year.len(), month.len(), day.len());
        let digits = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-');
        if lengths != (4, 2, 2) || !digits {
            return Err(NoDate);
        }
        let number = |part: &str| part.parse().map_err(|_| NoDate);
        let year = year.parse().map_err(|_| NoDate)?;
        Self::new(year, number(month)?, number(day)?).ok_or(NoDate)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl fmt::Display for NoDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date is written `2027-01-31`")
    }
}

impl std::error::Error for NoDate {}
