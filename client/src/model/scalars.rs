//! Values without parts.

use core::fmt::Display;

use super::node::Node;
use super::writer::Scalar;
use super::{Reader, Wire, Writer};

impl Reader<'_> {
    fn text(&mut self) -> &str {
        match self.node() {
            Some(Node::Text(text)) => {
                self.state.use_up(|| text.len() / 64);
                text
            }
            _ => {
                self.expected(&"a string");
                ""
            }
        }
    }

    /// A whole number, which every integer of 64 bits is exactly.
    fn integer(&mut self) -> i128 {
        if let Some(Node::Number(number)) = self.node() {
            let signed = number.as_i64().map(i128::from);
            if let Some(number) = signed.or_else(|| number.as_u64().map(i128::from)) {
                return number;
            }
            self.fault(format_args!("expected an integer, found {number}"));
        }
        self.expected(&"an integer");
        0
    }

    fn out_of_range(&mut self, number: i128, least: &dyn Display, most: &dyn Display) {
        self.fault(format_args!(
            "expected an integer from {least} to {most}, found {number}"
        ));
    }

    fn float(&mut self) -> f64 {
        if let Some(Node::Number(number)) = self.node()
            && let Some(number) = number.as_f64()
        {
            return number;
        }
        self.expected(&"a number");
        0.0
    }
}

impl Wire for String {
    fn read(reader: &mut Reader<'_>) -> Self {
        reader.text().to_owned()
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.text(self);
    }
}

impl Wire for bool {
    fn read(reader: &mut Reader<'_>) -> Self {
        match reader.node() {
            Some(Node::Bool(is)) => *is,
            _ => {
                reader.expected(&"a boolean");
                false
            }
        }
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.sink.scalar(Scalar::Bool(*self));
    }
}

/// `null`.
impl Wire for () {
    fn read(reader: &mut Reader<'_>) -> Self {
        if !matches!(reader.node(), Some(Node::Null)) {
            reader.expected(&"null");
        }
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.sink.scalar(Scalar::Unit);
    }
}

macro_rules! integers {
    ($scalar:ident: $($type:ident)*) => {$(
        impl Wire for $type {
            fn read(reader: &mut Reader<'_>) -> Self {
                let number = reader.integer();
                number.try_into().unwrap_or_else(|_| {
                    reader.out_of_range(number, &$type::MIN, &$type::MAX);
                    0
                })
            }

            fn write(&self, writer: &mut Writer<'_>) {
                writer.sink.scalar(Scalar::$scalar((*self).into()));
            }
        }
    )*};
}

integers!(Signed: i8 i16 i32 i64);
integers!(Unsigned: u8 u16 u32 u64);

impl Wire for f64 {
    fn read(reader: &mut Reader<'_>) -> Self {
        reader.float()
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.sink.scalar(Scalar::Double(*self));
    }
}

impl Wire for f32 {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the nearest number of the type, as in serde"
    )]
    fn read(reader: &mut Reader<'_>) -> Self {
        reader.float() as Self
    }

    fn write(&self, writer: &mut Writer<'_>) {
        writer.sink.scalar(Scalar::Single(*self));
    }
}
