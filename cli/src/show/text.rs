//! Text from elsewhere, made fit to be shown.
//!
//! Names stand in files that any process of the user may write, and what a terminal does with a
//! control character is up to who wrote it. So everything that does not print is shown as its
//! number.

use std::path::Path;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// `text` with everything that does not print written as `\u{…}`: control characters, marks of
/// direction, joiners, ends of lines. A backslash becomes two, so that no name passes for another.
///
/// ```
/// use tollgate_cli::show::text::clean;
///
/// assert_eq!(clean("api.example.com"), "api.example.com");
/// assert_eq!(clean("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
/// ```
#[must_use]
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => shown.push_str("\\\\"),
            letter if prints(letter) => shown.push(letter),
            letter => shown.extend(letter.escape_unicode()),
        }
    }
    shown
}

/// Several lines, each of them [clean].
#[must_use]
pub fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n")
}

/// `text` in at most `width` columns, with an ellipsis for what is left out of its middle: of
/// digests the start is known, of hosts the end.
#[must_use]
pub fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let start = take(text.chars(), room.div_ceil(2));
    let end = take(text.chars().rev(), room / 2);
    start
        .into_iter()
        .chain(['…'])
        .chain(end.into_iter().rev())
        .collect()
}

/// A path as a shell takes it, without a backslash.
///
/// ```
/// use std::path::Path;
/// use tollgate_cli::show::text::shell;
///
/// assert_eq!(shell(Path::new("/srv/you/.local")), "/srv/you/.local");
/// assert_eq!(shell(Path::new("/a b")), "'/a b'");
/// ```
#[must_use]
pub fn shell(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+,:@%=".contains(letter);
    match text.chars().all(plain) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', r#"'"'"'"#)),
    }
}

/// The JSON in `text` with everything that does not print as an escape, which JSON has for
/// control characters only. Such a character can only stand inside of a string.
#[must_use]
pub fn clean_json(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '\n' || prints(letter) {
            shown.push(letter);
        } else {
            let units = letter.encode_utf16(&mut [0; 2]).to_vec();
            shown.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    shown
}

/// Whether a terminal shows `letter` and does nothing else with it.
fn prints(letter: char) -> bool {
    // The standard library knows what does not print, and says so in `Debug` alone. A mark that
    // combines with the letter before it does print, and is only escaped where none is before.
    let mut after = String::from("a");
    after.push(letter);
    matches!(letter, '\\' | '"' | '\'') || after.escape_debug().count() == 2
}

fn take(letters: impl Iterator<Item = char>, room: usize) -> Vec<char> {
    let mut left = room;
    letters
        .map_while(|letter| {
            left = left.checked_sub(letter.width().unwrap_or(0))?;
            Some(letter)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_gets_through() {
        let hostile = "\u{1b}]0;x\u{7}\r\n\t\u{9b}2J\u{7f}\u{202e}\u{200d}\u{2028}\u{feff}\0";
        let shown = clean(hostile);
        assert!(
            shown.is_ascii() && !shown.contains(|c: char| c.is_control()),
            "{shown}"
        );
        assert!(clean_json(hostile).replace('\n', "").is_ascii());
    }

    #[test]
    fn names_of_people_stay_as_they_are() {
        for name in ["Jürgen", "Ju\u{308}rgen", "हिन्दी", "日本", "a'b\"c", "a b"] {
            assert_eq!(clean(name), name);
            assert_eq!(clean_json(name), name);
        }
    }

    #[test]
    fn what_looks_like_an_escape_is_told_from_one() {
        assert_ne!(clean("\\u{1b}"), clean("\u{1b}"));
    }

    #[test]
    fn escaped_json_reads_as_what_was_written() {
        let names = ["\u{9b}x\u{202e}\u{e0001}", "a\\b\u{7f}\"", "plain"];
        let json = clean_json(&serde_json::to_string(&names).expect("strings"));
        let back: Vec<String> = serde_json::from_str(&json).expect("still JSON");
        assert_eq!(back, names);
    }

    #[test]
    fn shortening_keeps_both_ends_and_the_width() {
        for (text, width, shown) in [
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abc…fg"),
            ("abcdefg", 1, "…"),
            ("日本語日本語", 7, "日…語"),
            ("日本語日本語", 9, "日本…本語"),
        ] {
            let short = shorten(text, width);
            assert_eq!(short, shown);
            assert!(short.width() <= width, "{short}");
        }
    }
}
