//! Text that means itself in Markdown.

/// Escapes what would be read as markup, and makes links of bare addresses.
pub(super) fn text(text: &str, in_table: bool) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some((before, address, after)) = address(rest) {
        plain(before, in_table, &mut out);
        out.push_str(&format!("<{address}>"));
        rest = after;
    }
    plain(rest, in_table, &mut out);
    out
}

/// An address in a text, with what stands before and behind it.
pub(super) fn address(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let tail = text.get(from..)?;
        let at = from
            + ["https://", "http://"]
                .iter()
                .filter_map(|scheme| tail.find(scheme))
                .min()?;
        let found = text.get(at..)?;
        let end = found.find(|c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    '<' | '>' | '"' | '`' | '|' | '\\' | '[' | ']' | '{' | '}'
                )
        });
        let long = found.get(..end.unwrap_or(found.len()))?;
        let mut address = long.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
        if !address.contains('(') {
            address = address.split(')').next().unwrap_or_default();
        }
        let address = address.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
        if address.len() > "https://".len() {
            let after = text.get(at + address.len()..)?;
            return Some((text.get(..at)?, address, after));
        }
        from = at + "http://".len();
    }
}

fn plain(text: &str, in_table: bool, out: &mut String) {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let after = text.get(at + c.len_utf8()..).unwrap_or_default();
        if is_markup(before, c, after, in_table) {
            out.push('\\');
        }
        out.push(c);
        before = Some(c);
    }
}

fn is_markup(before: Option<char>, c: char, after: &str, in_table: bool) -> bool {
    let next = after.chars().next();
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    match c {
        '*' | '`' | '[' | ']' | '<' | '>' => true,
        '\\' => next.is_none_or(|c| c.is_ascii_punctuation()),
        '_' => !(word(before) && (word(next) || next == Some('_'))),
        '&' => is_entity(after),
        '|' => in_table,
        '~' => next == Some('~') || before == Some('~'),
        _ => false,
    }
}

fn is_entity(after: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '#';
    let behind = after.trim_start_matches(name);
    behind.len() < after.len() && behind.starts_with(';')
}

/// Escapes what would be markup because a line begins with it.
pub(super) fn beginning(line: &str) -> String {
    let mut chars = line.chars();
    let first = chars.next();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let behind = line.get(digits..).unwrap_or_default();
    match first {
        Some('#' | '+' | '-' | '=' | '~' | ':' | '|') => format!("\\{line}"),
        Some(_) if digits > 0 && behind.starts_with(['.', ')']) => {
            let number = line.get(..digits).unwrap_or_default();
            format!("{number}\\{behind}")
        }
        _ => line.to_owned(),
    }
}
