//! The walk over `paths`: every operation is read, or has an entry that says why not.

use super::answer::answers;
use super::body::body;
use super::count::is_method;
use super::only::{self, Label};
use super::parameter::parameters;
use super::{Operation, Verb, broken, server};
use crate::document::{Document, Node};
use crate::report::{Entry, Reason};
use crate::{Error, Options};

/// What was asked for of a document, as far as it can be read.
#[derive(Debug, Default)]
pub(crate) struct Read<'d> {
    /// In the order of the document.
    pub(crate) operations: Vec<Operation<'d>>,
    /// Operations that cannot be read, one entry each.
    pub(crate) reported: Vec<Entry>,
    /// What is no operation, and is not carried over.
    pub(crate) notes: Vec<Entry>,
    /// How many were asked for: those that were read and those that are reported.
    pub(crate) total: usize,
}

/// A path item: what stands there, and what it refers to.
struct Item<'d> {
    path: &'d str,
    own: Node<'d>,
    referred: Option<Node<'d>>,
}

/// Reads the operations that are asked for; all, if nothing is.
pub(crate) fn read<'d>(document: &'d Document, options: &Options) -> Result<Read<'d>, Error> {
    let root = document.root();
    let mut found = Read::default();
    let mut lost = Vec::new();
    let items = items(&root, &mut lost);
    let written: Vec<_> = items.iter().flat_map(Item::operations).collect();
    let labels: Vec<_> = written.iter().map(|(.., label)| label).collect();
    only::known(&options.only, &labels)?;
    for (item, node, label) in &written {
        if !only::asks(&options.only, label) {
            continue;
        }
        found.total += 1;
        match operation(document, item, node, label) {
            Ok(operation) => found.operations.push(operation),
            Err(entry) => found.reported.push(entry),
        }
    }
    // What stands at a path that cannot be read is not known; it counts as one operation.
    if options.only.is_empty() {
        found.total += lost.len();
        found.reported.extend(lost);
    } else {
        found.notes.extend(lost);
    }
    not_carried(&items, &mut found);
    Ok(found)
}

/// All paths; those whose reference leads nowhere are `lost`.
fn items<'d>(root: &Node<'d>, lost: &mut Vec<Entry>) -> Vec<Item<'d>> {
    let paths = root.get("paths");
    let mut items = Vec::new();
    for (path, own) in paths.iter().flat_map(Node::members) {
        if path.starts_with("x-") {
            continue;
        }
        let referred = own.reference().map(|_| own.resolved());
        let referred =
            referred.and_then(|item| item.map_err(|at| lost.push(broken(path, &at))).ok());
        items.push(Item {
            path,
            own,
            referred,
        });
    }
    items
}

impl<'d> Item<'d> {
    /// The operations; what stands beside a reference comes before what it leads to.
    fn operations(&self) -> impl Iterator<Item = (&Self, Node<'d>, Label)> {
        let referred = self.referred.iter().flat_map(Node::members);
        let referred = referred.filter(|(key, _)| self.own.get(key).is_none());
        let all = self.own.members().chain(referred);
        let methods = all.filter(|(key, _)| is_method(key));
        methods.map(move |(key, node)| {
            let label = Label::of(key, self.path, &node);
            (self, node, label)
        })
    }

    fn get(&self, key: &str) -> Option<Node<'d>> {
        let referred = || self.referred.as_ref()?.get(key);
        self.own.get(key).or_else(referred)
    }
}

fn operation<'d>(
    document: &'d Document,
    item: &Item<'d>,
    node: &Node<'d>,
    label: &Label,
) -> Result<Operation<'d>, Entry> {
    let name = label.key();
    let entry = |reason, detail: &str| Entry {
        pointer: node.place(),
        operation: name.clone(),
        reason,
        detail: detail.to_owned(),
    };
    if !node.value().is_object() {
        let detail = "an operation is an object, and this is none";
        return Err(entry(Reason::Malformed, detail));
    }
    let verb = Verb::of(&label.verb).ok_or_else(|| {
        let detail = "no description has an endpoint of this method";
        entry(Reason::UnusableMethod, detail)
    })?;
    let mut notes = Vec::new();
    let parameters = parameters(document, &name, item.get("parameters"), node)?;
    let body = body(document, &name, node, &parameters.bodies)?;
    let answers = answers(document, &name, node, &mut notes);
    let server = server::elsewhere(&document.root(), item.get("servers"), node);
    if let Some(server) = &server {
        let detail = format!(
            "it is at `{server}`, and the client sends it to its base URL; give it a client of its own"
        );
        notes.push(entry(Reason::NotCarried, &detail));
    }
    Ok(Operation {
        verb,
        path: item.path.to_owned(),
        id: label.id.clone(),
        tags: label.tags.clone(),
        parameters: parameters.sent,
        body,
        answers,
        server,
        notes,
        node: node.clone(),
    })
}

/// What is in the document and asks for nothing that a client sends.
fn not_carried(items: &[Item<'_>], found: &mut Read<'_>) {
    let mut note = |at: &Node<'_>, detail: String| {
        found.notes.push(Entry {
            pointer: at.place(),
            operation: String::new(),
            reason: Reason::NotCarried,
            detail,
        });
    };
    let operations = found.operations.iter();
    let callbacks: Vec<_> = operations
        .filter_map(|it| it.node.get("callbacks"))
        .collect();
    if let Some(first) = callbacks.first() {
        let count = callbacks.len();
        note(
            first,
            format!(
                "callbacks of {count} operations, which the vendor sends and no client; left out"
            ),
        );
    }
    for item in items {
        for node in ["query", "additionalOperations"]
            .iter()
            .filter_map(|key| item.own.get(key))
        {
            note(
                &node,
                "a method of OpenAPI 3.2, which no description can name; left out".to_owned(),
            );
        }
    }
}
