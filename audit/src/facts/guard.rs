//! Whether a file can be parsed without running out of stack.
//!
//! A parser calls itself for each bracket, each prefix and each operator. What is written by people
//! never nests deeper than a few dozen; a file that does is read as tokens alone.

use core::iter::Peekable;

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The longest way into a file that a thread's stack has room for, in tokens.
const DEEPEST: usize = 6_000;

/// Brackets in brackets.
const MOST_BRACKETS: usize = 256;

/// The stack of a thread that parses: some 20 KiB for each token of the longest way without
/// optimisation, of which nothing is used but what is needed.
pub(crate) const STACK: usize = 256 << 20;

/// Why a file is not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooDeep;

/// Refuses what a parser could not come back from.
pub(super) fn guard(tokens: &TokenStream) -> Result<(), TooDeep> {
    // A stack of one's own: the tokens may nest deeper than any other.
    let mut open = vec![Level::of(tokens.clone())];
    while let Some(level) = open.last_mut() {
        let inner = match level.rest.next() {
            None => {
                open.pop();
                continue;
            }
            Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), ';' | ',') => {
                level.length = 0;
                continue;
            }
            Some(TokenTree::Group(group)) => {
                level.length += 1;
                if group.delimiter() == Delimiter::Brace && level.is_at_end() {
                    level.length = 0;
                }
                Some(group.stream())
            }
            Some(_) => {
                level.length += 1;
                None
            }
        };
        let way: usize = open.iter().map(|level| level.length).sum();
        if way > DEEPEST || open.len() > MOST_BRACKETS {
            return Err(TooDeep);
        }
        open.extend(inner.map(Level::of));
    }
    Ok(())
}

/// What is left between two brackets, and how long the statement is by now.
struct Level {
    rest: Peekable<IntoIter>,
    length: usize,
}

impl Level {
    fn of(tokens: TokenStream) -> Self {
        Self {
            rest: tokens.into_iter().peekable(),
            length: 0,
        }
    }

    /// Whether what stands before a brace ends there, as items and blocks do.
    fn is_at_end(&mut self) -> bool {
        match self.rest.peek() {
            Some(TokenTree::Ident(ident)) => ident != "else",
            Some(TokenTree::Punct(punct)) => punct.as_char() == '#',
            _ => true,
        }
    }
}
