//! Operations as traits: one module per group, in the description language of `tollgate`.
//!
//! In: operations. Out: the text of one file per group, and an entry for whatever could not be said.
//! All operations are drafted first, which asks for every type; then the types are settled, and
//! only then is anything written, since names are known from there on.
//!
//! ```text
//! operations ─► split ─► draft (path, arguments, body, reply, pages) ─► settle ─► write
//! ```

mod argument;
mod body;
mod definition;
mod docs;
mod draft;
mod fault;
mod form;
mod header;
mod local;
mod names;
mod naming;
mod notes;
mod pages;
mod parts;
mod path;
mod payload;
mod reply;
mod split;
mod text;
mod write;
mod written;

#[cfg(test)]
mod tests;

use crate::document::{Document, Node};
use crate::names::Names;
use crate::operation::{Read, security};
use crate::options::Options;
use crate::report::Entry;
use crate::schema::Types;

use self::draft::{Desk, draft};
use self::split::{Part, split};

/// A file of the import.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The stem of the file and the name of the module.
    pub(crate) module: String,
    /// The struct that the trait becomes.
    pub(crate) name: String,
    /// What it is for, in a line of the document's Markdown.
    pub(crate) summary: String,
    /// The whole file.
    pub(crate) text: String,
    /// How many endpoints it has.
    pub(crate) methods: usize,
}

/// All groups, and what is to be said about them.
#[derive(Debug, Default)]
pub(crate) struct Grouped {
    /// In the order of their modules.
    pub(crate) groups: Vec<Group>,
    /// Operations that no description can say, one entry each.
    pub(crate) reported: Vec<Entry>,
    pub(crate) notes: Vec<Entry>,
}

/// Writes the groups of all operations that were read. Asks for every type and settles them.
pub(crate) fn groups<'d>(
    document: &'d Document,
    read: &Read<'d>,
    types: &mut Types<'d>,
    names: &mut Names,
    options: &Options,
    client: &str,
) -> Grouped {
    let mut desk = Desk {
        types,
        taken: security(document).taken,
        limits: options.limits.as_ref(),
        notes: Vec::new(),
    };
    let mut grouped = Grouped::default();
    let mut drafted = Vec::new();
    for part in split(&read.operations, names) {
        let mut drafts = Vec::new();
        for called in &part.operations {
            desk.notes.extend(called.operation.notes.iter().cloned());
            match draft(&part, called, &mut desk, names) {
                Ok(draft) => drafts.push(draft),
                Err(entry) => grouped.reported.push(entry),
            }
        }
        drafted.push((part, drafts));
    }
    let notes = desk.notes;
    types.settle(names);
    let root = document.root();
    for (part, mut drafts) in drafted {
        if drafts.is_empty() {
            continue;
        }
        local::name(&part, &mut drafts, names);
        let described = description(&root, &part);
        let text = write::file(&part, &drafts, types, client, described.as_deref());
        grouped.groups.push(Group {
            methods: drafts.len(),
            summary: summary(described.as_deref(), &part.title),
            module: part.module,
            name: part.name,
            text,
        });
    }
    grouped.notes = notes::merged(notes);
    grouped
}

/// The first line of a description, or the title.
fn summary(described: Option<&str>, title: &str) -> String {
    let line = described.and_then(|text| text.lines().map(str::trim).find(|line| !line.is_empty()));
    line.unwrap_or(title).to_owned()
}

/// What the document says about a tag.
fn description(root: &Node<'_>, part: &Part<'_, '_>) -> Option<String> {
    let tags = root.get("tags")?;
    let tag = tags
        .items()
        .find(|tag| tag.text("name") == Some(part.title.as_str()))?;
    let text = tag.text("description")?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
