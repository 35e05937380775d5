//! What stands in the sources of one package, as plain data.
//!
//! In: the files of a package. Out: its modules with what they name, every path that is mentioned,
//! every text, and what looks like a description. What this must not know is what any name means:
//! that is found out when all packages have been read. Syntax trees stay inside: they belong to the
//! thread that made them, and this is handed on.

mod attributes;
mod describe;
mod files;
mod guard;
mod scopes;
#[cfg(test)]
mod soup_tests;
mod text;
mod tokens;
mod tree;
mod visit;

use std::collections::HashMap;
use std::sync::Arc;

use crate::place::{Class, Place};

pub(crate) use self::guard::STACK;
pub(crate) use self::tree::of_package;
#[cfg(test)]
pub(crate) use self::tree::of_text;

/// An index into [`Sources::modules`].
pub(crate) type ModuleId = usize;

/// An index into [`Sources::paths`].
pub(crate) type PathId = usize;

/// All that is known of a package's sources.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    pub(crate) files: Vec<File>,
    pub(crate) modules: Vec<Module>,
    /// Every path that stands anywhere, once.
    pub(crate) paths: Vec<Name>,
    /// The root of the library.
    pub(crate) library: Option<ModuleId>,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) texts: Vec<Text>,
    pub(crate) descriptions: Vec<Description>,
    pub(crate) unreadable: Vec<Unreadable>,
    known_paths: HashMap<Name, PathId>,
}

/// A file that was looked at.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) shown: Arc<str>,
    pub(crate) class: Class,
}

/// A path as it is written: `::a::b`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Name {
    pub(crate) global: bool,
    pub(crate) segments: Vec<String>,
}

/// A scope of names: a module, or a block with items.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) parent: Option<ModuleId>,
    /// Whether names that are not here are looked for in the parent.
    pub(crate) is_block: bool,
    pub(crate) items: HashMap<String, Vec<Item>>,
    pub(crate) globs: Vec<PathId>,
}

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Another path: an import, an alias.
    Path(PathId),
    /// A crate, by its name in Rust.
    Crate(String),
    Module(ModuleId),
    /// A constant with a text, in parts.
    Text(Vec<Part>),
    /// Something of this module's own.
    Own,
}

/// A piece of a text that is put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Literal(String),
    Path(PathId),
    /// What only the running program knows.
    Unknown,
}

/// A place inside a package, as small as there may be many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) file: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) test: bool,
}

/// A path that is mentioned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mention {
    pub(crate) spot: Spot,
    pub(crate) scope: ModuleId,
    pub(crate) path: PathId,
    pub(crate) how: How,
}

/// How a path is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// In an expression, or somewhere in the tokens of a macro.
    Call,
    /// As a type, or a bound.
    Type,
    /// In an import of this module's own.
    Import,
    /// In an import that others can use.
    Export,
    /// The same, of everything below.
    ExportGlob,
}

/// A text, in parts if it is put together.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) spot: Spot,
    pub(crate) scope: ModuleId,
    pub(crate) parts: Vec<Part>,
    /// The description that it stands in, if what looks like one is one.
    pub(crate) description: Option<usize>,
}

/// What looks like a description: an attribute with a `base_url`.
#[derive(Debug)]
pub(crate) struct Description {
    pub(crate) spot: Spot,
    pub(crate) scope: ModuleId,
    pub(crate) attribute: PathId,
    pub(crate) says: Says,
}

/// What a description says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Says {
    pub(crate) base_url: String,
    pub(crate) id: Option<String>,
    /// Further addresses of the vendor: of `host` and `token`.
    pub(crate) others: Vec<String>,
    pub(crate) buckets: Vec<Bucket>,
}

/// A bucket of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    pub(crate) name: String,
    /// Its ceilings and its budget, word by word.
    pub(crate) limits: String,
    pub(crate) spot: Spot,
}

/// A file that could not be read as Rust.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) spot: Spot,
    pub(crate) why: String,
}

impl Sources {
    /// The number of a path.
    pub(crate) fn path(&mut self, name: Name) -> PathId {
        if let Some(known) = self.known_paths.get(&name) {
            return *known;
        }
        let id = self.paths.len();
        self.paths.push(name.clone());
        self.known_paths.insert(name, id);
        id
    }

    /// A new scope.
    pub(crate) fn module(&mut self, parent: Option<ModuleId>, is_block: bool) -> ModuleId {
        self.modules.push(Module {
            parent,
            is_block,
            items: HashMap::new(),
            globs: Vec::new(),
        });
        self.modules.len() - 1
    }

    pub(crate) fn name(&mut self, scope: ModuleId, name: String, item: Item) {
        let items = self.modules[scope].items.entry(name).or_default();
        items.push(item);
    }

    /// Where a spot is, and in what kind of code.
    pub(crate) fn place(&self, spot: Spot) -> (Place, Class) {
        let File { shown, class } = &self.files[spot.file];
        let class = match (class, spot.test) {
            (Class::Code, true) => Class::Test,
            (class, _) => *class,
        };
        (Place::new(Arc::clone(shown), spot.line, spot.column), class)
    }
}

impl Name {
    pub(crate) fn of(segments: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            global: false,
            segments: segments.into_iter().map(Into::into).collect(),
        }
    }

    /// As it is written.
    pub(crate) fn written(&self) -> String {
        let global = if self.global { "::" } else { "" };
        format!("{global}{}", self.segments.join("::"))
    }
}
