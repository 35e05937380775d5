//! The walk over `paths`: every operation is read, or has an entry that says why not.

use super::answer::answers;
use super::body::body;
use super::count::is_method;
use super::parameter::parameters;
use super::{Operation, Verb, broken};
use crate::document::{Document, Node};
use crate::report::{Entry, Reason};

/// What a document asks for, as far as it can be read.
#[derive(Debug, Default)]
pub(crate) struct Operations<'d> {
    /// In the order of the document.
    pub(crate) all: Vec<Operation<'d>>,
    /// Operations that cannot be read, one entry each.
    pub(crate) reported: Vec<Entry>,
    /// What is no operation, and is not carried over.
    pub(crate) notes: Vec<Entry>,
}

/// A path item: what stands there, and what it refers to.
struct Item<'d> {
    path: &'d str,
    own: Node<'d>,
    referred: Option<Node<'d>>,
}

/// Reads all operations.
pub(crate) fn operations(document: &Document) -> Operations<'_> {
    let mut found = Operations::default();
    let root = document.root();
    for (path, own) in root.get("paths").iter().flat_map(Node::members) {
        if path.starts_with("x-") {
            continue;
        }
        let referred = match own.reference() {
            None => None,
            Some(_) => match own.resolved() {
                Ok(item) => Some(item),
                Err(error) => {
                    found.notes.push(broken("", &error));
                    None
                }
            },
        };
        let item = Item {
            path,
            own,
            referred,
        };
        found.read(document, &item);
    }
    found.not_carried(&root);
    found
}

impl<'d> Operations<'d> {
    fn read(&mut self, document: &'d Document, item: &Item<'d>) {
        for (key, node) in item.members().filter(|(key, _)| is_method(key)) {
            match operation(document, item, key, node) {
                Ok(operation) => self.all.push(operation),
                Err(entry) => self.reported.push(entry),
            }
        }
        let newer = ["query", "additionalOperations"];
        for node in newer.iter().filter_map(|key| item.own.get(key)) {
            let detail = "a method of OpenAPI 3.2, which no description can name; left out";
            self.note(&node, detail);
        }
    }

    /// What is in the document and asks for nothing that a client sends.
    fn not_carried(&mut self, root: &Node<'_>) {
        for key in ["webhooks", "x-webhooks"] {
            let hooks = root.get(key).map(|hooks| (hooks.members().count(), hooks));
            if let Some((count, hooks)) = hooks.filter(|(count, _)| *count > 0) {
                let detail = format!("{count} webhooks, which the vendor sends and no client; left out");
                self.note(&hooks, &detail);
            }
        }
        let callbacks = self.all.iter().filter_map(|it| it.node.get("callbacks"));
        let callbacks: Vec<_> = callbacks.collect();
        if let Some(first) = callbacks.first() {
            let detail = format!(
                "{} operations with callbacks, which the vendor sends and no client; left out",
                callbacks.len()
            );
            self.note(first, &detail);
        }
    }

    fn note(&mut self, at: &Node<'_>, detail: &str) {
        self.notes.push(Entry {
            pointer: at.place(),
            operation: String::new(),
            reason: Reason::NotCarried,
            detail: detail.to_owned(),
        });
    }
}

impl<'d> Item<'d> {
    /// The members; what stands beside a reference comes before what it leads to.
    fn members(&self) -> impl Iterator<Item = (&'d str, Node<'d>)> + use<'d> {
        let own = self.own.clone();
        let referred = self.referred.iter().flat_map(Node::members);
        let referred: Vec<_> = referred.filter(|(key, _)| own.get(key).is_none()).collect();
        self.own.members().chain(referred)
    }

    fn parameters(&self) -> Option<Node<'d>> {
        let referred = || self.referred.as_ref()?.get("parameters");
        self.own.get("parameters").or_else(referred)
    }
}

fn operation<'d>(
    document: &'d Document,
    item: &Item<'d>,
    key: &str,
    node: Node<'d>,
) -> Result<Operation<'d>, Entry> {
    let name = format!("{} {}", key.to_uppercase(), item.path);
    let entry = |reason, detail: &str| Entry {
        pointer: node.place(),
        operation: name.clone(),
        reason,
        detail: detail.to_owned(),
    };
    if !node.value().is_object() {
        return Err(entry(Reason::Malformed, "an operation is an object, and this is none"));
    }
    let verb = Verb::of(key).ok_or_else(|| {
        entry(
            Reason::UnusableMethod,
            "no description has an endpoint of this method",
        )
    })?;
    let mut notes = Vec::new();
    let parameters = parameters(document, &name, item.parameters(), &node)?;
    let body = body(document, &name, &node, &parameters.bodies)?;
    let answers = answers(document, &name, &node, &mut notes);
    let texts = |key| node.get(key).into_iter().flat_map(|list| list.items());
    Ok(Operation {
        verb,
        path: item.path.to_owned(),
        id: node.text("operationId").filter(|id| !id.trim().is_empty()),
        tags: texts("tags").filter_map(|tag| tag.value().as_str()).collect(),
        parameters: parameters.sent,
        body,
        answers,
        notes,
        node,
    })
}
