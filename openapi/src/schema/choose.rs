//! Types of alternatives.

use super::Type;
use super::body::Body;
use super::definition::Shape;
use super::labels;
use super::labels::Label;
use super::make::Maker;
use super::union::{self, Alternatives, Entry};
use super::view::{Json, Union, View};
use super::words;
use crate::report::Reason;

impl<'d> Maker<'d> {
    /// An object with alternatives of further members: all of them, and none is required.
    pub(super) fn spread(&mut self, key: &str, view: &mut View<'d>) {
        let unions = core::mem::take(&mut view.unions);
        for member in unions.into_iter().flat_map(|union| union.members) {
            let more = View::of(&member, self.dialect);
            for (name, nodes) in more.properties {
                if !view.properties.iter().any(|(known, _)| *known == name) {
                    view.properties.push((name, nodes));
                }
            }
        }
        let known = view
            .properties
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>();
        view.kinds.get_or_insert_default().insert(Json::Object);
        let detail = format!(
            "members beside alternatives of members: all are in one struct, and those of the alternatives are optional ({} in all)",
            known.len()
        );
        self.note(key, Reason::WiderType, detail);
    }

    /// Alternatives without members beside them.
    pub(super) fn union(&mut self, key: &str, view: &View<'d>, union: &Union<'d>) -> Type {
        match union::alternatives(key, view, union, self.dialect, self.options.closed_enums) {
            Alternatives::Anything => {
                let said = "one of its alternatives is anything; so is the whole";
                self.anything(key, Reason::WiderType, said.to_owned())
            }
            Alternatives::One(entry) => {
                if let Entry::Node(node) = &*entry {
                    self.labels.insert(node.place(), Label::Silent);
                }
                self.entry(&entry)
            }
            Alternatives::Tagged { tag, variants } => {
                let entries = variants.iter().map(|(_, entry)| entry);
                self.labels.extend(labels::labels(entries, self.dialect));
                let index = self.define(key, words::of_definition(view), Shape::Open);
                self.left.push((index, Body::Tagged { tag, variants }));
                Type::Named(index)
            }
            Alternatives::Untagged(entries) => self.untagged(key, view, entries),
        }
    }

    pub(super) fn untagged(&mut self, key: &str, view: &View<'d>, entries: Vec<Entry<'d>>) -> Type {
        self.labels
            .extend(labels::labels(entries.iter(), self.dialect));
        let index = self.define(key, words::of_definition(view), Shape::Open);
        self.left.push((index, Body::Untagged(entries)));
        Type::Named(index)
    }

    pub(super) fn entry(&mut self, entry: &Entry<'d>) -> Type {
        match entry {
            Entry::Node(node) => self.found(node, false),
            Entry::View { key, view } => self.viewed(key, (**view).clone()),
            Entry::Type(of) => of.clone(),
        }
    }
}
