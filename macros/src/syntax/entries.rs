//! The inside of an attribute as a list of entries, so that each can be right or wrong alone.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// One entry between commas.
pub(crate) enum Entry {
    /// `key`, `key = value` or `key(entries)`.
    Keyed {
        /// The word in front.
        key: Ident,
        /// What follows it.
        shape: Shape,
    },
    /// Anything else: `"/path"`, `60 per minute`.
    Bare(TokenStream),
}

/// What follows a key.
pub(crate) enum Shape {
    /// Nothing.
    Flag,
    /// `= value`, where the value may be missing.
    Value(TokenStream),
    /// `(entries)`.
    List(Group),
}

impl Entry {
    /// The span of the key or of all that is written.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Keyed { key, .. } => key.span(),
            Self::Bare(tokens) => span_of(tokens),
        }
    }
}

impl ToTokens for Entry {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Keyed { key, shape } => {
                key.to_tokens(tokens);
                match shape {
                    Shape::Flag => {}
                    Shape::Value(value) => value.to_tokens(tokens),
                    Shape::List(group) => group.to_tokens(tokens),
                }
            }
            Self::Bare(all) => all.to_tokens(tokens),
        }
    }
}

/// Splits the inside of an attribute at its commas.
///
/// A comma between `<` and `>` belongs to a type, as in `error = Either<A, B>`.
pub(crate) fn entries(tokens: TokenStream) -> Vec<Entry> {
    let mut all = Vec::new();
    let mut current = Vec::new();
    let mut depth = 0_usize;
    for token in tokens {
        match punctuation(&token) {
            Some(',') if depth == 0 => {
                all.push(std::mem::take(&mut current));
                continue;
            }
            Some('<') => depth += 1,
            Some('>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        current.push(token);
    }
    all.push(current);
    all.into_iter()
        .filter(|tokens| !tokens.is_empty())
        .map(entry)
        .collect()
}

fn entry(tokens: Vec<TokenTree>) -> Entry {
    let tokens = opened(tokens);
    match tokens.as_slice() {
        [TokenTree::Ident(key)] => keyed(key, Shape::Flag),
        [TokenTree::Ident(key), equals, ..] if punctuation(equals) == Some('=') => {
            keyed(key, Shape::Value(tokens[2..].iter().cloned().collect()))
        }
        [TokenTree::Ident(key), TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis =>
        {
            keyed(key, Shape::List(group.clone()))
        }
        _ => Entry::Bare(tokens.into_iter().collect()),
    }
}

/// Without the invisible parentheses around what a macro's `$auth:meta` stands for.
fn opened(tokens: Vec<TokenTree>) -> Vec<TokenTree> {
    match tokens.as_slice() {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            opened(group.stream().into_iter().collect())
        }
        _ => tokens,
    }
}

fn keyed(key: &Ident, shape: Shape) -> Entry {
    Entry::Keyed {
        key: key.clone(),
        shape,
    }
}

/// The sign that a token is, if it is one.
pub(crate) fn punctuation(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

fn span_of(tokens: &TokenStream) -> Span {
    syn::Error::new_spanned(tokens, "").span()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn written(tokens: TokenStream) -> Vec<String> {
        let describe = |entry: &Entry| match entry {
            Entry::Keyed { key, shape } => match shape {
                Shape::Flag => format!("{key}"),
                Shape::Value(value) => format!("{key} = {value}"),
                Shape::List(group) => format!("{key}({})", group.stream()),
            },
            Entry::Bare(tokens) => format!("bare {tokens}"),
        };
        entries(tokens).iter().map(describe).collect()
    }

    #[test]
    fn entries_are_split_at_commas_outside_of_types() {
        let tokens =
            quote!("/a", read, cost = 3, error = Either<A, B>, ceiling(60 per minute, x), 5 per s,);
        assert_eq!(
            written(tokens),
            [
                "bare \"/a\"",
                "read",
                "cost = 3",
                "error = Either < A , B >",
                "ceiling(60 per minute , x)",
                "bare 5 per s",
            ]
        );
    }

    #[test]
    fn what_a_macro_hands_on_is_opened() {
        let invisible = |tokens| Group::new(Delimiter::None, tokens);
        let once = invisible(quote!(header("X-Key")));
        let twice = invisible(invisible(quote!(bearer)).into_token_stream());
        let number = invisible(quote!(60));
        assert_eq!(
            written(quote!(#once, #twice, #number)),
            ["header(\"X-Key\")", "bearer", "bare 60"]
        );
    }

    #[test]
    fn a_constant_in_front_of_a_word_is_no_key() {
        assert_eq!(
            written(quote!(LIMIT per minute, a::B)),
            ["bare LIMIT per minute", "bare a :: B"]
        );
    }
}
