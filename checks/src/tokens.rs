//! A source file as a flat list of tokens: no comments, no line breaks, no formatting.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One file.
#[derive(Debug)]
pub struct Source {
    /// Its path below the folder that was read, with `/` between the parts.
    pub path: String,
    /// Its text.
    pub text: String,
    tokens: Vec<String>,
}

impl Source {
    /// Takes a file apart.
    ///
    /// # Panics
    ///
    /// If the text is not made of Rust's tokens; the panic names the file.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        let tokens = flat(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path, text, tokens }
    }

    /// How often the tokens of `pattern` stand in the file one behind the other.
    ///
    /// ```
    /// use tollgate_checks::Source;
    ///
    /// let source = Source::new("a.rs", "// wire::send(x)\nfn f() { wire :: send (x); unwire::send; }");
    /// assert_eq!(source.count("wire::send("), 1);
    /// ```
    ///
    /// # Panics
    ///
    /// If the pattern is not made of Rust's tokens. Brackets need not be closed.
    #[must_use]
    pub fn count(&self, pattern: &str) -> usize {
        let wanted = open_ended(pattern);
        let windows = self.tokens.windows(wanted.len());
        windows.filter(|window| **window == *wanted).count()
    }
}

/// A pattern may end in an opening bracket, which alone is no token stream.
fn open_ended(pattern: &str) -> Vec<String> {
    let (inner, bracket) = match pattern.strip_suffix('(') {
        Some(inner) => (inner, Some("(".to_owned())),
        None => (pattern, None),
    };
    let mut tokens = flat(inner).unwrap_or_else(|error| panic!("the pattern `{pattern}`: {error}"));
    tokens.extend(bracket);
    tokens
}

fn flat(text: &str) -> Result<Vec<String>, String> {
    let stream: TokenStream = text
        .parse()
        .map_err(|error: proc_macro2::LexError| error.to_string())?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    for tree in stream {
        let TokenTree::Group(group) = tree else {
            tokens.push(tree.to_string());
            continue;
        };
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        tokens.push(open.to_owned());
        flatten(group.stream(), tokens);
        tokens.push(close.to_owned());
    }
}
