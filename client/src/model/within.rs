//! Objects that are written into another: without some of its members, or with a tag.

use core::fmt::Display;

use super::writer::{Scalar, Sink, Written};

/// Lets only members through that have none of `names`.
pub(super) struct Hidden<'a> {
    pub(super) inner: &'a mut dyn Sink,
    pub(super) names: &'a [&'a str],
}

impl Sink for Hidden<'_> {
    fn scalar(&mut self, scalar: Scalar<'_>) {
        if !matches!(scalar, Scalar::Null | Scalar::Unit) {
            self.fail(&"what holds the other members is not an object");
        }
    }

    fn object(&mut self) {
        self.inner.object();
    }

    fn entry(&mut self, name: &str, value: &dyn Written) {
        if !self.names.contains(&name) {
            self.inner.entry(name, value);
        }
    }

    fn list(&mut self, _: usize) {
        self.fail(&"what holds the other members is a list, not an object");
    }

    fn item(&mut self, _: &dyn Written) {}

    fn fail(&mut self, message: &dyn Display) {
        self.inner.fail(message);
    }
}

/// Sees to it that an object has its tag, once.
pub(super) struct Tagged<'a> {
    inner: &'a mut dyn Sink,
    tag: &'a str,
    names: &'a [&'a str],
    is_written: bool,
    is_object: bool,
}

impl<'a> Tagged<'a> {
    pub(super) fn new(inner: &'a mut dyn Sink, tag: &'a str, names: &'a [&'a str]) -> Self {
        Self {
            inner,
            tag,
            names,
            is_written: false,
            is_object: false,
        }
    }

    /// Writes the tag if the value has none of its own.
    pub(super) fn close(mut self) {
        if self.is_object {
            self.write(None);
        }
    }

    fn write(&mut self, own: Option<&str>) {
        let Some(first) = self.names.first() else {
            return;
        };
        if !std::mem::replace(&mut self.is_written, true) {
            let own = own.filter(|own| self.names.contains(own));
            self.inner.entry(self.tag, &Text(own.unwrap_or(first)));
        }
    }

    fn no_object(&mut self) {
        let tag = self.tag;
        self.fail(&format_args!(
            "the value is not an object, so that it cannot have a member `{tag}`"
        ));
    }
}

impl Sink for Tagged<'_> {
    fn scalar(&mut self, _: Scalar<'_>) {
        self.no_object();
    }

    /// A tag that can be no other comes first, where readers look for it.
    fn object(&mut self) {
        self.inner.object();
        if !std::mem::replace(&mut self.is_object, true) && self.names.len() == 1 {
            self.write(None);
        }
    }

    fn entry(&mut self, name: &str, value: &dyn Written) {
        self.object();
        if name == self.tag {
            let mut word = Word(None);
            value.write_to(&mut word);
            self.write(word.0.as_deref());
        } else {
            self.inner.entry(name, value);
        }
    }

    fn list(&mut self, _: usize) {
        self.no_object();
    }

    fn item(&mut self, _: &dyn Written) {}

    fn fail(&mut self, message: &dyn Display) {
        self.inner.fail(message);
    }
}

struct Text<'a>(&'a str);

impl Written for Text<'_> {
    fn write_to(&self, sink: &mut dyn Sink) {
        sink.scalar(Scalar::Text(self.0));
    }
}

/// The string that is written to it.
struct Word(Option<String>);

impl Sink for Word {
    fn scalar(&mut self, scalar: Scalar<'_>) {
        if let Scalar::Text(text) = scalar {
            self.0 = Some(text.to_owned());
        }
    }

    fn object(&mut self) {}
    fn entry(&mut self, _: &str, _: &dyn Written) {}
    fn list(&mut self, _: usize) {}
    fn item(&mut self, _: &dyn Written) {}
    fn fail(&mut self, _: &dyn Display) {}
}
