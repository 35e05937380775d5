//! Which credential the API takes: the one that most of a document asks for, in the words of `auth`.

use std::collections::BTreeMap;

use super::count::is_method;
use super::scheme::{Scheme, Taken, ease, scheme};
use crate::document::{Dialect, Document, Node};
use crate::report::{Entry, Reason};

/// The credential of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Security {
    /// What stands behind `auth =`.
    pub(crate) auth: String,
    /// The header or the query parameter that it takes; no argument goes there.
    pub(crate) taken: Option<Taken>,
    pub(crate) notes: Vec<Entry>,
}

/// Finds the credential, and what asks for another.
pub(crate) fn security(document: &Document) -> Security {
    let root = document.root();
    let key = match document.dialect() {
        Dialect::Swagger2 => root.get("securityDefinitions"),
        _ => root
            .get("components")
            .and_then(|all| all.get("securitySchemes")),
    };
    let Some(schemes) = key.filter(|schemes| schemes.members().next().is_some()) else {
        let detail = "the document says nothing about a credential; if the vendor wants one, write `auth = …`";
        return Security {
            auth: "none".to_owned(),
            taken: None,
            notes: vec![entry(&root, detail.to_owned())],
        };
    };
    let asked = Asked::of(&root);
    let Some(name) = asked.chosen(&schemes) else {
        return Security {
            auth: "none".to_owned(),
            taken: None,
            notes: vec![entry(
                &schemes,
                "nothing asks for a credential, though the document knows some".to_owned(),
            )],
        };
    };
    let at = schemes.get(&name).unwrap_or_else(|| schemes.clone());
    let scheme = at.resolved().ok().and_then(|node| scheme(&node));
    let scheme = scheme.unwrap_or(Scheme {
        auth: "none".to_owned(),
        taken: None,
        remark: Some("which no description can name; the client sends no credential"),
    });
    let remark = scheme
        .remark
        .map(|remark| entry(&at, format!("the credential `{name}`, {remark}")));
    Security {
        auth: scheme.auth,
        taken: scheme.taken,
        notes: remark.into_iter().chain(asked.others(&name)).collect(),
    }
}

/// Which schemes are asked for.
struct Asked<'d> {
    /// What holds for all operations: alternatives, in the order of the document.
    global: Vec<String>,
    /// What operations say for themselves.
    own: Vec<Own<'d>>,
}

/// The alternatives of an operation.
struct Own<'d> {
    names: Vec<String>,
    at: Node<'d>,
    operation: String,
}

impl<'d> Asked<'d> {
    fn of(root: &Node<'d>) -> Self {
        let global = root.get("security").map(|list| alternatives(&list));
        let mut own = Vec::new();
        for (path, item) in root.get("paths").iter().flat_map(Node::members) {
            let item = item.resolved().unwrap_or(item);
            for (verb, operation) in item.members().filter(|(key, _)| is_method(key)) {
                own.extend(operation.get("security").map(|at| Own {
                    names: alternatives(&at),
                    operation: format!("{} {path}", verb.to_uppercase()),
                    at,
                }));
            }
        }
        let global = global.unwrap_or_default();
        Self { global, own }
    }

    /// What holds for all, or else what most ask for; the first by name among equals.
    fn chosen(&self, schemes: &Node<'_>) -> Option<String> {
        let known = |name: &&String| schemes.get(name).is_some();
        if let Some(global) = self
            .global
            .iter()
            .filter(known)
            .min_by_key(|name| ease(schemes, name))
        {
            return Some(global.clone());
        }
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        let all = self.own.iter().flat_map(|own| &own.names);
        for name in all.filter(known) {
            *counts.entry(name).or_default() += 1;
        }
        let most = counts
            .into_iter()
            .min_by_key(|(name, count)| (core::cmp::Reverse(*count), ease(schemes, name)));
        most.map(|(name, _)| name.clone())
    }

    /// What takes nothing but another scheme.
    fn others(&self, chosen: &str) -> Vec<Entry> {
        let mut found: BTreeMap<&str, Vec<&Own<'_>>> = BTreeMap::new();
        for own in &self.own {
            let takes = own.names.iter().any(|name| name == chosen);
            if let Some(first) = own.names.first().filter(|_| !takes) {
                found.entry(first).or_default().push(own);
            }
        }
        let notes = found.into_iter().filter_map(|(name, all)| {
            let first = all.first()?;
            let count = all.len();
            Some(Entry {
                operation: first.operation.clone(),
                ..entry(&first.at, format!("{count} operations ask for the credential `{name}`, and the client sends `{chosen}`; give them a client of their own"))
            })
        });
        notes.collect()
    }
}

/// The first scheme of each alternative that needs one.
fn alternatives(list: &Node<'_>) -> Vec<String> {
    let names = list.items().filter_map(|alternative| {
        let name = alternative.members().next().map(|(name, _)| name);
        name.map(str::to_owned)
    });
    names.collect()
}

fn entry(at: &Node<'_>, detail: String) -> Entry {
    Entry {
        pointer: at.place(),
        operation: String::new(),
        reason: Reason::Security,
        detail,
    }
}
