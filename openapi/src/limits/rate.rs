//! Rates as a description writes them. Whether they fit each other, the compiler says.

/// The units of time that a description knows.
const UNITS: [&str; 24] = [
    "nanosecond",
    "nanoseconds",
    "ns",
    "microsecond",
    "microseconds",
    "us",
    "millisecond",
    "milliseconds",
    "ms",
    "second",
    "seconds",
    "sec",
    "s",
    "minute",
    "minutes",
    "min",
    "hour",
    "hours",
    "h",
    "day",
    "days",
    "d",
    "secs",
    "mins",
];

/// `60 per minute`, `50 per 10 s`, `10 per second, burst = 50`, `in_flight = 4`.
pub(super) fn ceiling(text: &str) -> Result<(), String> {
    let in_flight = text.trim().strip_prefix("in_flight").map(str::trim_start);
    let is_in_flight = in_flight
        .and_then(|rest| rest.strip_prefix('='))
        .is_some_and(is_count);
    match is_in_flight || is_rate(text) {
        true => Ok(()),
        false => Err(format!(
            "`{text}` is no ceiling; write `60 per minute`, `50 per 10 s`, `10 per second, burst = 50` or `in_flight = 4`"
        )),
    }
}

/// `8 per second` or `8 per second, burst = 10`.
pub(super) fn budget(text: &str) -> Result<(), String> {
    match is_rate(text) {
        true => Ok(()),
        false => Err(format!(
            "`{text}` is no budget; write `8 per second` or `8 per second, burst = 10`"
        )),
    }
}

/// `20ms`, `1 s`.
pub(super) fn time(text: &str) -> Result<(), String> {
    match is_time(text)
        && text
            .trim()
            .starts_with(|first: char| first.is_ascii_digit())
    {
        true => Ok(()),
        false => Err(format!(
            "`{text}` is no length of time; write `20ms` or `1 s`"
        )),
    }
}

/// `bearer`, `basic`, `none`, `header("X-Key")`, `query("key")`.
pub(super) fn auth(text: &str) -> Result<(), String> {
    let named = ["header", "query"]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    let name = named.and_then(|name| name.strip_prefix("(\"")?.strip_suffix("\")"));
    let is_named = name.is_some_and(|name| {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        !name.is_empty() && name.bytes().all(is_of_name)
    });
    match ["none", "bearer", "basic"].contains(&text) || is_named {
        true => Ok(()),
        false => Err(format!(
            "`{text}` is no way to authenticate; write `bearer`, `basic`, `none`, `header(\"X-Key\")` or `query(\"key\")`"
        )),
    }
}

fn is_rate(text: &str) -> bool {
    let (rate, burst) = match text.split_once(',') {
        Some((rate, burst)) => (rate, Some(burst)),
        None => (text, None),
    };
    let is_burst = |burst: &str| {
        let count = burst.trim().strip_prefix("burst").map(str::trim_start);
        count
            .and_then(|rest| rest.strip_prefix('='))
            .is_some_and(is_count)
    };
    let is_rate = rate
        .split_once(" per ")
        .is_some_and(|(count, time)| is_count(count) && is_time(time));
    is_rate && burst.is_none_or(is_burst)
}

/// A count, with `_` between digits where somebody likes.
fn is_count(text: &str) -> bool {
    let text = text.trim();
    let digits = text.replace('_', "");
    text.starts_with(|first: char| first.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && digits.parse::<u32>().is_ok_and(|count| count > 0)
}

/// A unit, or a number and a unit.
fn is_time(text: &str) -> bool {
    let text = text.trim();
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let number = text.strip_suffix(unit).unwrap_or_default();
    UNITS.contains(&unit.trim()) && (number.is_empty() || is_count(number))
}
