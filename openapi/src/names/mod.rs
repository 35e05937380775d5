//! Rust names: deterministic, free of collisions, and the same again when the document grows.
//!
//! In: what things are called in the document, and the names of an earlier import. Out: identifiers.
//! Knows neither schemas nor operations.

mod case;
mod words;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

/// What a name is for: its case, and which words it must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// `PascalCase`, and none of the names that a generated file writes itself.
    Type,
    /// `PascalCase`.
    Variant,
    /// `snake_case`, of a field, a method, an argument: keywords are written raw.
    Value,
    /// `snake_case`, of a module and its file: keywords get an underscore behind them.
    Module,
}

/// What wants a name: its fixed place among all names, and how the document spells it.
#[derive(Clone, Debug)]
pub(crate) struct Want {
    pub(crate) identity: String,
    pub(crate) wire: String,
}

/// Names that live side by side: the types of a file, the methods of a trait, the fields of a struct.
#[derive(Debug)]
pub(crate) struct Scope {
    style: Style,
    taken: BTreeSet<String>,
    /// Whether what is wanted says the same whatever else is in the document.
    lasting: bool,
    /// Up to which number a name has been given, so that a thousand of one name are not a million
    /// questions.
    numbers: BTreeMap<String, usize>,
}

impl Scope {
    pub(crate) fn new(style: Style) -> Self {
        Self {
            style,
            taken: BTreeSet::new(),
            lasting: true,
            numbers: BTreeMap::new(),
        }
    }

    /// A scope whose `wire`s are made of more than the one that is named: in a document that grew they
    /// may be others, or mean others.
    pub(crate) fn of_made(style: Style) -> Self {
        Self {
            lasting: false,
            ..Self::new(style)
        }
    }

    /// Keeps a name from being given.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Takes a name, if it is still there.
    fn take(&mut self, name: &str) -> bool {
        self.taken.insert(name.to_owned())
    }
}

/// Wants whose identities differ: of some that are alike each but the first says which it is.
fn told_apart(wants: &[Want]) -> Vec<Want> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let told = wants.iter().map(|want| {
        let count = seen.entry(want.identity.clone()).or_default();
        *count += 1;
        match *count {
            1 => want.clone(),
            count => Want {
                identity: format!("{} #{count}", want.identity),
                ..want.clone()
            },
        }
    });
    told.collect()
}

/// Names of an earlier import, and those of this one: identity to Rust name.
#[derive(Debug, Default)]
pub(crate) struct Names {
    earlier: BTreeMap<String, String>,
    given: BTreeMap<String, String>,
}

impl Names {
    /// From the text of `names.txt`.
    pub(crate) fn earlier(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with("# "));
        let earlier = lines.filter_map(|line| line.rsplit_once('\t'));
        Self {
            earlier: earlier
                .map(|(identity, name)| (identity.to_owned(), name.to_owned()))
                .collect(),
            given: BTreeMap::new(),
        }
    }

    /// Names for all that is named together, in the order of `wants`. Give everything that is known
    /// at once: who comes later gets what is left.
    ///
    /// A name of the earlier import stays. Then who spells it exactly so has a name, before those
    /// of whose spelling something is lost in it; among equals the first identity in the order of
    /// bytes. The others get the lost symbols spelled out, and numbers where that does not help.
    pub(crate) fn give(&mut self, scope: &mut Scope, wants: &[Want]) -> Vec<String> {
        let wants = &told_apart(wants);
        let mut open = wants
            .iter()
            .map(|want| Open::new(scope.style, want))
            .collect::<Vec<_>>();
        let mut order = (0..open.len()).collect::<Vec<_>>();
        order.sort_by(|a, b| {
            open.get(*a)
                .map(Open::rank)
                .cmp(&open.get(*b).map(Open::rank))
        });
        for choose in [Self::again, Self::first, Self::second, Self::number] {
            for at in &order {
                let Some(one) = open.get_mut(*at).filter(|one| one.name.is_none()) else {
                    continue;
                };
                one.name = choose(self, scope, one);
            }
        }
        open.into_iter().map(|one| self.kept(scope, one)).collect()
    }

    /// What an earlier import named this.
    pub(crate) fn known(&self, identity: &str) -> Option<&str> {
        self.earlier.get(&escaped(identity)).map(String::as_str)
    }

    /// Leaves the name that an earlier import gave to this to others that had it as well.
    pub(crate) fn leave(&mut self, identity: &str) {
        self.earlier.remove(&escaped(identity));
    }

    /// Writes down that an identity goes by a name which was given to another.
    pub(crate) fn also(&mut self, identity: &str, name: &str) {
        self.given.insert(escaped(identity), name.to_owned());
    }

    /// Takes back that something was given a name: nobody will see it.
    pub(crate) fn forget(&mut self, identity: &str) {
        self.given.remove(&escaped(identity));
    }

    /// The text of `names.txt`: what was given in this import and in earlier ones, sorted. An import of a
    /// part forgets no name of the rest, and what comes back is called as it was.
    pub(crate) fn text(&self) -> String {
        let mut all = self.earlier.clone();
        all.extend(self.given.clone());
        let lines = all
            .iter()
            .map(|(identity, name)| format!("{identity}\t{name}\n"));
        lines.collect()
    }

    fn again(&self, scope: &mut Scope, one: &Open<'_>) -> Option<String> {
        let name = self.earlier.get(&escaped(&one.want.identity))?;
        (case::usable(scope.style, name) && scope.take(name)).then(|| name.clone())
    }

    fn first(&self, scope: &mut Scope, one: &Open<'_>) -> Option<String> {
        let name = one.candidates.first()?;
        scope.take(name).then(|| name.clone())
    }

    fn second(&self, scope: &mut Scope, one: &Open<'_>) -> Option<String> {
        let name = one.candidates.get(1)?;
        scope.take(name).then(|| name.clone())
    }

    fn number(&self, scope: &mut Scope, one: &Open<'_>) -> Option<String> {
        let style = scope.style;
        let name = one.candidates.first()?;
        let from = scope.numbers.get(name).copied().unwrap_or(2);
        let mut numbered = (from..).map(|number| (number, case::numbered(style, name, number)));
        let (number, found) = numbered.find(|(_, name)| scope.take(name))?;
        scope.numbers.insert(name.clone(), number);
        Some(found)
    }

    /// Writes a name down, unless the next import would find it without.
    fn kept(&mut self, scope: &Scope, one: Open<'_>) -> String {
        let name = one.name.unwrap_or_default();
        let lasting = scope.lasting && matches!(scope.style, Style::Value | Style::Variant);
        let found = lasting && one.want.wire == bare(&name);
        if !found {
            self.given.insert(escaped(&one.want.identity), name.clone());
        }
        name
    }
}

/// One that has no name yet.
struct Open<'w> {
    want: &'w Want,
    candidates: Vec<String>,
    /// How far the spelling is from the name.
    distance: u8,
    name: Option<String>,
}

impl<'w> Open<'w> {
    fn new(style: Style, want: &'w Want) -> Self {
        let candidates = case::candidates(style, &want.wire);
        let exact = candidates
            .first()
            .is_some_and(|name| bare(name) == want.wire);
        Self {
            want,
            distance: if exact {
                0
            } else {
                1 + u8::from(words::lossy(&want.wire))
            },
            candidates,
            name: None,
        }
    }

    fn rank(&self) -> (u8, &'w str) {
        (self.distance, &self.want.identity)
    }
}

/// The name that a text gets where nothing is in its way.
pub(crate) fn likely(style: Style, text: &str) -> String {
    let mut all = case::candidates(style, text);
    all.swap_remove(0)
}

/// Whether a name of this text has room for all of it.
pub(crate) fn fits(text: &str) -> bool {
    case::fits(&words::plain(text))
}

/// A name as it would be written on the wire.
fn bare(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// An identity fits in a line.
fn escaped(identity: &str) -> String {
    let escape = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    identity.chars().map(escape).collect()
}
