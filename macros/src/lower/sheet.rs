//! The keys of an attribute: unknown ones, misspelt ones, repeated ones.

use proc_macro2::{Ident, Span};

use super::filled::Filled;
use super::guess;
use super::names::plain;
use crate::errors::Errors;
use crate::syntax::{Entry, Shape};

/// A key that an attribute knows.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// The right way to write it.
    pub(super) example: &'static str,
    /// Whether it may be repeated.
    pub(super) many: bool,
}

/// A key that is written once.
pub(super) const fn once(name: &'static str, example: &'static str) -> Key {
    Key {
        name,
        example,
        many: false,
    }
}

/// A key that may be repeated.
pub(super) const fn many(name: &'static str, example: &'static str) -> Key {
    Key {
        name,
        example,
        many: true,
    }
}

/// The keys that were written, each known and in its number.
pub(super) struct Sheet {
    filled: Vec<Filled>,
}

impl Sheet {
    /// Sorts `entries`; what `owner` does not know is a mistake.
    pub(super) fn new(
        owner: &str,
        keys: &'static [Key],
        entries: Vec<Entry>,
        errors: &mut Errors,
    ) -> Self {
        let mut sheet = Self { filled: Vec::new() };
        for entry in entries {
            sheet.add(owner, keys, entry, errors);
        }
        sheet
    }

    fn add(&mut self, owner: &str, keys: &'static [Key], entry: Entry, errors: &mut Errors) {
        let known: Vec<_> = keys.iter().map(|key| key.name).collect();
        let (name, shape) = match entry {
            Entry::Keyed { key, shape } => (key, shape),
            Entry::Bare(tokens) => return errors.on(&tokens, stray(owner, keys)),
        };
        let word = plain(&name);
        let Some(key) = keys.iter().find(|key| key.name == word) else {
            let hint = guess::hint(&word, &known);
            errors.on(&name, format!("unknown key `{word}` in {owner}{hint}"));
            let near = guess::guess(&word, &known);
            let key = near.and_then(|near| keys.iter().find(|key| key.name == near));
            return self.guessed(key, name, shape);
        };
        let twin = self
            .filled
            .iter()
            .position(|filled| filled.key.name == word);
        match twin.filter(|_| !key.many) {
            Some(twin) if self.filled[twin].guessed => {
                self.filled.remove(twin);
            }
            Some(_) => {
                return errors.on(
                    &name,
                    format!("`{word}` is given twice in {owner}; remove one"),
                );
            }
            None => {}
        }
        self.filled.push(Filled {
            name,
            shape,
            key,
            guessed: false,
        });
    }

    /// Goes on with what a misspelt key may have meant, so that it is not missed as well.
    fn guessed(&mut self, key: Option<&'static Key>, name: Ident, shape: Shape) {
        let Some(key) = key else {
            return;
        };
        if key.many || !self.filled.iter().any(|filled| filled.key.name == key.name) {
            self.filled.push(Filled {
                name,
                shape,
                key,
                guessed: true,
            });
        }
    }

    /// Where a key stands, if it does.
    pub(super) fn span(&self, name: &str) -> Option<Span> {
        let written = self.filled.iter().find(|filled| filled.key.name == name);
        written.map(Filled::span)
    }

    /// The one entry of a key.
    pub(super) fn take(&mut self, name: &str) -> Option<Filled> {
        let index = self
            .filled
            .iter()
            .position(|filled| filled.key.name == name)?;
        Some(self.filled.remove(index))
    }

    /// All entries of a key, in order.
    pub(super) fn take_all(&mut self, name: &str) -> Vec<Filled> {
        let filled = std::mem::take(&mut self.filled);
        let (taken, left) = filled
            .into_iter()
            .partition(|filled| filled.key.name == name);
        self.filled = left;
        taken
    }
}

/// What to say about an entry that begins with no key.
fn stray(owner: &str, keys: &[Key]) -> String {
    let known: Vec<_> = keys.iter().map(|key| key.name).collect();
    format!(
        "expected a key in {owner}, such as `{}`; known: {}",
        keys[0].example,
        guess::list(&known)
    )
}
