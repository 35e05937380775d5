//! HTML in descriptions as Markdown; tags that say nothing are dropped.

/// Tags that are common in descriptions, as Markdown. Code stays as it is; unknown tags and lone
/// signs stay too, and are escaped later.
pub(super) fn markdown(text: &str) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut link = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '`']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        rest = match (found.starts_with('`'), tag(found)) {
            (true, _) => code(found, &mut out),
            (false, Some((tag, after))) => {
                write(&tag, &mut out, &mut link);
                after
            }
            (false, None) => {
                out.push('<');
                found.get(1..).unwrap_or_default()
            }
        };
    }
    out.push_str(rest);
    out
}

/// Copies a span or block of code, up to the backticks that close it.
fn code<'t>(text: &'t str, out: &mut String) -> &'t str {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (fence, inner) = text.split_at(ticks);
    let end = inner.find(fence).map_or(0, |at| at + ticks);
    let (inner, rest) = inner.split_at(end);
    out.push_str(fence);
    out.push_str(inner);
    rest
}

struct Tag<'t> {
    name: String,
    closes: bool,
    attributes: &'t str,
}

/// The tag at the beginning, if it is one that is known here, and what follows.
fn tag(text: &str) -> Option<(Tag<'_>, &str)> {
    if let Some(comment) = text.strip_prefix("<!--") {
        let (_, rest) = comment.split_once("-->")?;
        let tag = Tag {
            name: "!".to_owned(),
            closes: false,
            attributes: "",
        };
        return Some((tag, rest));
    }
    let (inner, rest) = text.strip_prefix('<')?.split_once('>')?;
    let (closes, inner) = match inner.strip_prefix('/') {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    let end = inner
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inner.len());
    let (name, attributes) = inner.split_at(end);
    let name = name.to_ascii_lowercase();
    let is_tag = attributes.is_empty() || attributes.starts_with([' ', '/', '\n']);
    (is_tag && KNOWN.contains(&name.as_str())).then_some((
        Tag {
            name,
            closes,
            attributes,
        },
        rest,
    ))
}

fn write(tag: &Tag<'_>, out: &mut String, links: &mut Vec<Option<String>>) {
    match (tag.name.as_str(), tag.closes) {
        ("br", _) => out.push('\n'),
        ("p" | "ul" | "ol" | "div" | "table" | "pre" | "blockquote" | "dl", _) => paragraph(out),
        ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", _) => paragraph(out),
        ("li" | "dt", false) => {
            line(out);
            out.push_str("- ");
        }
        ("li" | "dt" | "dd" | "tr", _) => line(out),
        ("td" | "th", true) => out.push(' '),
        ("b" | "strong", _) => out.push_str("**"),
        ("code" | "tt" | "kbd", _) => out.push('`'),
        ("a", false) => {
            let target = target(tag.attributes);
            if target.is_some() {
                out.push('[');
            }
            links.push(target);
        }
        ("a", true) => {
            if let Some(target) = links.pop().flatten() {
                out.push_str(&format!("]({target})"));
            }
        }
        _ => {}
    }
}

/// The target of a link, if it can stand between parentheses.
fn target(attributes: &str) -> Option<String> {
    let (_, value) = attributes.split_once("href=")?;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let target = match quote {
        Some(quote) => value.get(1..)?.split(quote).next()?,
        None => value.split([' ', '/']).next()?,
    };
    let fits = !target.is_empty() && !target.contains([' ', '(', ')', '<', '>', '\n']);
    fits.then(|| target.to_owned())
}

fn line(out: &mut String) {
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

fn paragraph(out: &mut String) {
    line(out);
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}

const KNOWN: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "code",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "kbd",
    "li",
    "ol",
    "p",
    "pre",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
];
