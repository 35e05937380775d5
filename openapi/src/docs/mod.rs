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

/// Lines as documentation of what follows them, each with its indentation.
pub(crate) fn comment(out: &mut String, indent: &str, lines: &[String]) {
    marked(out, indent, "///", lines);
}

/// Our own text as documentation of what follows.
pub(crate) fn outer(out: &mut String, text: &str) {
    marked(out, "", "///", &own(text));
}

/// Our own text as documentation of the file.
pub(crate) fn inner(out: &mut String, text: &str) {
    marked(out, "", "//!", &own(text));
}

/// A document's text as documentation of the file.
pub(crate) fn inner_of_document(out: &mut String, markdown: &str) {
    marked(out, "", "//!", &lines(markdown));
}

/// A text of a document as it may stand in a line of Rust that is no code: without what ends the line,
/// turns its direction, or is not seen. For comments of our own that hold such a text.
pub(crate) fn harmless(text: &str) -> String {
    let plain = |c: char| match c {
        c if c.is_whitespace() => Some(' '),
        c => (!is_hidden(c)).then_some(c),
    };
    text.chars().filter_map(plain).collect()
}

fn own(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

fn marked(out: &mut String, indent: &str, mark: &str, lines: &[String]) {
    for line in lines {
        // The last thing that happens to a text: entities and the like have been read before.
        let line = harmless(line);
        out.push_str(indent);
        out.push_str(mark);
        if !line.is_empty() {
            out.push(' ');
            out.push_str(&line);
        }
        out.push('\n');
    }
}

/// Without what the compiler refuses in a comment, and what nobody sees.
fn cleaned(text: &str) -> String {
    let text = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}', '\u{b}', '\u{c}'], "\n");
    seen(&text.replace('\t', "    "))
}

/// Without what nobody sees.
fn seen(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
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
