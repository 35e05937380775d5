//! Reading: one reader stands at one place of a document.
//!
//! A type draws its parts from the reader and always gets some: the first fault is kept with its
//! path, and whatever is drawn after it is blank. So code that reads has no branches for faults,
//! which is what makes a thousand types cheap to compile.

use core::fmt::Display;

use super::node::{Node, Object};
use super::state::{Fault, State};
use super::{Wire, path};

/// A place in a document, from which a [`Wire`] is read.
#[derive(Debug)]
pub struct Reader<'a> {
    pub(super) at: At<'a>,
    pub(super) state: &'a State,
    step: Step<'a>,
    parent: Option<&'a Reader<'a>>,
    /// The members that were asked for and are there.
    found: usize,
    /// Where the next member is likely to be: behind the last one.
    next: usize,
    /// The members of the surrounding unions, and whether somebody asked for them.
    pub(super) tags: Vec<(&'static str, bool)>,
    /// The members that a map at this place does not show.
    hidden: &'static [&'static str],
    /// The variant that a union at this place is to be read as.
    pub(super) variant: Option<usize>,
    is_object: bool,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum At<'a> {
    Node(&'a Node<'a>),
    /// Nothing, in an object that is there.
    Absent,
    /// Nobody cares: there was a fault.
    Blank,
}

/// How a place is reached from the one around it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a> {
    None,
    Member(&'a str),
    Item(usize),
}

impl<'a> Reader<'a> {
    pub(super) fn new(node: &'a Node<'a>, state: &'a State) -> Self {
        Self::at(At::Node(node), state)
    }

    fn at(at: At<'a>, state: &'a State) -> Self {
        Self {
            at,
            state,
            step: Step::None,
            parent: None,
            found: 0,
            next: 0,
            tags: Vec::new(),
            hidden: &[],
            variant: None,
            is_object: false,
        }
    }

    /// Reads the member called `name`.
    pub fn field<T: Wire>(&mut self, name: &'static str) -> T {
        let at = self.member(name);
        self.inside(at, Step::Member(name)).value()
    }

    /// Reads the member called `name`, which is always the same text, if it is there. Another text is a
    /// fault unless the member is `open`.
    #[doc(hidden)]
    pub fn fixed<T: Wire>(&mut self, name: &'static str, text: &'static str, open: bool) -> T {
        let at = self.member(name);
        let mut inside = self.inside(at, Step::Member(name));
        if let Some(Node::Text(_)) = inside.node() {
            let _ = inside.word(&[text], open);
        }
        inside.value()
    }

    /// Reads the members that have none of these names.
    #[doc(hidden)]
    pub fn rest<T: Wire>(&mut self, names: &'static [&'static str]) -> T {
        let object = self.object();
        self.found = object.map_or(0, |object| object.members.len());
        let mut rest = self.again();
        rest.hidden = names;
        rest.value()
    }

    /// Reads what stands here as another type.
    pub fn value<T: Wire>(&mut self) -> T {
        let value = T::read(self);
        self.close();
        value
    }

    /// Says what is wrong with what stands here. The first fault of a document is the one that is
    /// told, with the path that leads to it.
    pub fn fault(&mut self, message: impl Display) {
        self.refuse(&message);
    }

    fn refuse(&mut self, message: &dyn Display) {
        self.at = At::Blank;
        self.state.fail(|| Fault {
            path: path::path(self),
            message: message.to_string(),
        });
    }

    /// Something else was expected here.
    pub(super) fn expected(&mut self, what: &dyn Display) {
        match self.at {
            At::Node(node) => self.refuse(&format_args!("expected {what}, found {}", node.kind())),
            At::Absent => self.refuse(&"the field is missing"),
            At::Blank => {}
        }
    }

    /// What stands here, if anything does.
    pub(super) fn node(&self) -> Option<&'a Node<'a>> {
        match self.at {
            At::Node(node) => Some(node),
            At::Absent | At::Blank => None,
        }
    }

    /// Asks for an object; it is a fault if there is none.
    #[doc(hidden)]
    pub fn expect_object(&mut self) {
        let _ = self.object();
    }

    pub(super) fn object(&mut self) -> Option<&'a Object<'a>> {
        self.is_object = true;
        match self.at {
            At::Node(Node::Object(object)) => Some(object),
            _ => {
                self.expected(&"an object");
                None
            }
        }
    }

    /// What the member called `name` is.
    pub(super) fn member(&mut self, name: &str) -> At<'a> {
        let Some(object) = self.object() else {
            return At::Blank;
        };
        if self.state.is_failed() {
            return At::Blank;
        }
        let members = &object.members;
        let is_it = |index: &usize| members.get(*index).is_some_and(|(other, _)| other == name);
        let count = members.len();
        let found = (self.next..count).chain(0..self.next).find(is_it);
        let Some((index, node)) = found.and_then(|at| Some((at, &members.get(at)?.1))) else {
            return At::Absent;
        };
        if self.repeats(name) {
            self.refuse(&format_args!("duplicate field `{name}`"));
            return At::Blank;
        }
        self.found += 1;
        self.next = index + 1;
        let tag = self.tags.iter_mut().find(|(tag, _)| *tag == name);
        if let Some((_, is_read)) = tag {
            *is_read = true;
        }
        At::Node(node)
    }

    /// Whether there are several members called `name`.
    pub(super) fn repeats(&self, name: &str) -> bool {
        match self.node() {
            Some(Node::Object(object)) if object.repeats => {
                let members = object.members.iter();
                members.filter(|(other, _)| other == name).count() > 1
            }
            _ => false,
        }
    }

    /// The members that a map is made of.
    pub(super) fn members(&mut self) -> impl Iterator<Item = (&'a str, &'a Node<'a>)> + use<'a> {
        let hidden = self.hidden;
        let tags: Vec<_> = self.tags.iter().map(|(tag, _)| *tag).collect();
        let members = self.object().map_or(&[][..], |object| &object.members);
        self.found = members.len();
        members
            .iter()
            .map(|(name, node)| (&**name, node))
            .filter(move |(name, _)| !hidden.contains(name) && !tags.contains(name))
    }

    /// The items of the list that stands here.
    pub(super) fn items(&mut self) -> &'a [Node<'a>] {
        match self.at {
            At::Node(_) if self.state.is_failed() => &[],
            At::Node(Node::List(items)) => items,
            _ => {
                self.expected(&"a list");
                &[]
            }
        }
    }

    /// The reader of a place inside of this one.
    pub(super) fn inside<'b>(&'b self, at: At<'b>, step: Step<'b>) -> Reader<'b> {
        self.state.use_up(|| 1);
        Reader {
            step,
            parent: Some(self),
            ..Reader::at(at, self.state)
        }
    }

    /// Another reader of this place.
    pub(super) fn again(&self) -> Reader<'_> {
        Reader {
            tags: self.tags.clone(),
            hidden: self.hidden,
            ..self.inside(self.at, Step::None)
        }
    }

    /// A reader of this place that keeps its faults to itself.
    pub(super) fn apart<'b>(&'b self, state: &'b State) -> Reader<'b> {
        Reader {
            tags: self.tags.clone(),
            hidden: self.hidden,
            ..Reader::at(self.at, state)
        }
    }

    pub(super) fn step(&self) -> (Step<'a>, Option<&'a Reader<'a>>) {
        (self.step, self.parent)
    }

    /// Counts the members that nobody asked for.
    fn close(&mut self) {
        if !std::mem::take(&mut self.is_object) {
            return;
        }
        if let At::Node(Node::Object(object)) = self.at {
            let tags = self.tags.iter().filter(|(_, is_read)| !is_read).count();
            let known = self.found.saturating_add(tags);
            self.state
                .add_unknown(object.members.len().saturating_sub(known));
        }
    }
}
