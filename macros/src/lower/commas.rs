//! Missing commas: the inside of an attribute is read as if each were there, so that one that is
//! missing is one mistake, and what stands on both sides of it keeps its meaning.
//!
//! In go the tokens and the keys that may stand among them; out come entries, and a mistake at
//! each token that a comma is missing in front of.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};

use super::guess;
use super::names::plain;
use super::sheet::Key;
use crate::errors::Errors;
use crate::syntax::{self, Entry, punctuation};

/// The entries of an attribute with these keys.
pub(super) fn entries(keys: &[Key], tokens: TokenStream, errors: &mut Errors) -> Vec<Entry> {
    read(keys, false, tokens, errors)
}

/// The same behind a name of the user's own, as in `bucket(read, …)`.
pub(super) fn behind_a_name(keys: &[Key], tokens: TokenStream, errors: &mut Errors) -> Vec<Entry> {
    read(keys, true, tokens, errors)
}

fn read(keys: &[Key], named: bool, tokens: TokenStream, errors: &mut Errors) -> Vec<Entry> {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let known: Vec<_> = keys.iter().map(|key| key.name).collect();
    let mut mended = Vec::with_capacity(tokens.len());
    let mut begin = 0;
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        let named = named && begin == 0;
        match punctuation(token) {
            Some(',') if depth == 0 => begin = index + 1,
            Some('<') => depth += 1,
            Some('>') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let TokenTree::Ident(word) = token
            && depth == 0
            && is_first(
                &tokens[begin..index],
                word,
                tokens.get(index + 1),
                named,
                &known,
            )
        {
            errors.on(word, format!("a comma is missing in front of `{word}`"));
            mended.push(Punct::new(',', Spacing::Alone).into());
            begin = index;
        }
        mended.push(token.clone());
    }
    syntax::entries(mended.into_iter().collect())
}

/// Whether an entry has ended with `before`, and `word` begins the next.
fn is_first(
    before: &[TokenTree],
    word: &Ident,
    after: Option<&TokenTree>,
    named: bool,
    known: &[&str],
) -> bool {
    let text = plain(word);
    let is_known = known.contains(&text.as_str());
    let may_be_key = || is_known || guess::guess(&text, known).is_some();
    let alone = match before {
        // Two words of which neither is a key: `base url = "…"` misses no comma.
        [TokenTree::Ident(only)] if !named && !known.contains(&plain(only).as_str()) => {
            return false;
        }
        [TokenTree::Ident(_)] => true,
        _ => false,
    };
    if !before.last().is_some_and(ends) {
        return false;
    }
    match after {
        Some(TokenTree::Punct(equals)) if equals.as_char() == '=' => !alone || may_be_key(),
        Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Parenthesis => may_be_key(),
        // `failures = 5 per minute` is a mistake of its own.
        Some(token) if punctuation(token) != Some(',') => is_known && text != "per",
        _ => is_known,
    }
}

/// Whether an entry may end with this token.
fn ends(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => word != "per",
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == '>',
    }
}
