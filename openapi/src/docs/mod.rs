//! Descriptions as Rust documentation.
//!
//! In: CommonMark with HTML in it, as documents have it. Out: lines for `///` that `rustdoc` takes
//! without a warning and in which nothing is a test. Knows nothing of schemas or operations.

mod escape;
mod html;
mod writer;

#[cfg(test)]
mod tests;

use self::writer::Writer;

/// The lines of a description, without the slashes; none if it says nothing.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let text = cleaned(text);
    let text = text.trim_matches('\n').trim_end();
    if text.trim().is_empty() {
        return Vec::new();
    }
    if text.chars().all(ordinary) {
        return vec![text.trim().to_owned()];
    }
    let mut writer = Writer::default();
    let text = html::markdown(text);
    for event in pulldown_cmark::Parser::new_ext(&text, pulldown_cmark::Options::ENABLE_TABLES) {
        writer.event(event);
    }
    writer.finish()
}

/// The lines as they stand in a file, each with its indentation.
pub(crate) fn comment(lines: &[String], indent: &str) -> String {
    let line = |line: &String| match line.is_empty() {
        true => format!("{indent}///\n"),
        false => format!("{indent}/// {line}\n"),
    };
    lines.iter().map(line).collect()
}

/// Without what the compiler refuses in a comment, and what nobody sees.
fn cleaned(text: &str) -> String {
    let text = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}'], "\n");
    let seen = |c: &char| !is_hidden(*c);
    text.replace('\t', "    ").chars().filter(seen).collect()
}

fn is_hidden(c: char) -> bool {
    let unseen = matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    unseen || (c.is_control() && c != '\n')
}

/// Whether a letter means nothing in Markdown, wherever it stands in a single line.
fn ordinary(c: char) -> bool {
    c.is_alphabetic() || matches!(c, ' ' | ',' | '\'' | '"' | '(' | ';' | '?' | '/' | '%')
}
