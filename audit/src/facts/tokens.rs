//! What stands in tokens that are no syntax tree: arguments of macros and attributes, bodies of
//! macros, files that do not parse.
//!
//! Nobody knows what a macro makes of its tokens, so everything counts: each path that has several
//! names or is followed by brackets, each text, each import.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use super::visit::{Visitor, plain};
use super::{Description, How, Name, describe, text};

/// Brackets in brackets that are followed.
const DEEPEST: usize = 512;

/// The tokens of a macro that is called, or made.
pub(super) fn of_macro(visitor: &mut Visitor<'_>, name: &str, stream: TokenStream, span: Span) {
    if let Some(parts) = text::of_macro(visitor, name, &stream)
        && parts.len() > 1
    {
        visitor.text(parts, span);
    }
    scan(visitor, stream);
}

/// The tokens of an attribute of this name.
pub(super) fn of_attribute(visitor: &mut Visitor<'_>, name: Name, span: Span, stream: TokenStream) {
    let says = match name.segments.last().map(String::as_str) {
        Some("api") => describe::read(visitor, stream.clone()),
        _ => None,
    };
    let Some(says) = says else {
        return scan(visitor, stream);
    };
    let (spot, scope) = (visitor.spot(span), visitor.scope);
    let attribute = visitor.sources.path(name);
    let index = visitor.sources.descriptions.len();
    visitor.sources.descriptions.push(Description {
        spot,
        scope,
        attribute,
        says,
    });
    let outer = visitor.description.replace(index);
    scan(visitor, stream);
    visitor.description = outer;
}

/// Any tokens.
pub(super) fn scan(visitor: &mut Visitor<'_>, stream: TokenStream) {
    scan_at(visitor, stream, 0);
}

fn scan_at(visitor: &mut Visitor<'_>, stream: TokenStream, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        at += step(visitor, &trees, at, depth);
    }
}

/// Notes what begins at `at`; how many tokens that were.
fn step(visitor: &mut Visitor<'_>, trees: &[TokenTree], at: usize, depth: usize) -> usize {
    match &trees[at] {
        TokenTree::Group(group) => {
            scan_at(visitor, group.stream(), depth + 1);
            1
        }
        TokenTree::Literal(literal) => {
            if let Some(text) = text::of_literal(literal) {
                visitor.literal(text, literal.span());
            }
            1
        }
        TokenTree::Punct(punct) if punct.as_char() == '#' => {
            attribute(visitor, trees, at).unwrap_or(1)
        }
        TokenTree::Punct(_) if colons(trees, at) => path(visitor, trees, at, depth).unwrap_or(2),
        TokenTree::Punct(_) => 1,
        TokenTree::Ident(word) => {
            let word = word.to_string();
            let item = match word.as_str() {
                "use" | "extern" | "mod" => item(visitor, trees, at),
                _ => None,
            };
            item.or_else(|| path(visitor, trees, at, depth))
                .unwrap_or(1)
        }
    }
}

/// `#[doc = "…"]` says nothing, and a description may be in the tokens of a macro too.
fn attribute(visitor: &mut Visitor<'_>, trees: &[TokenTree], at: usize) -> Option<usize> {
    let is_inner =
        matches!(trees.get(at + 1), Some(TokenTree::Punct(bang)) if bang.as_char() == '!');
    let length = if is_inner { 3 } else { 2 };
    let TokenTree::Group(group) = trees.get(at + length - 1)? else {
        return None;
    };
    if group.delimiter() != Delimiter::Bracket {
        return None;
    }
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    if matches!(inner.first(), Some(TokenTree::Ident(word)) if word == "doc") {
        return Some(length);
    }
    scan_at(visitor, group.stream(), 1);
    Some(length)
}

/// An import, an `extern crate` or a module with a file of its own.
fn item(visitor: &mut Visitor<'_>, trees: &[TokenTree], at: usize) -> Option<usize> {
    // No import is longer; a search for its end must not become one through the file.
    let rest = trees[at..].iter().take(4_000);
    let is_end = |tree: &TokenTree| matches!(tree, TokenTree::Punct(end) if end.as_char() == ';');
    let length = 1 + rest.clone().position(is_end)?;
    let public = matches!(trees[..at].last(), Some(TokenTree::Ident(word)) if word == "pub");
    let begin = if public { at - 1 } else { at };
    let stream: TokenStream = trees[begin..at + length].iter().cloned().collect();
    if super::guard::guard(&stream).is_err() {
        return None;
    }
    match syn::parse2::<syn::Item>(stream).ok()? {
        syn::Item::Use(item) => visitor.import(&item),
        syn::Item::ExternCrate(item) => visitor.extern_crate(&item),
        syn::Item::Mod(item) => visitor.module(&item),
        _ => return None,
    }
    Some(length)
}

/// A path, and what it is followed by.
fn path(visitor: &mut Visitor<'_>, trees: &[TokenTree], at: usize, depth: usize) -> Option<usize> {
    let is = |at: usize, sign: char| matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let global = colons(trees, at);
    let mut next = if global { at + 2 } else { at };
    let TokenTree::Ident(first) = trees.get(next)? else {
        return None;
    };
    let span = first.span();
    let mut segments = vec![plain(first)];
    // `$crate` is the crate of the macro; any other `$name` may be anything.
    let is_metavariable = at > 0 && is(at - 1, '$');
    next += 1;
    while colons(trees, next) {
        let Some(TokenTree::Ident(word)) = trees.get(next + 2) else {
            break;
        };
        segments.push(plain(word));
        next += 3;
    }
    let length = next - at;
    let is_field = at > 0 && is(at - 1, '.') && !(at > 1 && is(at - 2, '.'));
    let is_declared = at > 0
        && matches!(&trees[at - 1], TokenTree::Ident(word) if ["fn", "struct", "enum", "trait", "mod", "macro_rules"].contains(&word.to_string().as_str()));
    if is_field || is_declared || is_metavariable && segments[0] != "crate" {
        return Some(length);
    }
    let name = Name { global, segments };
    if is(next, '!')
        && let Some(TokenTree::Group(group)) = trees.get(next + 1)
    {
        let macro_name = name.segments.last().cloned().unwrap_or_default();
        if depth < DEEPEST {
            let parts = text::of_macro(visitor, &macro_name, &group.stream());
            if let Some(parts) = parts.filter(|parts| parts.len() > 1) {
                visitor.text(parts, span);
            }
        }
        return Some(length + 1);
    }
    let group = match trees.get(next) {
        Some(TokenTree::Group(group)) => Some(group),
        _ => None,
    };
    if let Some(group) = group
        && group.delimiter() == Delimiter::Parenthesis
        && name.segments.last().is_some_and(|last| last == "api")
    {
        of_attribute(visitor, name, span, group.stream());
        return Some(length + 1);
    }
    let is_called = group.is_some_and(|group| group.delimiter() == Delimiter::Parenthesis);
    if name.segments.len() > 1 || is_called {
        visitor.mention(name, span, How::Call);
    }
    Some(length)
}

fn colons(trees: &[TokenTree], at: usize) -> bool {
    let is_colon = |at: usize| matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    is_colon(at) && is_colon(at + 1)
}
