//! What the attribute of a description says, as far as the audit asks.

use proc_macro2::{TokenStream, TokenTree};

use super::visit::Visitor;
use super::{Bucket, Says, text};

/// Reads an attribute; nothing if it has no `base_url`, and so is none.
pub(super) fn read(visitor: &Visitor<'_>, stream: TokenStream) -> Option<Says> {
    let mut says = Says::default();
    let mut is_one = false;
    for entry in entries(stream) {
        let Some(TokenTree::Ident(key)) = entry.first() else {
            continue;
        };
        let value = value(&entry);
        match key.to_string().as_str() {
            "base_url" => {
                is_one = true;
                says.base_url = value?;
            }
            "id" => says.id = value,
            "host" => says
                .others
                .extend(inner(&entry).iter().find_map(|entry| first_text(entry))),
            "token" => says.others.extend(token_url(&entry)),
            "bucket" => says.buckets.extend(bucket(visitor, &entry)),
            _ => {}
        }
    }
    is_one.then_some(says)
}

/// The parts between commas.
fn entries(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut entries = vec![Vec::new()];
    for tree in stream {
        match tree {
            TokenTree::Punct(comma) if comma.as_char() == ',' => entries.push(Vec::new()),
            tree => entries
                .last_mut()
                .into_iter()
                .for_each(|entry| entry.push(tree.clone())),
        }
    }
    entries.retain(|entry| !entry.is_empty());
    entries
}

/// The entries in the brackets of an entry.
fn inner(entry: &[TokenTree]) -> Vec<Vec<TokenTree>> {
    match entry.get(1) {
        Some(TokenTree::Group(group)) => entries(group.stream()),
        _ => Vec::new(),
    }
}

/// The text of `key = "…"`.
fn value(entry: &[TokenTree]) -> Option<String> {
    match entry {
        [_, TokenTree::Punct(sign), TokenTree::Literal(literal)] if sign.as_char() == '=' => {
            text::of_literal(literal)
        }
        _ => None,
    }
}

fn first_text(entry: &[TokenTree]) -> Option<String> {
    match entry.first() {
        Some(TokenTree::Literal(literal)) => text::of_literal(literal),
        _ => None,
    }
}

fn token_url(entry: &[TokenTree]) -> Option<String> {
    let is_url = |entry: &&Vec<TokenTree>| matches!(entry.first(), Some(TokenTree::Ident(key)) if key == "url");
    inner(entry)
        .iter()
        .find(is_url)
        .and_then(|entry| value(entry))
}

fn bucket(visitor: &Visitor<'_>, entry: &[TokenTree]) -> Option<Bucket> {
    let parts = inner(entry);
    let Some(TokenTree::Ident(name)) = parts.first()?.first() else {
        return None;
    };
    let mut limits: Vec<String> = parts[1..].iter().filter_map(|part| limit(part)).collect();
    limits.sort();
    Some(Bucket {
        name: name.to_string(),
        limits: limits.join(", "),
        spot: visitor.spot(name.span()),
    })
}

/// A ceiling, a budget or a skew in one spelling, without the page that it stands on.
fn limit(part: &[TokenTree]) -> Option<String> {
    let TokenTree::Ident(key) = part.first()? else {
        return None;
    };
    let words = inner(part);
    let is_source = |entry: &&Vec<TokenTree>| matches!(entry.first(), Some(TokenTree::Ident(key)) if key == "source");
    let words: Vec<String> = words
        .iter()
        .filter(|entry| !is_source(entry))
        .map(|entry| spelled(entry))
        .collect();
    Some(match words.is_empty() {
        true => spelled(part),
        false => format!("{key}({})", words.join(", ")),
    })
}

fn spelled(trees: &[TokenTree]) -> String {
    let words: Vec<String> = trees.iter().map(ToString::to_string).collect();
    words.join(" ").replace('_', "")
}
