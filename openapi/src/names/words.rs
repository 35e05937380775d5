//! What a document calls something, as words of letters and digits.
//!
//! In: any text. Out: words in lower case that identifiers can be made of.

use heck::ToSnakeCase;
use unicode_normalization::UnicodeNormalization;

/// Words of a text. What is neither letter nor digit only parts them.
pub(super) fn plain(text: &str) -> Vec<String> {
    words(&text.nfkc().map(parted).collect::<String>())
}

/// Words of a text, with the symbols in it spelled out: `session.status` is `session dot status`.
pub(super) fn spelled(text: &str) -> Vec<String> {
    let text = text.nfkc().collect::<String>();
    if text.is_empty() {
        return vec!["empty".to_owned()];
    }
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(symbol) = rest.next() {
        match symbol {
            ' ' => out.push(' '),
            symbol if lettered(symbol) => out.push(symbol),
            '-' if out.is_empty() && rest.peek().is_some() => out.push_str("minus "),
            symbol => out.push_str(&format!(" {} ", name(symbol))),
        }
    }
    let mut words = words(&out);
    if words.is_empty() {
        words.push("space".to_owned());
    }
    words
}

/// Whether something of a text is lost in its plain words, other than blanks.
pub(super) fn lossy(text: &str) -> bool {
    text.is_empty() || text.chars().any(|c| !lettered(c) && c != ' ')
}

/// A sign before a number, or a digit alone: there the symbol is the meaning.
pub(super) fn signed(text: &str) -> Option<Vec<String>> {
    let (sign, digits) = match (text.strip_prefix('+'), text.strip_prefix('-')) {
        (Some(rest), _) => ("plus", rest),
        (_, Some(rest)) => ("minus", rest),
        _ => return None,
    };
    let number = digits.starts_with(|c: char| c.is_ascii_digit());
    number.then(|| {
        let mut words = vec![sign.to_owned()];
        match digit(digits) {
            Some(word) => words.push(word.to_owned()),
            None => words.extend(plain(digits)),
        }
        words
    })
}

/// The word for a text of one digit.
pub(super) fn digit(text: &str) -> Option<&'static str> {
    Some(match text {
        "0" => "zero",
        "1" => "one",
        "2" => "two",
        "3" => "three",
        "4" => "four",
        "5" => "five",
        "6" => "six",
        "7" => "seven",
        "8" => "eight",
        "9" => "nine",
        _ => return None,
    })
}

fn words(text: &str) -> Vec<String> {
    let snake = text.to_snake_case().nfkc().collect::<String>();
    let words = snake.split('_').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn parted(symbol: char) -> char {
    if lettered(symbol) { symbol } else { ' ' }
}

/// Letters and digits that identifiers may hold, once they are not the first.
fn lettered(symbol: char) -> bool {
    symbol.is_alphanumeric() && unicode_ident::is_xid_continue(symbol)
}

fn name(symbol: char) -> String {
    let word = match symbol {
        '!' => "not",
        '"' => "double quote",
        '#' => "hash",
        '$' => "dollar",
        '%' => "percent",
        '&' => "and",
        '\'' => "quote",
        '(' => "open",
        ')' => "close",
        '*' => "star",
        '+' => "plus",
        ',' => "comma",
        '-' => "dash",
        '.' => "dot",
        '/' => "slash",
        ':' => "colon",
        ';' => "semicolon",
        '<' => "lt",
        '=' => "eq",
        '>' => "gt",
        '?' => "question",
        '@' => "at",
        '[' => "left",
        '\\' => "backslash",
        ']' => "right",
        '^' => "caret",
        '_' => "underscore",
        '`' => "backtick",
        '{' => "begin",
        '|' => "or",
        '}' => "end",
        '~' => "tilde",
        '\t' => "tab",
        '\n' => "newline",
        other => return format!("u{:x}", u32::from(other)),
    };
    word.to_owned()
}
