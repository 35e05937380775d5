//! Writing: one writer takes one value, a scalar, a list or the members of an object.

use core::fmt::Display;

use serde_json::Number;

use super::Wire;
use super::within::{Hidden, Tagged};

/// Where a [`Wire`] is written to.
pub struct Writer<'a> {
    pub(super) sink: &'a mut dyn Sink,
}

/// Something that takes one value, piece by piece.
#[doc(hidden)]
pub trait Sink {
    fn scalar(&mut self, scalar: Scalar<'_>);
    /// Begins an object. What has begun already goes on.
    fn object(&mut self);
    fn entry(&mut self, name: &str, value: &dyn Written);
    fn list(&mut self, length: usize);
    fn item(&mut self, value: &dyn Written);
    fn fail(&mut self, message: &dyn Display);
}

/// A value without parts.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub enum Scalar<'a> {
    Null,
    Unit,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Single(f32),
    Double(f64),
    Number(&'a Number),
    Text(&'a str),
}

/// [`Wire::write`] alone, of whatever type: what lists and objects hold.
#[doc(hidden)]
pub trait Written {
    #[doc(hidden)]
    fn write_to(&self, sink: &mut dyn Sink);
    /// Whether it is left out where it is a member.
    #[doc(hidden)]
    fn is_left_out(&self) -> bool {
        false
    }
}

impl<T: Wire> Written for T {
    fn write_to(&self, sink: &mut dyn Sink) {
        self.write(&mut Writer { sink });
    }

    fn is_left_out(&self) -> bool {
        self.is_absent()
    }
}

impl Writer<'_> {
    /// Begins an object, which may have no members.
    pub fn object(&mut self) {
        self.sink.object();
    }

    /// Writes a member, unless it is a `None`.
    pub fn field<T: Wire>(&mut self, name: &str, value: &T) {
        if !value.is_absent() {
            self.sink.entry(name, value);
        }
    }

    /// Writes members, but for each that is a `None`. The types are looked at once for all of them.
    #[doc(hidden)]
    pub fn fields(&mut self, fields: &[(&str, &dyn Written)]) {
        for (name, value) in fields {
            if !value.is_left_out() {
                self.sink.entry(name, *value);
            }
        }
    }

    /// Writes a member, `None` as `null`.
    #[doc(hidden)]
    pub fn nullable<T: Wire>(&mut self, name: &str, value: &T) {
        self.sink.entry(name, value);
    }

    /// Writes all members of `value`, but for those with one of these names.
    #[doc(hidden)]
    pub fn rest<T: Wire>(&mut self, names: &[&str], value: &T) {
        self.rest_of(names, value);
    }

    fn rest_of(&mut self, names: &[&str], value: &dyn Written) {
        self.sink.object();
        value.write_to(&mut Hidden {
            inner: &mut *self.sink,
            names,
        });
    }

    /// Writes an object with a member `tag`, which says what it is: the value's own one if that is
    /// one of `names`, otherwise the first of these.
    #[doc(hidden)]
    pub fn tagged<T: Wire>(&mut self, tag: &str, names: &[&str], value: &T) {
        self.tagged_as(tag, names, value);
    }

    fn tagged_as(&mut self, tag: &str, names: &[&str], value: &dyn Written) {
        let mut tagged = Tagged::new(&mut *self.sink, tag, names);
        value.write_to(&mut tagged);
        tagged.close();
    }

    /// Writes a string.
    pub fn text(&mut self, text: &str) {
        self.sink.scalar(Scalar::Text(text));
    }

    /// Says that the value cannot be written.
    pub fn fault(&mut self, message: impl Display) {
        self.sink.fail(&message);
    }
}

impl core::fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}
