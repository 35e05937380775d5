//! Which variant of an enum a document means.

use core::fmt::Write as _;

use super::node::Node;
use super::reader::At;
use super::state::{Fault, Misfit, State};
use super::{Reader, Wire};

/// How much of a word of the document's an error shows, and how many words that are expected.
const SHOWN: usize = 60;
const LISTED: usize = 12;
/// How much an error says about variants that do not fit.
const ROOM: usize = 400;

impl<'a> Reader<'a> {
    /// Which of `words` stands here; their number if it is none, which is a fault unless the enum
    /// is `open`.
    #[doc(hidden)]
    pub fn word(&mut self, words: &[&str], open: bool) -> usize {
        let Some(Node::Text(text)) = self.node() else {
            self.expected(&"a string");
            return words.len();
        };
        let found = words.iter().position(|word| word == text);
        match found {
            Some(found) => found,
            None => self.stranger(&quoted(text), &listed(words), words.len(), open),
        }
    }

    /// Which of `numbers` stands here; their number if it is none.
    #[doc(hidden)]
    pub fn number(&mut self, numbers: &[i64], open: bool) -> usize {
        let number = i64::read(self);
        let found = numbers.iter().position(|known| *known == number);
        found.unwrap_or_else(|| {
            let known: Vec<_> = numbers.iter().map(i64::to_string).collect();
            let known: Vec<_> = known.iter().map(String::as_str).collect();
            self.stranger(&number.to_string(), &listed(&known), numbers.len(), open)
        })
    }

    fn stranger(&mut self, found: &str, known: &str, none: usize, open: bool) -> usize {
        match open {
            true => self.state.add_stranger(),
            false => self.fault(format_args!("expected one of {known}, found {found}")),
        }
        none
    }

    /// Which of `names` the member `tag` is; their number if it is none or is not there.
    #[doc(hidden)]
    pub fn tag(&mut self, tag: &'static str, names: &[&str], open: bool) -> usize {
        let node = match self.peek(tag) {
            Ok(_) if self.repeats(tag) => {
                self.fault(format_args!("duplicate field `{tag}`"));
                return names.len();
            }
            Ok(node) => node,
            Err(()) if open && self.node().is_some() => {
                self.state.add_stranger();
                return names.len();
            }
            Err(()) => {
                self.expected(&format_args!("an object with `{tag}`"));
                return names.len();
            }
        };
        if let Some(Node::Text(text)) = node
            && let Some(index) = names.iter().position(|name| name == text)
        {
            self.tags.push((tag, false));
            return index;
        }
        if open {
            self.state.add_stranger();
            return names.len();
        }
        let at = node.map_or(At::Absent, At::Node);
        let mut inside = self.inside(at, super::reader::Step::Member(tag));
        let _ = inside.word(names, false);
        self.at = At::Blank;
        names.len()
    }

    /// The member called `name`, without counting that somebody asked.
    fn peek(&self, name: &str) -> Result<Option<&'a Node<'a>>, ()> {
        let Some(Node::Object(object)) = self.node() else {
            return Err(());
        };
        let mut members = object.members.iter();
        let found = members.find(|(other, _)| other == name);
        Ok(found.map(|(_, node)| node))
    }

    /// The variant that fits best: one without a fault, with the fewest values that an open enum
    /// does not name, then with the fewest members that nothing asks for, then the first.
    ///
    /// `read` is who asks. It is asked back for each variant, and then this tells it the number of
    /// that. If none fits, that is a fault unless the union is `open`, and the number is one that no
    /// variant has.
    #[doc(hidden)]
    pub fn best<T>(
        &mut self,
        variants: &[&str],
        open: bool,
        read: fn(&mut Reader<'_>) -> T,
    ) -> Result<T, usize> {
        if let Some(variant) = self.variant.take() {
            return Err(variant);
        }
        let mut best = None;
        let mut faults = String::new();
        if self.is_worth_reading() {
            for (index, name) in variants.iter().enumerate() {
                if self.state.is_over() {
                    break;
                }
                let state = self.state.attempt();
                let mut attempt = self.apart(&state);
                attempt.variant = Some(index);
                let value = read(&mut attempt);
                match self.judged(name, state, &mut faults) {
                    Some(Misfit::NONE) => return Ok(value),
                    Some(misfit) if best.as_ref().is_none_or(|(least, _)| misfit < *least) => {
                        best = Some((misfit, value));
                    }
                    _ => {}
                }
            }
        }
        match best.filter(|_| !self.state.is_over()) {
            Some((misfit, value)) => {
                self.state.add(misfit);
                Ok(value)
            }
            None => {
                self.none_fits(open, &faults);
                Err(variants.len())
            }
        }
    }

    fn is_worth_reading(&self) -> bool {
        self.node().is_some() && !self.state.is_failed()
    }

    /// How badly an attempt fits, unless it has failed.
    fn judged(&self, variant: &str, attempt: State, faults: &mut String) -> Option<Misfit> {
        self.state.spent_by(&attempt);
        let misfit = attempt.misfit();
        let Some(fault) = attempt.into_fault() else {
            return Some(misfit);
        };
        let joint = if faults.is_empty() { "" } else { ", " };
        let colon = if fault.path.is_empty() { "" } else { ": " };
        if faults.len() < ROOM {
            let Fault { path, message } = fault;
            let _ = write!(faults, "{joint}`{variant}` ({path}{colon}{message})");
        }
        None
    }

    fn none_fits(&mut self, open: bool, faults: &str) {
        // An open union has a place for what was not found out.
        if self.state.is_over() && !open {
            return self.fault("too many unions in unions fit in part; the search for the one that fits was given up");
        }
        match self.at {
            At::Node(_) if open => self.state.add_stranger(),
            At::Node(_) => self.fault(format_args!("no variant fits: {faults}")),
            At::Absent | At::Blank => self.expected(&"a value"),
        }
    }
}

fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => format!("`{text}`"),
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
    }
}

fn listed(words: &[&str]) -> String {
    let shown = words.iter().take(LISTED);
    let mut list: Vec<_> = shown.map(|word| format!("`{word}`")).collect();
    if words.len() > LISTED {
        list.push("…".to_owned());
    }
    list.join(", ")
}
