//! Values with parts of one type, and any JSON.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::node::Node;
use super::reader::{At, Step};
use super::writer::Scalar;
use super::{Reader, Wire, Writer};

impl<T: Wire> Wire for Option<T> {
    const IS_NOT_ITS_OWN_ALTERNATIVE: bool = T::IS_NOT_ITS_OWN_ALTERNATIVE;

    fn read(reader: &mut Reader<'_>) -> Self {
        match reader.at {
            At::Node(Node::Null) => T::of_null(),
            At::Node(_) => Some(reader.value()),
            At::Absent | At::Blank => None,
        }
    }

    fn write(&self, writer: &mut Writer<'_>) {
        match self {
            Some(value) => value.write(writer),
            None => writer.sink.scalar(Scalar::Null),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn of_null() -> Option<Self> {
        Some(T::of_null())
    }
}

impl<T: Wire> Wire for Box<T> {
    const CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP: bool =
        T::CONTAINS_ITSELF_ONLY_IN_AN_OPTION_A_VEC_OR_A_MAP;
    const IS_NOT_ITS_OWN_ALTERNATIVE: bool = T::IS_NOT_ITS_OWN_ALTERNATIVE;

    fn read(reader: &mut Reader<'_>) -> Self {
        Self::new(T::read(reader))
    }

    fn write(&self, writer: &mut Writer<'_>) {
        T::write(self, writer);
    }

    fn is_absent(&self) -> bool {
        T::is_absent(self)
    }

    fn of_null() -> Option<Self> {
        T::of_null().map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read(reader: &mut Reader<'_>) -> Self {
        let items = reader.items();
        let mut list = Self::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            list.push(reader.inside(At::Node(item), Step::Item(index)).value());
            if reader.state.is_failed() {
                break;
            }
        }
        list
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.sink.list(self.len());
        for item in self {
            writer.sink.item(item);
        }
    }
}

/// Reads the members of an object, the last one where a name occurs twice.
fn map<M: Extend<(String, T)> + Default, T: Wire>(reader: &mut Reader<'_>) -> M {
    let mut map = M::default();
    for (name, node) in reader.members() {
        let value = reader.inside(At::Node(node), Step::Member(name)).value();
        map.extend([(name.to_owned(), value)]);
        if reader.state.is_failed() {
            break;
        }
    }
    map
}

impl<T: Wire> Wire for BTreeMap<String, T> {
    fn read(reader: &mut Reader<'_>) -> Self {
        map(reader)
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.object();
        for (name, value) in self {
            writer.sink.entry(name, value);
        }
    }
}

impl<T: Wire> Wire for HashMap<String, T> {
    fn read(reader: &mut Reader<'_>) -> Self {
        map(reader)
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.object();
        for (name, value) in self {
            writer.sink.entry(name, value);
        }
    }
}

impl Wire for Value {
    fn read(reader: &mut Reader<'_>) -> Self {
        match reader.node() {
            Some(node) => {
                reader.state.use_up(|| node.size());
                node.to_value()
            }
            None => {
                reader.expected(&"a value");
                Self::Null
            }
        }
    }

    fn write(&self, writer: &mut Writer<'_>) {
        match self {
            Self::Null => writer.sink.scalar(Scalar::Unit),
            Self::Bool(is) => writer.sink.scalar(Scalar::Bool(*is)),
            Self::Number(number) => writer.sink.scalar(Scalar::Number(number)),
            Self::String(text) => writer.text(text),
            Self::Array(items) => items.write(writer),
            Self::Object(members) => {
                writer.object();
                for (name, value) in members {
                    writer.sink.entry(name, value);
                }
            }
        }
    }
}
