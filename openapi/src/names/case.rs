//! Words as identifiers: the case, the keywords, the length.

use super::{Style, words};

/// No name is longer; what is says its beginning and its end.
const LONGEST: usize = 64;

/// Of which words the beginning of a longer name consists: as many as fit in here.
const HEAD: usize = 38;

/// The names that a text may get, the one that is wanted most first.
pub(super) fn candidates(style: Style, text: &str) -> Vec<String> {
    let mut all = vec![identifier(style, &likeliest(style, text))];
    if words::lossy(text) {
        let spelled = identifier(style, &words::spelled(text));
        if !all.contains(&spelled) {
            all.push(spelled);
        }
    }
    all
}

/// The name with a number behind it.
pub(super) fn numbered(style: Style, name: &str, number: usize) -> String {
    let bare = name.strip_prefix("r#").unwrap_or(name);
    match style {
        Style::Type | Style::Variant if !bare.ends_with(|c: char| c.is_ascii_digit()) => {
            // `Self_2` would be no name in this case.
            format!("{}{number}", bare.trim_end_matches('_'))
        }
        _ => format!("{}_{number}", bare.trim_end_matches('_')),
    }
}

/// Whether an earlier name can be used as it is.
pub(super) fn usable(style: Style, name: &str) -> bool {
    let parses = syn::parse_str::<syn::Ident>(name).is_ok();
    let in_case = match style {
        Style::Type | Style::Variant => !name.starts_with(char::is_lowercase),
        Style::Value => !name.contains(char::is_uppercase),
        // The file is called so too.
        Style::Module => {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            name.chars().all(plain)
        }
    };
    parses && in_case && !(style == Style::Type && WRITTEN.contains(&name))
}

fn likeliest(style: Style, text: &str) -> Vec<String> {
    let digit = words::digit(text).filter(|_| style == Style::Variant);
    let signed = digit.map(|word| vec![word.to_owned()]);
    let found = signed.or_else(|| words::signed(text));
    let found = found.unwrap_or_else(|| words::plain(text));
    match found.is_empty() {
        true => words::spelled(text),
        false => found,
    }
}

fn identifier(style: Style, words: &[String]) -> String {
    let words = shortened(words);
    match style {
        Style::Type | Style::Variant => pascal(style, &words),
        Style::Value | Style::Module => snake(style, &words),
    }
}

/// Whether a name of these words is whole.
pub(super) fn fits(words: &[String]) -> bool {
    length(words) <= LONGEST
}

fn length(words: &[String]) -> usize {
    words.iter().map(|word| word.len() + 1).sum()
}

/// The words that fit: those of the beginning and those of the end, where they are too many.
fn shortened(words: &[String]) -> Vec<String> {
    let mut words = words.iter().map(|word| cut(word)).collect::<Vec<_>>();
    while !fits(&words) && words.len() > 1 {
        let head = fitting(&words);
        words.remove(head.clamp(1, words.len() - 1));
    }
    words
}

/// How many words stand in the beginning.
fn fitting(words: &[String]) -> usize {
    let lengths = words.iter().scan(0, |length, word| {
        *length += word.len() + 1;
        Some(*length)
    });
    lengths.take_while(|length| *length <= HEAD).count()
}

fn cut(word: &str) -> String {
    word.chars()
        .scan(0, |length, c| {
            *length += c.len_utf8();
            (*length <= HEAD).then_some(c)
        })
        .collect()
}

fn pascal(style: Style, words: &[String]) -> String {
    let mut name = String::new();
    for word in words {
        let digits = |c: char| c.is_ascii_digit();
        // `1.2` is not `12`.
        if name.ends_with(digits) && word.starts_with(digits) {
            name.push('_');
        }
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
    if !begins(&name) {
        name.insert(0, 'N');
    }
    match style {
        Style::Type if WRITTEN.contains(&name.as_str()) => name + "Type",
        _ if name == "Self" => name + "_",
        _ => name,
    }
}

fn snake(style: Style, words: &[String]) -> String {
    let mut name = words.join("_");
    if !begins(&name) {
        name.insert(0, '_');
    }
    match name.as_str() {
        "self" | "super" | "crate" => name + "_",
        word if !KEYWORDS.contains(&word) => name,
        word if style == Style::Module => format!("{word}_"),
        word => format!("r#{word}"),
    }
}

fn begins(name: &str) -> bool {
    name.chars().next().is_some_and(unicode_ident::is_xid_start)
}

/// Names that the generated files write themselves. A type of such a name would stand in their way,
/// and they read worse with `::std::option::Option` in every line.
const WRITTEN: &[&str] = &[
    "Self", "Option", "Some", "None", "Result", "Ok", "Err", "Vec", "String", "Box", "BTreeMap",
    "HashMap", "Value",
];

/// Strict and reserved words of the edition 2024.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];
