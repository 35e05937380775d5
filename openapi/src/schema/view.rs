//! A schema as it counts: with whatever `allOf` and references bring into it.
//!
//! In: nodes that all hold at once. Out: one [`View`] of what they say together. Makes no types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::document::{Dialect, Node};

/// Kinds of JSON, without null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Json {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
}

/// What stands behind members that are not named.
#[derive(Clone, Debug, Default)]
pub(super) enum Additional<'d> {
    #[default]
    Unsaid,
    None,
    Any,
    /// One of these.
    Of(Vec<Node<'d>>),
}

/// Alternatives, of which one or some hold.
#[derive(Clone, Debug)]
pub(super) struct Union<'d> {
    pub(super) members: Vec<Node<'d>>,
    pub(super) discriminator: Option<Node<'d>>,
}

/// A value that an enumeration lists, with what the document calls it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice<'d> {
    pub(super) value: &'d Value,
    pub(super) name: Option<&'d str>,
    pub(super) words: Option<&'d str>,
}

/// What schemas say together.
#[derive(Clone, Debug, Default)]
pub(super) struct View<'d> {
    /// Kinds that are allowed; none if nothing is said.
    pub(super) kinds: Option<BTreeSet<Json>>,
    pub(super) nullable: bool,
    /// Nothing but null is allowed.
    pub(super) only_null: bool,
    /// In the order of the document; several nodes where several parts say something.
    pub(super) properties: Vec<(&'d str, Vec<Node<'d>>)>,
    pub(super) required: BTreeSet<&'d str>,
    pub(super) additional: Additional<'d>,
    pub(super) items: Vec<Node<'d>>,
    pub(super) tuple: Vec<Node<'d>>,
    /// Values that are allowed, without null.
    pub(super) values: Option<Vec<Choice<'d>>>,
    /// More values than those are allowed, whatever the options say.
    pub(super) open: bool,
    pub(super) unions: Vec<Union<'d>>,
    pub(super) format: Option<&'d str>,
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    /// Two parts contradict each other.
    pub(super) conflict: bool,
    pub(super) description: Option<&'d str>,
    pub(super) title: Option<&'d str>,
    pub(super) seen: BTreeSet<String>,
    pub(super) indices: BTreeMap<&'d str, usize>,
}

/// More parts than any schema has.
const PARTS: usize = 2_000;

impl<'d> View<'d> {
    /// What a schema says, with its references followed.
    pub(super) fn of(node: &Node<'d>, dialect: Dialect) -> Self {
        Self::all(core::slice::from_ref(node), dialect)
    }

    /// What schemas say together.
    pub(super) fn all(nodes: &[Node<'d>], dialect: Dialect) -> Self {
        let mut view = Self::default();
        // Depth first, in the order of the document, without recursion.
        let mut open = nodes.iter().rev().cloned().collect::<Vec<_>>();
        while let Some(node) = open.pop() {
            if view.seen.len() > PARTS || !view.seen.insert(node.place()) {
                continue;
            }
            let target = node
                .reference()
                .and_then(|target| node.followed(target).ok());
            if node.reference().is_none() || dialect == Dialect::OpenApi31 {
                view.add(&node);
                let parts = node.get("allOf").into_iter().flat_map(|all| all.items());
                let parts = parts.collect::<Vec<_>>();
                open.extend(parts.into_iter().rev());
            }
            open.extend(target);
        }
        view.infer();
        let says = |node: &&Node<'d>| !is_words(node);
        let mut said = nodes.iter().filter(says).peekable();
        view.nullable = said.peek().is_some() && said.all(takes_null);
        let first = nodes.first().and_then(|node| node.resolved().ok());
        let text = |key| first.as_ref().and_then(|node| node.text(key));
        (view.description, view.title) = (text("description"), text("title"));
        view
    }

    /// The only kind, if there is only one.
    pub(super) fn kind(&self) -> Option<Json> {
        let kinds = self.kinds.as_ref()?;
        kinds.first().copied().filter(|_| kinds.len() == 1)
    }

    /// The part of it that is of one kind.
    pub(super) fn only(&self, kind: Json) -> Self {
        let values = self.values.as_ref().map(|values| {
            let fits = |choice: &&Choice<'_>| {
                kind_of(choice.value)
                    .is_some_and(|k| k == kind || (k, kind) == (Json::Integer, Json::Number))
            };
            values.iter().filter(fits).cloned().collect::<Vec<_>>()
        });
        Self {
            kinds: Some(BTreeSet::from([kind])),
            values: values.filter(|values| !values.is_empty()),
            ..self.clone()
        }
    }

    fn add(&mut self, node: &Node<'d>) {
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

    fn add_kinds(&mut self, node: &Node<'d>) {
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

    fn add_values(&mut self, node: &Node<'d>) {
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

    fn add_members(&mut self, node: &Node<'d>) {
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

    fn add_items(&mut self, node: &Node<'d>) {
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

    fn add_unions(&mut self, node: &Node<'d>) {
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
    fn infer(&mut self) {
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

/// The one schema that a schema stands for, where nothing but words stands beside it.
pub(super) fn sole<'d>(node: &Node<'d>, dialect: Dialect) -> Option<Node<'d>> {
    if let Some(reference) = node.reference() {
        let ignored = dialect != Dialect::OpenApi31;
        return if ignored || !says(node) {
            node.followed(reference).ok()
        } else {
            None
        };
    }
    let parts = node
        .get("allOf")?
        .items()
        .filter(|part| !is_words(part))
        .collect::<Vec<_>>();
    let [part] = parts.as_slice() else {
        return None;
    };
    (!says(node)).then(|| part.clone())
}

/// Whether null is allowed, in the words of either dialect.
pub(super) fn takes_null(node: &Node<'_>) -> bool {
    takes_null_within(node, 0)
}

fn takes_null_within(node: &Node<'_>, depth: usize) -> bool {
    if depth > 8 {
        return false;
    }
    let said = node.is("nullable") || node.is("x-nullable") || is_null(node);
    let listed = |key: &str, null: &Value| {
        let list = node.get(key);
        list.is_some_and(|list| list.items().any(|item| item.value() == null))
    };
    if said || listed("type", &Value::from("null")) || listed("enum", &Value::Null) {
        return true;
    }
    if let Some(reference) = node.reference() {
        let target = node.followed(reference);
        return target.is_ok_and(|target| takes_null_within(&target, depth + 1));
    }
    let mut alternatives = ["oneOf", "anyOf"]
        .iter()
        .filter_map(|key| node.get(key))
        .flat_map(|all| all.items());
    if alternatives.any(|member| takes_null_within(&member, depth + 1)) {
        return true;
    }
    let parts = node
        .get("allOf")
        .into_iter()
        .flat_map(|all| all.items())
        .collect::<Vec<_>>();
    let worded = |part: &Node<'_>| is_words(part) && takes_null_within(part, depth + 1);
    let single = sole(node, Dialect::OpenApi30);
    parts.iter().any(worded) || single.is_some_and(|part| takes_null_within(&part, depth + 1))
}

/// Whether nothing but null is allowed.
pub(super) fn is_null(node: &Node<'_>) -> bool {
    let value = node.value();
    let only =
        |list: &Vec<Value>, null: &Value| !list.is_empty() && list.iter().all(|item| item == null);
    match (value.get("type"), value.get("enum"), value.get("const")) {
        (Some(Value::String(word)), ..) if word == "null" => true,
        (Some(Value::Array(words)), ..) if only(words, &Value::from("null")) => true,
        (_, Some(Value::Array(values)), _) if only(values, &Value::Null) => true,
        (_, _, Some(Value::Null)) => true,
        _ => false,
    }
}

/// Whether a schema allows anything.
pub(super) fn is_anything(node: &Node<'_>) -> bool {
    match node.value() {
        Value::Object(_) => is_words(node) && !node.is("nullable"),
        value => value != &Value::Bool(false),
    }
}

/// Whether a schema says nothing about values: only words, and perhaps null.
pub(super) fn is_words(node: &Node<'_>) -> bool {
    node.value().is_object()
        && node.reference().is_none()
        && node.get("allOf").is_none()
        && !says(node)
}

/// Whether something beside references and parts says more than a type already does.
fn says(node: &Node<'_>) -> bool {
    let refers = node.reference().is_some() || node.get("allOf").is_some();
    node.members().any(|(key, value)| match key {
        "type" => !refers,
        "required" => value
            .value()
            .as_array()
            .is_some_and(|names| !names.is_empty()),
        key => SAYS.contains(&key),
    })
}

fn common(one: &BTreeSet<Json>, other: &BTreeSet<Json>) -> BTreeSet<Json> {
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

fn kind_called(word: &str) -> Option<Json> {
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

fn kind_of(value: &Value) -> Option<Json> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(_) => Json::Boolean,
        Value::Number(number) if number.is_f64() => Json::Number,
        Value::Number(_) => Json::Integer,
        Value::String(_) => Json::String,
        Value::Array(_) => Json::Array,
        Value::Object(_) => Json::Object,
    })
}

/// Words of a schema that make a type another one.
const SAYS: &[&str] = &[
    "properties",
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "oneOf",
    "anyOf",
    "format",
    "contentMediaType",
];
