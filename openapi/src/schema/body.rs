//! What definitions hold.

use super::Type;
use super::definition::{Member, Shape};
use super::make::Maker;
use super::says;
use super::union::Entry;
use super::view::{Additional, View};
use super::words;
use crate::document::Node;

impl<'d> Maker<'d> {
    pub(super) fn shape(&mut self, index: usize, body: Body<'d>) -> Shape {
        let open = !self.options.closed_enums;
        match body {
            Body::Members(view) => self.members(index, &view),
            Body::Tagged { tag, variants } => {
                let variants = variants
                    .into_iter()
                    .map(|(wires, entry)| (wires, without_null(self.entry(&entry))));
                let variants = variants.collect();
                Shape::Tagged {
                    tag,
                    variants,
                    open,
                }
            }
            Body::Untagged(entries) => {
                let mut variants = Vec::new();
                for entry in entries {
                    let of = without_null(self.entry(&entry));
                    if !variants.contains(&of) {
                        variants.push(of);
                    }
                }
                untagged(variants, open)
            }
        }
    }

    pub(super) fn members(&mut self, index: usize, view: &View<'d>) -> Shape {
        let key = self
            .definitions
            .get(index)
            .map(|definition| definition.key.clone());
        let key = key.unwrap_or_default();
        let members = view
            .properties
            .iter()
            .map(|(wire, nodes)| self.member(&key, view, wire, nodes));
        let members = members.collect();
        let rest = match &view.additional {
            Additional::Unsaid | Additional::None => None,
            Additional::Any => Some(Type::Any),
            Additional::Of(nodes) => Some(self.common(&key, nodes)),
        };
        Shape::Struct { members, rest }
    }

    pub(super) fn member(
        &mut self,
        key: &str,
        view: &View<'d>,
        wire: &str,
        nodes: &[Node<'d>],
    ) -> Member {
        let mut distinct: Vec<Node<'d>> = Vec::new();
        for node in nodes.iter().filter(|node| !says::is_words(node)) {
            let place = |node: &Node<'d>| node.resolved().map(|node| node.place()).ok();
            if !distinct.iter().any(|known| place(known) == place(node)) {
                distinct.push(node.clone());
            }
        }
        let of = match distinct.as_slice() {
            [] => Type::Any,
            [node] => self.found(node, false),
            nodes => {
                let wire = wire.replace('~', "~0").replace('/', "~1");
                let view = View::all(nodes, self.dialect);
                self.viewed(&format!("{key}/properties/{wire}/~all"), view)
            }
        };
        let flag = |key| {
            nodes
                .iter()
                .any(|node| node.is(key) || node.resolved().is_ok_and(|node| node.is(key)))
        };
        Member {
            wire: wire.to_owned(),
            required: view.required.contains(wire) || nodes.iter().any(|node| node.is("required")),
            read_only: flag("readOnly"),
            write_only: flag("writeOnly"),
            fixed: None,
            docs: words::of_member(nodes, matches!(of, Type::Named(_))),
            of,
        }
    }
}

/// What a definition is to be filled with.
pub(super) enum Body<'d> {
    Members(Box<View<'d>>),
    Tagged {
        tag: String,
        variants: Vec<(Vec<String>, Entry<'d>)>,
    },
    Untagged(Vec<Entry<'d>>),
}

/// Alternatives that are told apart by what they hold.
pub(super) fn untagged(mut variants: Vec<Type>, open: bool) -> Shape {
    match variants.as_slice() {
        [_] => Shape::Newtype(variants.remove(0)),
        variants if variants.contains(&Type::Any) => Shape::Newtype(Type::Any),
        _ => Shape::Untagged { variants, open },
    }
}

pub(super) fn without_null(of: Type) -> Type {
    match of {
        Type::Nullable(of) => *of,
        of => of,
    }
}
