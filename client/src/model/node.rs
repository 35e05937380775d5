//! A document as it was read, before anybody knows what it means.
//!
//! Strings are borrowed from the input where it lasts long enough and has no escapes. The tree is
//! our own and not `serde_json::Value`, which copies every name and orders them.

use core::cell::Cell;
use core::fmt;
use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

/// How deep lists and objects may stand in each other, as in `serde_json`.
const DEPTH: u32 = 128;

/// The only name in the object that stands for a number where some crate has switched on
/// `serde_json/arbitrary_precision`.
const NUMBER: &str = "$serde_json::private::Number";

/// Any JSON.
#[derive(Debug)]
pub(super) enum Node<'de> {
    Null,
    Bool(bool),
    Number(Number),
    Text(Cow<'de, str>),
    List(Vec<Node<'de>>),
    Object(Object<'de>),
}

/// The members of an object, in their order.
#[derive(Debug)]
pub(super) struct Object<'de> {
    pub(super) members: Vec<(Cow<'de, str>, Node<'de>)>,
    /// Whether a name occurs twice.
    pub(super) repeats: bool,
}

impl<'de> Node<'de> {
    /// A document, and of how many nodes it is made.
    pub(super) fn read<D: Deserializer<'de>>(deserializer: D) -> Result<(Self, usize), D::Error> {
        let count = Cell::new(0);
        let within = Within {
            depth: DEPTH,
            count: &count,
        };
        let node = within.deserialize(deserializer)?;
        Ok((node, count.get()))
    }

    /// What it is, in the words of an error.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// How much there is to copy.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) => 1,
            Self::Text(text) => 1 + text.len() / 64,
            Self::List(items) => items.iter().map(Self::size).sum::<usize>() + 1,
            Self::Object(object) => {
                let members = object.members.iter();
                members.map(|(_, node)| node.size()).sum::<usize>() + 1
            }
        }
    }

    pub(super) fn to_value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(is) => Value::Bool(*is),
            Self::Number(number) => Value::Number(number.clone()),
            Self::Text(text) => Value::String(text.clone().into_owned()),
            Self::List(items) => Value::Array(items.iter().map(Self::to_value).collect()),
            Self::Object(object) => {
                let members = object.members.iter();
                Value::Object(
                    members
                        .map(|(name, node)| (name.clone().into_owned(), node.to_value()))
                        .collect(),
                )
            }
        }
    }
}

/// Reads a node that may be so deep, and counts it.
#[derive(Clone, Copy)]
struct Within<'c> {
    depth: u32,
    count: &'c Cell<usize>,
}

impl Within<'_> {
    fn inside<E: Error>(self) -> Result<Self, E> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self { depth, ..self }),
            None => Err(E::custom("recursion limit exceeded")),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Within<'_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        self.count.set(self.count.get().saturating_add(1));
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Within<'_> {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Node<'de>, D::Error> {
        self.deserialize(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Node<'de>, D::Error> {
        self.deserialize(inner)
    }

    fn visit_bool<E>(self, is: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(is))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node<'de>, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node<'de>, E> {
        Ok(Node::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node<'de>, E> {
        Ok(Number::from_f64(number).map_or(Node::Null, Node::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    fn visit_string<E>(self, text: String) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(text)))
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<Node<'de>, S::Error> {
        let inside = self.inside()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(inside)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Node<'de>, M::Error> {
        let inside = self.inside()?;
        let mut members = Vec::new();
        while let Some(name) = map.next_key_seed(Name)? {
            let node = map.next_value_seed(inside)?;
            members.push((name, node));
        }
        Ok(match number(&members) {
            Some(number) => Node::Number(number),
            None => Node::Object(Object {
                repeats: repeats(&members),
                members,
            }),
        })
    }
}

fn number(members: &[(Cow<'_, str>, Node<'_>)]) -> Option<Number> {
    match members {
        [(name, Node::Text(digits))] if name == NUMBER => digits.parse().ok(),
        _ => None,
    }
}

fn repeats(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    const FEW: usize = 16;
    if members.len() > FEW {
        let mut seen = HashSet::with_capacity(members.len());
        return !members.iter().all(|(name, _)| seen.insert(&**name));
    }
    let mut rest = members;
    while let [(name, _), behind @ ..] = rest {
        if behind.iter().any(|(other, _)| other == name) {
            return true;
        }
        rest = behind;
    }
    false
}

/// A name, borrowed where it can be: serde's own `Cow` always copies.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}
