//! A key with what follows it, and its value in the shape that it should have.

use std::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::{LitStr, Macro, Path, Type};

use super::guess;
use super::names::plain;
use super::sheet::Key;
use crate::errors::Errors;
use crate::syntax::Shape;

/// A key with what follows it.
pub(super) struct Filled {
    pub(super) name: Ident,
    pub(super) shape: Shape,
    pub(super) key: &'static Key,
    /// Whether the key was misspelt, and this is what it may mean.
    pub(super) guessed: bool,
}

impl Filled {
    pub(super) fn span(&self) -> Span {
        self.name.span()
    }

    /// The mistake of another shape, at `span`.
    pub(super) fn misshapen(&self, span: Span, errors: &mut Errors) {
        let Key { name, example, .. } = self.key;
        errors.at(span, format!("`{name}` is written `{example}`"));
    }

    /// Whether it stands alone, as it should.
    pub(super) fn flag(&self, errors: &mut Errors) -> Option<()> {
        if matches!(self.shape, Shape::Flag) {
            return Some(());
        }
        let name = self.key.name;
        errors.at(
            self.span(),
            format!("`{name}` takes nothing; write it alone"),
        );
        None
    }

    /// The word with which the value behind `=` begins, if it is one.
    pub(super) fn first_word(&self) -> Option<Ident> {
        match &self.shape {
            Shape::Value(tokens) => match tokens.clone().into_iter().next()? {
                TokenTree::Ident(word) => Some(word),
                _ => None,
            },
            _ => None,
        }
    }

    /// The value behind `=`, read by `parser`, whose own words are kept.
    pub(super) fn value<T>(
        self,
        parser: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
        errors: &mut Errors,
    ) -> Option<T> {
        match &self.shape {
            Shape::Value(tokens) if !tokens.is_empty() => errors.ok(parser.parse2(tokens.clone())),
            _ => {
                self.misshapen(self.span(), errors);
                None
            }
        }
    }

    /// The value behind `=`, whatever `parser` reads; otherwise the right shape is shown.
    pub(super) fn shaped<T>(
        self,
        parser: impl FnOnce(ParseStream<'_>) -> syn::Result<T>,
        errors: &mut Errors,
    ) -> Option<T> {
        let result = match &self.shape {
            Shape::Value(tokens) if !tokens.is_empty() => parser.parse2(tokens.clone()),
            _ => Err(syn::Error::new(self.span(), "")),
        };
        result
            .map_err(|error| self.misshapen(error.span(), errors))
            .ok()
    }

    pub(super) fn string(self, errors: &mut Errors) -> Option<LitStr> {
        if let Shape::Value(tokens) = &self.shape
            && is_computed(tokens)
        {
            let Key { name, example, .. } = self.key;
            errors.on(tokens, format!("`{name}` takes no constant and no macro, since it is checked before the compiler knows their values; write the text itself: `{example}`"));
            return None;
        }
        self.shaped(<LitStr as Parse>::parse, errors)
    }

    pub(super) fn ident(self, errors: &mut Errors) -> Option<Ident> {
        self.shaped(<Ident as Parse>::parse, errors)
    }

    pub(super) fn path(self, errors: &mut Errors) -> Option<Path> {
        self.shaped(Path::parse_mod_style, errors)
    }

    pub(super) fn ty(self, errors: &mut Errors) -> Option<Type> {
        self.shaped(<Type as Parse>::parse, errors)
    }
}

/// Whether this looks like a text that somebody else holds: `BASE_URL`, `config::URL`,
/// `env!("URL")`. A single word in small letters is rather a text without its quotes.
fn is_computed(tokens: &TokenStream) -> bool {
    if syn::parse2::<Macro>(tokens.clone()).is_ok() {
        return true;
    }
    let Ok(path) = Path::parse_mod_style.parse2(tokens.clone()) else {
        return false;
    };
    match path.get_ident().map(plain) {
        Some(word) => word.contains(char::is_uppercase) && !word.contains(char::is_lowercase),
        None => true,
    }
}

/// A string that is not empty, between the parentheses of `key("…")`.
pub(super) fn text(filled: &Filled, errors: &mut Errors) -> Option<String> {
    let Shape::List(group) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return None;
    };
    match syn::parse2::<LitStr>(group.stream()) {
        Ok(literal) if !literal.value().trim().is_empty() => Some(literal.value()),
        _ => {
            filled.misshapen(group.span(), errors);
            None
        }
    }
}

/// The word behind `key =`, which is one of a few.
pub(super) fn choice<T: Copy>(
    known: &[(&'static str, T)],
    filled: Filled,
    errors: &mut Errors,
) -> Option<T> {
    let key = filled.key.name;
    let word = filled.ident(errors)?;
    let found = known.iter().find(|(name, _)| word == name);
    if found.is_none() {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        let what = format!("`{key}` cannot be");
        unknown(errors, word.span(), what, &plain(&word), &names);
    }
    found.map(|(_, meaning)| *meaning)
}

/// What is absent stays absent, what was wrong ends it.
pub(super) fn transposed<T>(part: Option<Option<T>>) -> Option<Option<T>> {
    match part {
        None => Some(None),
        Some(None) => None,
        Some(part) => Some(part),
    }
}

/// Adds a mistake that lists what is known and guesses what was meant.
pub(super) fn unknown(
    errors: &mut Errors,
    span: Span,
    what: impl Display,
    word: &str,
    known: &[&str],
) {
    let hint = guess::hint(word, known);
    errors.at(span, format!("{what} `{word}`{hint}"));
}
