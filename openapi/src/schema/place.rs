//! Where definitions stand, as identities and as names.

use std::collections::BTreeMap;

use heck::ToSnakeCase;

use super::Hint;
use super::labels::Label;

/// What a definition may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Called {
    /// The same whatever else is in the document.
    pub(super) identity: String,
    /// The name that says where it stands.
    pub(super) long: String,
    /// The end of that name, which several of one shape may share.
    pub(super) tail: String,
    /// The name of what it is in.
    pub(super) around: String,
    /// The last word of the long name, of what has no name of its own.
    pub(super) last: Option<String>,
    /// The document names it.
    pub(super) named: bool,
    /// It is the value of a member, where its description stands already.
    pub(super) member: bool,
}

/// What makes names of places.
pub(super) struct Places<'t> {
    pub(super) hints: &'t BTreeMap<String, Hint>,
    pub(super) labels: &'t BTreeMap<String, Label>,
}

impl Called {
    /// The object whose member it is.
    pub(super) fn owner(&self) -> Option<&str> {
        let (owner, _) = self.identity.rsplit_once('/').filter(|_| self.member)?;
        Some(owner)
    }
}

impl Places<'_> {
    /// What the definition of a place may be called.
    pub(super) fn called(&self, key: &str) -> Called {
        let (root, identity, name, named) = self.root(key);
        let mut walk = Walk {
            identity,
            words: Vec::from_iter(Some(name).filter(|name| !name.is_empty())),
            at: key.get(..root).unwrap_or_default().to_owned(),
            member: false,
            weak: false,
        };
        let below = key.get(root..).unwrap_or_default();
        let mut tokens = below.split('/').skip(1);
        let mut steps = 0;
        while let Some(token) = tokens.next() {
            steps += usize::from(!matches!(token, "~knot" | "~all" | "content" | "schema"));
            walk.step(token, &mut tokens, self.labels);
        }
        let tail = walk.tail();
        let around = walk.words.split_last().map(|(_, before)| before.join(" "));
        Called {
            identity: walk.identity,
            long: walk.words.join(" "),
            tail,
            around: around.unwrap_or_default(),
            last: walk.words.last().cloned().filter(|_| steps > 0),
            named: named && steps == 0,
            member: walk.member,
        }
    }

    /// How much of a place has a name: its length, the identity, the name, and whether the document
    /// itself gives it.
    fn root(&self, key: &str) -> (usize, String, String, bool) {
        if let Some((length, name)) = component(key) {
            return (
                length,
                key.get(..length).unwrap_or_default().to_owned(),
                name,
                true,
            );
        }
        let ends = key
            .match_indices('/')
            .map(|(at, _)| at)
            .chain([key.len()])
            .collect::<Vec<_>>();
        for end in ends.into_iter().rev() {
            if let Some(hint) = key.get(..end).and_then(|prefix| self.hints.get(prefix)) {
                return (end, hint.identity.clone(), hint.name.clone(), false);
            }
        }
        let (file, _) = key.split_once('#').unwrap_or(("", key));
        let stem = file.rsplit('/').next().unwrap_or_default();
        let stem = stem.split('.').next().unwrap_or_default();
        (
            key.find('#').map_or(key.len(), |at| at + 1),
            key.to_owned(),
            stem.to_owned(),
            true,
        )
    }
}

/// The part of a place that is a component, and what it is called.
fn component(key: &str) -> Option<(usize, String)> {
    let (file, pointer) = key.split_once('#')?;
    let tokens = pointer.split('/').skip(1).collect::<Vec<_>>();
    let (count, kind, name) = match tokens.as_slice() {
        ["components", kind, name, ..] => (3, *kind, *name),
        [
            kind @ ("definitions" | "responses" | "parameters"),
            name,
            ..,
        ] => (2, *kind, *name),
        _ => return None,
    };
    let length = tokens
        .iter()
        .take(count)
        .map(|token| token.len() + 1)
        .sum::<usize>();
    let name = name.replace("~1", "/").replace("~0", "~");
    let name = match kind {
        "responses" => format!("{name} Answer"),
        "requestBodies" => format!("{name} Body"),
        _ => name,
    };
    Some((file.len() + 1 + length, name))
}

/// The way from a name to what stands below.
struct Walk {
    identity: String,
    words: Vec<String>,
    at: String,
    member: bool,
    /// The last word says little alone.
    weak: bool,
}

impl Walk {
    fn step<'k>(
        &mut self,
        token: &'k str,
        rest: &mut impl Iterator<Item = &'k str>,
        labels: &BTreeMap<String, Label>,
    ) {
        self.at = format!("{}/{token}", self.at);
        let mut key = || {
            let key = rest.next().unwrap_or_default();
            self.at = format!("{}/{key}", self.at);
            key.replace("~1", "/").replace("~0", "~")
        };
        let word = match token {
            "properties" => {
                let word = key();
                self.member = true;
                self.add(&word);
                self.weak = false;
                return;
            }
            "allOf" | "content" => {
                key();
                return;
            }
            "~all" | "~knot" | "schema" | "paths" | "parameters" | "responses" | "components"
            | "requestBody" => return,
            "items" => "Item".to_owned(),
            "prefixItems" => {
                key();
                "Item".to_owned()
            }
            "additionalProperties" | "unevaluatedProperties" => "Value".to_owned(),
            "patternProperties" => {
                key();
                "Value".to_owned()
            }
            "oneOf" | "anyOf" => {
                let index = key().parse::<usize>().unwrap_or_default();
                let variant = format!("Variant{}", index + 1);
                match labels.get(&self.at) {
                    Some(Label::Silent) => {
                        self.member = false;
                        return;
                    }
                    Some(Label::Word(word)) => word.clone(),
                    Some(Label::Kind(word)) => {
                        self.identity = format!("{}/{variant}", self.identity);
                        self.words.push((*word).to_owned());
                        (self.member, self.weak) = (false, true);
                        return;
                    }
                    None => variant,
                }
            }
            "~string" | "~integer" | "~number" | "~boolean" | "~array" | "~object" => {
                token.trim_start_matches('~').to_owned()
            }
            other => other.replace("~1", "/").replace("~0", "~"),
        };
        self.member = false;
        self.add(&word);
    }

    fn add(&mut self, word: &str) {
        self.identity = format!("{}/{word}", self.identity);
        self.words.push(word.to_owned());
        self.weak = true;
    }

    /// The last word, with the one before it where it says little alone. The first of all words is
    /// the name of something around, whose own last word it is.
    fn tail(&self) -> String {
        let last_of = |name: &String| {
            let snake = name.to_snake_case();
            snake.rsplit('_').next().unwrap_or_default().to_owned()
        };
        match self.words.as_slice() {
            [] => String::new(),
            [name] => last_of(name),
            [name, last] if self.weak => format!("{} {last}", last_of(name)),
            [.., before, last] if self.weak => format!("{before} {last}"),
            [.., last] => last.clone(),
        }
    }
}
