//! A value of a document, together with where it stands.

use core::fmt;

use serde_json::Value;

use super::Files;

/// A value and its place. Cheap to pass on, a pointer's text to go deeper.
#[derive(Clone)]
pub(crate) struct Node<'d> {
    files: &'d Files,
    file: usize,
    value: &'d Value,
    pointer: String,
}

/// A reference that leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Where the reference stands.
    pub(crate) at: String,
    /// What it says.
    pub(crate) target: String,
    /// Why it leads nowhere.
    pub(crate) why: &'static str,
}

/// References that lead to references; more than any document needs.
const HOPS: usize = 64;

impl<'d> Node<'d> {
    pub(super) fn root(files: &'d Files, file: usize) -> Self {
        Self {
            files,
            file,
            value: files.root(file),
            pointer: String::new(),
        }
    }

    /// The value itself.
    pub(crate) fn value(&self) -> &'d Value {
        self.value
    }

    /// Where it stands: `#/paths/~1notes/get`, with the file's name in front where that is not the
    /// entry. Two nodes of one value have one place.
    pub(crate) fn place(&self) -> String {
        format!("{}#{}", self.files.name(self.file), self.pointer)
    }

    /// The last part of the pointer, unescaped: the name of a component, of a property, of a path.
    pub(crate) fn name(&self) -> String {
        let last = self.pointer.rsplit('/').next().unwrap_or_default();
        last.replace("~1", "/").replace("~0", "~")
    }

    /// The member of an object. None if it is not there, or if this is no object.
    pub(crate) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.as_object()?.get(key)?;
        Some(self.below(key, value))
    }

    /// The members of an object, in their order; none of anything else.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&'d str, Self)> + use<'d> {
        let this = self.clone();
        let members = self.value.as_object().into_iter().flatten();
        members.map(move |(key, value)| (key.as_str(), this.below(key, value)))
    }

    /// The elements of a list; none of anything else.
    pub(crate) fn items(&self) -> impl Iterator<Item = Self> + use<'d> {
        let this = self.clone();
        let items = self.value.as_array().into_iter().flatten().enumerate();
        items.map(move |(index, value)| this.below(&index.to_string(), value))
    }

    /// The text behind a key.
    pub(crate) fn text(&self, key: &str) -> Option<&'d str> {
        self.value.as_object()?.get(key)?.as_str()
    }

    /// Whether `true` stands behind a key.
    pub(crate) fn is(&self, key: &str) -> bool {
        let value = self.value.as_object().and_then(|members| members.get(key));
        value.and_then(Value::as_bool) == Some(true)
    }

    /// What the reference in `$ref` says, if this is one.
    pub(crate) fn reference(&self) -> Option<&'d str> {
        self.text("$ref")
    }

    /// The node itself, or, for a reference, where it leads.
    pub(crate) fn resolved(&self) -> Result<Self, Broken> {
        let mut node = self.clone();
        for _ in 0..HOPS {
            let Some(reference) = node.reference() else {
                return Ok(node);
            };
            node = node.followed(reference)?;
        }
        Err(self.broken("it leads from reference to reference without an end"))
    }

    /// Where a reference leads: one step.
    pub(crate) fn followed(&self, reference: &str) -> Result<Self, Broken> {
        let Some(file) = self.files.target(self.file, reference) else {
            return Err(self.broken("its file is not among those that could be read"));
        };
        let pointer = reference.split_once('#').map_or("", |(_, pointer)| pointer);
        let pointer = percent_decoded(pointer);
        if !pointer.is_empty() && !pointer.starts_with('/') {
            return Err(self.broken("it names an anchor, and only JSON pointers are followed"));
        }
        let mut node = Self::root(self.files, file);
        for part in pointer.split('/').skip(1) {
            let part = part.replace("~1", "/").replace("~0", "~");
            let next = match node.value {
                Value::Array(items) => part.parse().ok().and_then(|index: usize| items.get(index)),
                value => value.get(&part),
            };
            node = match next {
                Some(value) => node.below(&part, value),
                None => return Err(self.broken("there is nothing in that place")),
            };
        }
        Ok(node)
    }

    fn below(&self, key: &str, value: &'d Value) -> Self {
        let mut pointer = String::with_capacity(self.pointer.len() + key.len() + 1);
        pointer.push_str(&self.pointer);
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        Self {
            files: self.files,
            file: self.file,
            value,
            pointer,
        }
    }

    fn broken(&self, why: &'static str) -> Broken {
        Broken {
            at: self.place(),
            target: self.reference().unwrap_or_default().to_owned(),
            why,
        }
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place())
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, target, why } = self;
        write!(f, "the reference `{target}` in {at} leads nowhere: {why}")
    }
}

/// A part of a URL as it was meant; what is no escape stays as it is.
pub(super) fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8()
        .map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}
