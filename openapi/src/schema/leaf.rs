//! Types of what is of one kind: texts, numbers, lists, objects.

use super::Type;
use super::body::Body;
use super::definition::{Shape, Variant};
use super::make::Maker;
use super::view::{Additional, Choice, Json, View};
use super::words;
use crate::document::Node;
use crate::options::Options;
use crate::report::Reason;

impl<'d> Maker<'d> {
    pub(super) fn kind(&mut self, key: &str, kind: Json, view: View<'d>) -> Type {
        match kind {
            Json::Boolean => Type::Bool,
            Json::String => self.text(key, &view),
            Json::Integer => self.integer(key, &view),
            Json::Number => match view.format {
                Some("float") => Type::F32,
                Some("int32" | "int64") if view.values.is_none() => integer(&view),
                _ => Type::F64,
            },
            Json::Array => Type::List(Box::new(self.item(key, &view))),
            Json::Object => self.object(key, view),
        }
    }

    pub(super) fn text(&mut self, key: &str, view: &View<'d>) -> Type {
        let values = view.values.iter().flatten().filter_map(|choice| {
            let value = choice.value.as_str()?;
            Some(variant(value.to_owned(), choice))
        });
        let variants = unique(values.collect());
        if variants.is_empty() {
            return plain_text(view.format, self.options);
        }
        let open = view.open || !self.options.closed_enums;
        let shape = Shape::Texts { variants, open };
        Type::Named(self.define(key, words::of_definition(view), shape))
    }

    pub(super) fn integer(&mut self, key: &str, view: &View<'d>) -> Type {
        let values = view.values.iter().flatten().filter_map(|choice| {
            let value = choice.value.as_i64()?;
            Some(variant(value, choice))
        });
        let variants = unique(values.collect());
        if variants.is_empty() {
            return integer(view);
        }
        let open = view.open || !self.options.closed_enums;
        let shape = Shape::Integers { variants, open };
        Type::Named(self.define(key, words::of_definition(view), shape))
    }

    pub(super) fn item(&mut self, key: &str, view: &View<'d>) -> Type {
        match (view.tuple.as_slice(), view.items.as_slice()) {
            ([], []) => Type::Any,
            ([], [item]) => self.found(item, false),
            ([], items) => {
                let items = View::all(items, self.dialect);
                self.viewed(&format!("{key}/items"), items)
            }
            (tuple, items) => {
                let said = tuple.iter().chain(items).cloned().collect::<Vec<_>>();
                self.common(key, &said)
            }
        }
    }

    /// The one type of several nodes, or anything.
    pub(super) fn common(&mut self, key: &str, nodes: &[Node<'d>]) -> Type {
        let types = nodes
            .iter()
            .map(|node| self.found(node, false))
            .collect::<Vec<_>>();
        let mut types = types.into_iter();
        let first = types.next().unwrap_or(Type::Any);
        if types.all(|of| of == first) {
            return first;
        }
        self.anything(key, Reason::WiderType, "values of several types in fixed places or by patterns of names; they are read as anything".to_owned())
    }

    pub(super) fn object(&mut self, key: &str, view: View<'d>) -> Type {
        if !view.properties.is_empty() {
            let index = self.define(key, words::of_definition(&view), Shape::Open);
            self.left.push((index, Body::Members(Box::new(view))));
            return Type::Named(index);
        }
        let of = match &view.additional {
            Additional::Of(nodes) => self.common(key, nodes),
            _ => Type::Any,
        };
        Type::Map(Box::new(of))
    }
}

pub(super) fn plain_text(format: Option<&str>, options: &Options) -> Type {
    match format {
        Some("binary") => Type::Binary,
        Some("date-time") if options.date_time => Type::Timestamp,
        Some("date") if options.date_time => Type::Date,
        _ => Type::String,
    }
}

/// The smallest of the usual types that holds what is allowed.
pub(super) fn integer(view: &View<'_>) -> Type {
    let beyond = |limit: f64| view.maximum.is_some_and(|maximum| maximum > limit);
    let positive = view.minimum.is_some_and(|minimum| minimum >= 0.0);
    match view.format {
        Some("uint64") => Type::U64,
        Some("int32" | "int16" | "int8" | "uint8" | "uint16") if !beyond(2_147_483_647.0) => {
            Type::I32
        }
        _ if positive && beyond(9_223_372_036_854_775_807.0) => Type::U64,
        _ => Type::I64,
    }
}

pub(super) fn variant<T>(wire: T, choice: &Choice<'_>) -> Variant<T> {
    Variant {
        wire,
        called: choice.name.map(str::to_owned),
        docs: choice.words.map(crate::docs::lines).unwrap_or_default(),
    }
}

/// Values that are listed twice are listed once.
pub(super) fn unique<T: PartialEq>(variants: Vec<Variant<T>>) -> Vec<Variant<T>> {
    let mut once: Vec<Variant<T>> = Vec::new();
    for variant in variants {
        if !once.iter().any(|known| known.wire == variant.wire) {
            once.push(variant);
        }
    }
    once
}
