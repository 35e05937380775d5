//! What the words of a schema add to what is known.
//!
//! In: a [`View`] and a node. Out: the view with what the node says.

use super::says::is_anything;
use super::view::{Additional, Choice, Json, Union, View, kind_of};
use crate::document::Node;
use serde_json::Value;
use std::collections::BTreeSet;

impl<'d> View<'d> {
    pub(super) fn add(&mut self, node: &Node<'d>) {
        self.add_kinds(node);
        self.add_values(node);
        self.add_members(node);
        self.add_items(node);
        self.add_unions(node);
        self.format = self.format.or_else(|| node.text("format"));
        let encoded = node.get("contentEncoding").is_some();
        if node.text("contentMediaType") == Some("application/octet-stream") && !encoded {
            self.format = Some("binary");
        }
        let number = |key| node.get(key).and_then(|node| node.value().as_f64());
        self.minimum = self
            .minimum
            .or_else(|| number("minimum").or_else(|| number("exclusiveMinimum")));
        self.maximum = self
            .maximum
            .or_else(|| number("maximum").or_else(|| number("exclusiveMaximum")));
    }

    pub(super) fn add_kinds(&mut self, node: &Node<'d>) {
        let said = match node.get("type") {
            Some(said) if said.value().is_array() => said.items().collect(),
            said => Vec::from_iter(said),
        };
        let words = said
            .iter()
            .filter_map(|node| node.value().as_str())
            .collect::<Vec<_>>();
        let kinds = words
            .iter()
            .filter_map(|word| kind_called(word))
            .collect::<BTreeSet<_>>();
        self.only_null |= words == ["null"];
        if words == ["file"] {
            self.format = Some("binary");
        }
        if kinds.is_empty() {
            return;
        }
        self.kinds = Some(match &self.kinds {
            None => kinds,
            Some(known) => {
                let both = common(known, &kinds);
                self.conflict |= both.is_empty();
                both
            }
        });
    }

    pub(super) fn add_values(&mut self, node: &Node<'d>) {
        let listed = node.get("enum").filter(|values| values.value().is_array());
        let values = match (listed, node.get("const")) {
            (Some(values), _) => values.items().map(|node| node.value()).collect(),
            (None, Some(value)) => vec![value.value()],
            (None, None) => return,
        };
        let text = |key: &str, at: usize| {
            let texts = node.get(key)?.value().as_array()?;
            texts.get(at)?.as_str()
        };
        self.only_null |= !values.is_empty() && values.iter().all(|value| value.is_null());
        let choices = values.iter().enumerate().map(|(at, value)| Choice {
            value,
            name: text("x-enum-varnames", at).or_else(|| text("x-enumNames", at)),
            words: text("x-enum-descriptions", at),
        });
        let mut choices = choices
            .filter(|choice| !choice.value.is_null())
            .collect::<Vec<_>>();
        if let Some(known) = &self.values {
            choices.retain(|choice| known.iter().any(|known| known.value == choice.value));
            self.conflict |= choices.is_empty() && !known.is_empty();
        }
        self.values = Some(choices);
    }

    pub(super) fn add_members(&mut self, node: &Node<'d>) {
        for (key, property) in node
            .get("properties")
            .into_iter()
            .flat_map(|all| all.members())
        {
            let at = *self.indices.entry(key).or_insert(self.properties.len());
            match self.properties.get_mut(at) {
                Some((_, nodes)) => nodes.push(property),
                None => self.properties.push((key, vec![property])),
            }
        }
        let required = node.get("required").into_iter().flat_map(|all| all.items());
        self.required
            .extend(required.filter_map(|name| name.value().as_str()));
        let patterns = node
            .get("patternProperties")
            .into_iter()
            .flat_map(|all| all.members());
        let patterns = patterns.map(|(_, node)| node).collect::<Vec<_>>();
        let said = node
            .get("additionalProperties")
            .or_else(|| node.get("unevaluatedProperties"));
        self.additional = match (core::mem::take(&mut self.additional), said, patterns) {
            (Additional::Of(nodes), ..) => Additional::Of(nodes),
            (_, Some(node), mut nodes) if node.value().is_object() && !is_anything(&node) => {
                nodes.push(node);
                Additional::Of(nodes)
            }
            (_, _, nodes) if !nodes.is_empty() => Additional::Of(nodes),
            (_, Some(node), _) if node.value() == &Value::Bool(false) => Additional::None,
            (_, Some(_), _) => Additional::Any,
            (known, None, _) => known,
        };
    }

    pub(super) fn add_items(&mut self, node: &Node<'d>) {
        match node.get("items") {
            Some(items) if items.value().is_array() => self.tuple.extend(items.items()),
            Some(items) if items.value().is_object() => self.items.push(items),
            _ => {}
        }
        self.tuple.extend(
            node.get("prefixItems")
                .into_iter()
                .flat_map(|all| all.items()),
        );
    }

    pub(super) fn add_unions(&mut self, node: &Node<'d>) {
        let discriminator = node
            .get("discriminator")
            .filter(|node| node.text("propertyName").is_some());
        for key in ["oneOf", "anyOf"] {
            let members = node
                .get(key)
                .into_iter()
                .flat_map(|all| all.items())
                .collect::<Vec<_>>();
            if !members.is_empty() {
                let discriminator = discriminator.clone();
                self.unions.push(Union {
                    members,
                    discriminator,
                });
            }
        }
    }

    /// Kinds that are not said, but follow.
    pub(super) fn infer(&mut self) {
        if self.kinds.is_some() {
            return;
        }
        let members = !self.properties.is_empty() || !matches!(self.additional, Additional::Unsaid);
        let kinds = match &self.values {
            Some(values) => values
                .iter()
                .filter_map(|choice| kind_of(choice.value))
                .collect(),
            None if members => BTreeSet::from([Json::Object]),
            None if !self.items.is_empty() || !self.tuple.is_empty() => {
                BTreeSet::from([Json::Array])
            }
            None if self.format == Some("binary") => BTreeSet::from([Json::String]),
            None => return,
        };
        self.kinds = Some(kinds).filter(|kinds| !kinds.is_empty());
    }
}

pub(super) fn common(one: &BTreeSet<Json>, other: &BTreeSet<Json>) -> BTreeSet<Json> {
    let mut both = one.intersection(other).copied().collect::<BTreeSet<_>>();
    let halves = [(one, other), (other, one)];
    let narrower = halves
        .iter()
        .any(|(a, b)| a.contains(&Json::Integer) && b.contains(&Json::Number));
    if narrower && !both.contains(&Json::Number) {
        both.insert(Json::Integer);
    }
    both
}

pub(super) fn kind_called(word: &str) -> Option<Json> {
    Some(match word {
        "string" | "file" => Json::String,
        "integer" | "int" => Json::Integer,
        "number" => Json::Number,
        "boolean" => Json::Boolean,
        "array" => Json::Array,
        "object" => Json::Object,
        _ => return None,
    })
}
