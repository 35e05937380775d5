//! Lines of `types.rs`, as `rustfmt` leaves them.

use super::definition::Variant;
use crate::docs;

pub(super) fn values<T>(
    out: &mut String,
    name: &str,
    names: &[String],
    variants: &[Variant<T>],
    open: Option<&str>,
    wire: impl Fn(&T) -> String,
) {
    out.push_str(&format!("pub enum {name} {{\n"));
    let mut names = names.iter();
    for (variant, name) in variants.iter().zip(names.by_ref()) {
        docs::comment(out, "    ", &variant.docs);
        let wire = wire(&variant.wire);
        if wire != format!("\"{name}\"") {
            attribute(out, vec![wire]);
        }
        out.push_str(&format!("    {name},\n"));
    }
    if let Some(of) = open {
        other(out, names.next(), of);
    }
    out.push_str("}\n");
}

pub(super) fn other(out: &mut String, name: Option<&String>, of: &str) {
    if let Some(name) = name {
        docs::comment(
            out,
            "    ",
            &["What the document does not list.".to_owned()],
        );
        attribute(out, vec!["other".to_owned()]);
        out.push_str(&format!("    {name}({of}),\n"));
    }
}

/// `#[wire(…)]` before a field or a variant, if there is something to say.
pub(super) fn attribute(out: &mut String, words: Vec<String>) {
    let line = format!("    #[wire({})]\n", words.join(", "));
    if words.is_empty() {
        return;
    }
    if line.len() <= WIDTH + 1 || words.len() == 1 {
        out.push_str(&line);
        return;
    }
    out.push_str("    #[wire(\n");
    for word in words {
        out.push_str(&format!("        {word},\n"));
    }
    out.push_str("    )]\n");
}

/// A field, in two lines where one is too long.
pub(super) fn field_line(out: &mut String, name: &str, of: &str) {
    let line = format!("    pub {name}: {of},\n");
    match line.chars().count() <= WIDTH + 1 {
        true => out.push_str(&line),
        false => out.push_str(&format!("    pub {name}:\n        {of},\n")),
    }
}

/// A variant with its value, in three lines where one is too long.
pub(super) fn variant_line(out: &mut String, name: &str, of: &str) {
    let line = format!("    {name}({of}),\n");
    match line.chars().count() <= WIDTH + 1 {
        true => out.push_str(&line),
        false => out.push_str(&format!("    {name}(\n        {of},\n    ),\n")),
    }
}

/// A text as a literal. What is no letter of ASCII stays as it is, unless nobody can see it.
pub(super) fn quoted(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_ascii_graphic() || c == ' ' || c.is_alphanumeric() => c.to_string(),
        c => c.escape_default().to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

/// The longest line that `rustfmt` leaves as it is.
pub(super) const WIDTH: usize = 100;
