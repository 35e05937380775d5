//! Which credential the API takes: the one that most of a document asks for, in the words of `auth`.

use std::collections::BTreeMap;

use super::count::is_method;
use super::media::is_token;
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

/// A place of the request that the credential takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    Header(String),
    Query(String),
}

/// A scheme in our words.
struct Scheme {
    auth: String,
    taken: Option<Taken>,
    remark: Option<&'static str>,
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

fn scheme(node: &Node<'_>) -> Option<Scheme> {
    let is = |key: &str, word: &str| {
        node.text(key)
            .is_some_and(|text| text.eq_ignore_ascii_case(word))
    };
    let plain = |auth: &str, remark| Scheme {
        auth: auth.to_owned(),
        taken: Some(Taken::Header("Authorization".to_owned())),
        remark,
    };
    match node.text("type")? {
        "basic" => Some(plain("basic", None)),
        "http" if is("scheme", "basic") => Some(plain("basic", None)),
        "http" if is("scheme", "bearer") => Some(plain("bearer", None)),
        "http" => Some(plain(
            "header(\"Authorization\")",
            Some("is of a kind for which the whole header has to be given"),
        )),
        "oauth2" | "openIdConnect" => Some(plain("bearer", None)),
        "apiKey" => key(node.text("in")?, node.text("name")?),
        _ => None,
    }
}

fn key(place: &str, name: &str) -> Option<Scheme> {
    let auth = |word: &str| format!("{word}({name:?})");
    match place {
        "header" if !name.is_empty() && name.bytes().all(is_token) => Some(Scheme {
            auth: auth("header"),
            taken: Some(Taken::Header(name.to_owned())),
            remark: None,
        }),
        "query" if !name.is_empty() => Some(Scheme {
            auth: auth("query"),
            taken: Some(Taken::Query(name.to_owned())),
            remark: None,
        }),
        _ => None,
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

/// Which of several alternatives is taken: tokens before passwords, headers before addresses.
fn ease(schemes: &Node<'_>, name: &str) -> usize {
    let scheme = schemes
        .get(name)
        .and_then(|node| node.resolved().ok())
        .and_then(|node| scheme(&node));
    match scheme {
        None => 5,
        Some(Scheme { auth, .. }) if auth == "bearer" => 0,
        Some(Scheme {
            taken: Some(Taken::Header(header)),
            auth,
            ..
        }) if auth != "basic" && header.eq_ignore_ascii_case("authorization") => 1,
        Some(Scheme { auth, .. }) if auth == "basic" => 2,
        Some(Scheme {
            taken: Some(Taken::Header(_)),
            ..
        }) => 3,
        Some(_) => 4,
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
