//! A glance at a schema: enough to say how a value travels and where a list is in an answer.
//!
//! What a schema is as a Rust type is said elsewhere; nothing is named here.

use serde_json::Value;

use crate::document::Node;

/// What values of a schema look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Text,
    Number,
    Bool,
    Binary,
    List,
    Object,
    /// One of several that look different.
    Union,
    /// The schema does not say.
    Any,
}

impl Shape {
    /// Whether it is written as one text.
    pub(crate) fn is_scalar(self) -> bool {
        matches!(self, Self::Text | Self::Number | Self::Bool)
    }
}

/// How far a glance goes; schemas that are made of each other would never end. More than a document
/// needs that means something.
struct Sight {
    /// How many schemas may still be looked at.
    left: usize,
    /// How many may still be inside of each other.
    depth: usize,
}

impl Sight {
    fn new() -> Self {
        Self {
            left: 1_000,
            depth: 24,
        }
    }

    /// Looks into a schema, one level deeper; nothing where it would be too far.
    fn into<'d, T>(
        &mut self,
        schema: &Node<'d>,
        look: impl FnOnce(&mut Self, Node<'d>) -> T,
    ) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        self.depth = self.depth.checked_sub(1)?;
        let seen = schema.resolved().ok().map(|schema| look(self, schema));
        self.depth += 1;
        seen
    }
}

/// A member of an object: its name, its schema, and whether it is always there.
pub(crate) type Member<'d> = (String, Node<'d>, bool);

/// What values look like, `null` aside.
pub(crate) fn shape(schema: &Node<'_>) -> Shape {
    shape_within(schema, &mut Sight::new())
}

fn shape_within(schema: &Node<'_>, sight: &mut Sight) -> Shape {
    sight
        .into(schema, |sight, schema| resolved_shape(&schema, sight))
        .unwrap_or(Shape::Any)
}

fn resolved_shape(schema: &Node<'_>, sight: &mut Sight) -> Shape {
    if let Some(shape) = typed(schema) {
        return shape;
    }
    let parts = |key| schema.get(key).into_iter().flat_map(|list| list.items());
    let mut all = parts("allOf").map(|part| shape_within(&part, sight));
    if let Some(shape) = all.find(|shape| *shape != Shape::Any) {
        return shape;
    }
    let any: Vec<_> = parts("anyOf")
        .chain(parts("oneOf"))
        .filter(|part| !is_null(part))
        .map(|part| shape_within(&part, sight))
        .collect();
    union(&any)
}

/// What a schema says by itself.
fn typed(schema: &Node<'_>) -> Option<Shape> {
    let words: Vec<_> = match schema.get("type").map(|ty| ty.value()) {
        Some(Value::String(word)) => vec![word.as_str()],
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let named: Vec<_> = words
        .into_iter()
        .filter(|word| *word != "null")
        .map(|word| of_word(schema, word))
        .collect();
    let has = |key| schema.get(key).is_some();
    match named.as_slice() {
        [] if has("properties") || has("additionalProperties") => Some(Shape::Object),
        [] if has("items") => Some(Shape::List),
        [] if has("enum") || has("const") => Some(Shape::Text),
        [] => None,
        named => Some(union(named)),
    }
}

fn of_word(schema: &Node<'_>, word: &str) -> Shape {
    match word {
        "string" if schema.text("format") == Some("binary") => Shape::Binary,
        "string" if schema.text("contentMediaType") == Some("application/octet-stream") => {
            Shape::Binary
        }
        "string" => Shape::Text,
        "integer" | "number" => Shape::Number,
        "boolean" => Shape::Bool,
        "array" => Shape::List,
        "object" => Shape::Object,
        "file" => Shape::Binary,
        _ => Shape::Any,
    }
}

/// Several that look alike look like each of them; several scalars are texts.
fn union(shapes: &[Shape]) -> Shape {
    match shapes {
        [] => Shape::Any,
        [first, rest @ ..] if rest.iter().all(|shape| shape == first) => *first,
        several if several.iter().all(|shape| shape.is_scalar()) => Shape::Text,
        _ => Shape::Union,
    }
}

fn is_null(schema: &Node<'_>) -> bool {
    schema.text("type") == Some("null")
}

/// The members of an object, with those of the schemas that it is made of; the first of a name wins.
pub(crate) fn members<'d>(schema: &Node<'d>) -> Vec<Member<'d>> {
    let mut found = Vec::new();
    gather(schema, &mut Sight::new(), &mut found);
    found
}

/// More members than any object has that means something.
const MEMBERS: usize = 4096;

fn gather<'d>(schema: &Node<'d>, sight: &mut Sight, found: &mut Vec<Member<'d>>) {
    sight.into(schema, |sight, schema| {
        gather_resolved(&schema, sight, found);
    });
}

fn gather_resolved<'d>(schema: &Node<'d>, sight: &mut Sight, found: &mut Vec<Member<'d>>) {
    let required = schema.get("required");
    let required = required.iter().flat_map(Node::items);
    let required: Vec<_> = required.filter_map(|name| name.value().as_str()).collect();
    for (name, member) in schema.get("properties").iter().flat_map(Node::members) {
        let always = required.contains(&name);
        let known = found.iter_mut().find(|(known, ..)| known == name);
        if let Some((.., required)) = known {
            *required |= always;
        } else if found.len() < MEMBERS {
            found.push((name.to_owned(), member, always));
        }
    }
    let parts = |key| schema.get(key).into_iter().flat_map(|list| list.items());
    parts("allOf").for_each(|part| gather(&part, sight, found));
    // `anyOf: [X, null]` is X that may be missing.
    let some: Vec<_> = parts("anyOf")
        .chain(parts("oneOf"))
        .filter(|part| !is_null(part))
        .collect();
    if let [only] = some.as_slice() {
        gather(only, sight, found);
    }
}

/// How many schemas are gone through to a list.
const HOPS: usize = 24;

/// The schema of the elements of a list.
pub(crate) fn element<'d>(schema: &Node<'d>) -> Option<Node<'d>> {
    let mut schema = schema.resolved().ok()?;
    for _ in 0..HOPS {
        if let Some(items) = schema.get("items") {
            return Some(items);
        }
        let parts = |key| schema.get(key).into_iter().flat_map(|list| list.items());
        let parts = parts("allOf").chain(parts("anyOf")).chain(parts("oneOf"));
        let mut lists = parts.filter(|part| shape(part) == Shape::List);
        let first = lists.next()?.resolved().ok()?;
        schema = first;
    }
    None
}
