//! The serializer that makes a tree. It is one of serde's and knows nothing of styles.
//!
//! It is long because serde has thirty kinds of values; each of them is one line here.

use core::fmt::Display;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::Tree;

/// More levels than any vendor reads, and far fewer than a stack holds.
const DEEPEST: u8 = 64;

/// The one field of a number of serde_json's that keeps all its digits.
const NUMBER: &str = "$serde_json::private::Number";

/// Makes a tree at a depth.
#[derive(Clone, Copy, Default)]
pub(super) struct Planter {
    depth: u8,
}

/// Why there is none.
#[derive(Debug)]
pub(super) struct Refused(pub(super) String);

impl Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: Display>(text: T) -> Self {
        Self(format!("cannot be written ({text})"))
    }
}

impl Planter {
    fn deeper(self) -> Result<Self, Refused> {
        match self.depth < DEEPEST {
            true => Ok(Self {
                depth: self.depth + 1,
            }),
            false => Err(Refused(format!(
                "has more than {DEEPEST} levels; give it a flat value"
            ))),
        }
    }

    fn branch(self, variant: Option<&'static str>) -> Result<Branch, Refused> {
        Ok(Branch {
            inside: self.deeper()?,
            variant,
            items: Vec::new(),
            fields: Vec::new(),
            key: String::new(),
        })
    }
}

/// A list or an object that is being read.
pub(super) struct Branch {
    inside: Planter,
    /// The variant of an enum that all of it belongs to.
    variant: Option<&'static str>,
    items: Vec<Tree>,
    fields: Vec<(String, Tree)>,
    /// The key of a map whose value comes next.
    key: String,
}

impl Branch {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        match value.serialize(self.inside)? {
            Tree::Absent => {}
            tree => self.items.push(tree),
        }
        Ok(())
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), Refused> {
        match value.serialize(self.inside)? {
            Tree::Absent => {}
            tree => self.fields.push((key, tree)),
        }
        Ok(())
    }

    fn list(self) -> Tree {
        of_variant(self.variant, Tree::List(self.items))
    }

    fn object(mut self) -> Tree {
        let only = self.fields.pop();
        match only {
            Some((key, number)) if key == NUMBER && self.fields.is_empty() => number,
            last => {
                self.fields.extend(last);
                of_variant(self.variant, Tree::Fields(self.fields))
            }
        }
    }
}

fn of_variant(variant: Option<&'static str>, tree: Tree) -> Tree {
    match variant {
        Some(variant) => Tree::Fields(vec![(variant.to_owned(), tree)]),
        None => tree,
    }
}

fn text(value: impl Display) -> Result<Tree, Refused> {
    Ok(Tree::Text(value.to_string()))
}

/// As JSON writes it: the shortest digits that mean this number.
fn number(value: &(impl Serialize + ?Sized), is_finite: bool) -> Result<Tree, Refused> {
    if !is_finite {
        return Err(Refused(
            "holds a number that is not finite; give it one that is".to_owned(),
        ));
    }
    let digits = serde_json::to_string(value);
    digits.map(Tree::Text).map_err(Refused::custom)
}

impl Serializer for Planter {
    type Ok = Tree;
    type Error = Refused;
    type SerializeSeq = Branch;
    type SerializeTuple = Branch;
    type SerializeTupleStruct = Branch;
    type SerializeTupleVariant = Branch;
    type SerializeMap = Branch;
    type SerializeStruct = Branch;
    type SerializeStructVariant = Branch;

    fn serialize_bool(self, value: bool) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_i8(self, value: i8) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_i16(self, value: i16) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_i32(self, value: i32) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_i64(self, value: i64) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_i128(self, value: i128) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_u8(self, value: u8) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_u16(self, value: u16) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_u32(self, value: u32) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_u64(self, value: u64) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_u128(self, value: u128) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_f32(self, value: f32) -> Result<Tree, Refused> {
        number(&value, value.is_finite())
    }

    fn serialize_f64(self, value: f64) -> Result<Tree, Refused> {
        number(&value, value.is_finite())
    }

    fn serialize_char(self, value: char) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_str(self, value: &str) -> Result<Tree, Refused> {
        text(value)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<Tree, Refused> {
        Err(Refused(
            "holds bytes, which are no text; encode them first".to_owned(),
        ))
    }

    fn serialize_none(self) -> Result<Tree, Refused> {
        Ok(Tree::Absent)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Tree, Refused> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Tree, Refused> {
        Ok(Tree::Absent)
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<Tree, Refused> {
        text(name)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Tree, Refused> {
        text(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<Tree, Refused> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Tree, Refused> {
        let tree = value.serialize(self.deeper()?)?;
        Ok(of_variant(Some(variant), tree))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Branch, Refused> {
        self.branch(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<Branch, Refused> {
        self.branch(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Branch, Refused> {
        self.branch(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Branch, Refused> {
        self.branch(Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Branch, Refused> {
        self.branch(None)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Branch, Refused> {
        self.branch(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Branch, Refused> {
        self.branch(Some(variant))
    }
}

/// The four kinds of lists that serde knows are read alike.
macro_rules! lists {
    ($($list:ident::$item:ident),*) => {$(
        impl $list for Branch {
            type Ok = Tree;
            type Error = Refused;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.item(value)
            }

            fn end(self) -> Result<Tree, Refused> {
                Ok(self.list())
            }
        }
    )*};
}

lists!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

/// And the two kinds of structs.
macro_rules! structs {
    ($($object:ident),*) => {$(
        impl $object for Branch {
            type Ok = Tree;
            type Error = Refused;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Refused> {
                self.field(key.to_owned(), value)
            }

            fn end(self) -> Result<Tree, Refused> {
                Ok(self.object())
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Branch {
    type Ok = Tree;
    type Error = Refused;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        let Tree::Text(key) = key.serialize(self.inside)? else {
            let text = "has a key that is no scalar; give it one that is";
            return Err(Refused(text.to_owned()));
        };
        self.key = key;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        let key = core::mem::take(&mut self.key);
        self.field(key, value)
    }

    fn end(self) -> Result<Tree, Refused> {
        Ok(self.object())
    }
}
