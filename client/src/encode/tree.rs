//! A value as a tree of texts, lists and fields: what a style writes.
//!
//! Any type that serde can write goes in, once; everything behind it is compiled once for all types.
//! The fields of a struct keep their order, and a number its digits, which a `serde_json::Value`
//! would not promise.

mod serializer;

use serde::Serialize;

use self::serializer::Planter;

/// A value that is taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// `None` or `()`, which is left out.
    Absent,
    Text(String),
    /// Without what is absent.
    List(Vec<Tree>),
    /// In their order, without what is absent.
    Fields(Vec<(String, Tree)>),
}

impl Tree {
    /// Takes `value` apart.
    ///
    /// # Errors
    ///
    /// It refuses to be written, nests deeper than a URL can show, or holds what has no text: a number
    /// that is not finite, bytes, a key that is no scalar.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Result<Self, String> {
        value
            .serialize(Planter::default())
            .map_err(|refused| refused.0)
    }

    /// The text, if it is one.
    pub(crate) fn text(&self) -> Result<&str, String> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Absent => Ok(""),
            Self::List(_) | Self::Fields(_) => Err(NESTED.to_owned()),
        }
    }
}

/// What only a nested style can write.
const NESTED: &str = "holds a list or an object inside of another one, for which this place has no form; give it a scalar, a list of scalars, or a flat struct";

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn text(text: &str) -> Tree {
        Tree::Text(text.to_owned())
    }

    fn field(name: &str, tree: Tree) -> (String, Tree) {
        (name.to_owned(), tree)
    }

    #[test]
    fn scalars_of_every_kind_are_texts() {
        #[derive(Serialize)]
        enum State {
            #[serde(rename = "wide-open")]
            Open,
        }
        #[derive(Serialize)]
        struct Id(u64);
        let table: [(Result<Tree, String>, &str); 12] = [
            (Tree::of("a b"), "a b"),
            (Tree::of(&'x'), "x"),
            (Tree::of(&true), "true"),
            (Tree::of(&-3_i8), "-3"),
            (Tree::of(&u64::MAX), "18446744073709551615"),
            (
                Tree::of(&u128::MAX),
                "340282366920938463463374607431768211455",
            ),
            (Tree::of(&1.1_f32), "1.1"),
            (Tree::of(&1.0_f64), "1.0"),
            (Tree::of(&State::Open), "wide-open"),
            (Tree::of(&Id(7)), "7"),
            (Tree::of(&Some(Some(5))), "5"),
            (Tree::of(&serde_json::json!(1.5)), "1.5"),
        ];
        for (tree, expected) in table {
            assert_eq!(tree, Ok(text(expected)));
        }
    }

    #[test]
    fn fields_keep_their_order_and_what_is_absent_is_left_out() {
        #[derive(Serialize)]
        struct Color {
            r: u8,
            none: Option<u8>,
            a: Vec<Option<&'static str>>,
            unit: (),
        }
        let color = Color {
            r: 1,
            none: None,
            a: vec![Some("x"), None, Some("y")],
            unit: (),
        };
        let list = Tree::List(vec![text("x"), text("y")]);
        let expected = Tree::Fields(vec![field("r", text("1")), field("a", list)]);
        assert_eq!(Tree::of(&color), Ok(expected));
        assert_eq!(Tree::of(&None::<u8>), Ok(Tree::Absent));
        let map = BTreeMap::from([(2, true), (1, false)]);
        let expected = vec![field("1", text("false")), field("2", text("true"))];
        assert_eq!(Tree::of(&map), Ok(Tree::Fields(expected)));
    }

    #[test]
    fn variants_with_values_are_fields_of_their_name() {
        #[derive(Serialize)]
        enum By {
            Id(u8),
            Pair(u8, u8),
            Named { of: u8 },
        }
        let two = Tree::List(vec![text("1"), text("2")]);
        let of = Tree::Fields(vec![field("of", text("3"))]);
        for (by, name, inner) in [
            (By::Id(1), "Id", text("1")),
            (By::Pair(1, 2), "Pair", two),
            (By::Named { of: 3 }, "Named", of),
        ] {
            assert_eq!(Tree::of(&by), Ok(Tree::Fields(vec![field(name, inner)])));
        }
    }

    #[test]
    fn what_has_no_text_is_refused() {
        struct Bytes;
        impl Serialize for Bytes {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(b"x")
            }
        }
        let refused = [
            (Tree::of(&f64::NAN), "finite"),
            (Tree::of(&[f32::INFINITY]), "finite"),
            (Tree::of(&Bytes), "bytes"),
            (Tree::of(&BTreeMap::from([([1], 2)])), "key"),
        ];
        for (tree, expected) in refused {
            assert!(
                tree.is_err_and(|text| text.contains(expected)),
                "{expected}"
            );
        }
    }

    #[test]
    fn a_value_that_never_ends_is_refused_before_the_stack_does() {
        struct Endless;
        impl Serialize for Endless {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_seq([Endless])
            }
        }
        assert!(Tree::of(&Endless).is_err_and(|text| text.contains("levels")));
    }
}
