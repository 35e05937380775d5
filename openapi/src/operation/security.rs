//! Which credential the API takes: the one that most of a document asks for, in the words of `auth`.

use std::collections::BTreeMap;

use super::count::is_method;
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
        _ => root.get("components").and_then(|all| all.get("securitySchemes")),
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
            notes: vec![entry(&schemes, "nothing asks for a credential, though the document knows some".to_owned())],
        };
    };
    let at = schemes.get(&name).unwrap_or_else(|| schemes.clone());
    let scheme = at.resolved().ok().and_then(|node| scheme(&node));
    let scheme = scheme.unwrap_or(Scheme {
        auth: "none".to_owned(),
        taken: None,
        remark: Some("which no description can name; the client sends no credential"),
    });
    let remark = scheme.remark.map(|remark| entry(&at, format!("the credential `{name}`, {remark}")));
    Security {
        auth: scheme.auth,
        taken: scheme.taken,
        notes: remark.into_iter().chain(asked.others(&name)).collect(),
    }
}

fn scheme(node: &Node<'_>) -> Option<Scheme> {
    let is = |key: &str, word: &str| node.text(key).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let plain = |auth: &str, remark| Scheme {
        auth: auth.to_owned(),
        taken: Some(Taken::Header("Authorization".to_owned())),
        remark,
    };
    match node.text("type")? {
        "basic" => Some(plain("basic", None)),
        "http" if is("scheme", "basic") => Some(plain("basic", None)),
        "http" if is("scheme", "bearer") => Some(plain("bearer", None)),
        "http" => Some(plain("header(\"Authorization\")", Some("is of a kind for which the whole header has to be given"))),
        "oauth2" | "openIdConnect" => Some(plain("bearer", None)),
        "apiKey" => key(node.text("in")?, node.text("name")?),
        _ => None,
    }
}

fn key(place: &str, name: &str) -> Option<Scheme> {
    let auth = |word: &str| format!("{word}({name:?})");
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
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

/// How often each scheme is asked for, and where first.
struct Asked<'d> {
    global: Option<String>,
    counts: BTreeMap<String, (usize, Node<'d>, String)>,
}

impl<'d> Asked<'d> {
    fn of(root: &Node<'d>) -> Self {
        let global = root.get("security").and_then(|list| first(&list));
        let mut counts = BTreeMap::new();
        for (path, item) in root.get("paths").iter().flat_map(Node::members) {
            for (verb, operation) in item.members().filter(|(key, _)| is_method(key)) {
                let Some(list) = operation.get("security") else {
                    continue;
                };
                if let Some(name) = first(&list) {
                    let called = format!("{} {path}", verb.to_uppercase());
                    let count = counts.entry(name).or_insert((0, list, called));
                    count.0 += 1;
                }
            }
        }
        Self { global, counts }
    }

    /// What holds for all, or else what most ask for; the first by name among equals.
    fn chosen(&self, schemes: &Node<'_>) -> Option<String> {
        let known = |name: &&String| schemes.get(name).is_some();
        if let Some(global) = self.global.as_ref().filter(known) {
            return Some(global.clone());
        }
        let most = self.counts.iter().filter(|(name, _)| schemes.get(name).is_some());
        let most = most.min_by_key(|(_, (count, ..))| core::cmp::Reverse(*count));
        most.map(|(name, _)| name.clone())
    }

    fn others(&self, chosen: &str) -> Vec<Entry> {
        let others = self.counts.iter().filter(|(name, _)| name.as_str() != chosen);
        let others = others.map(|(name, (count, at, operation))| Entry {
            operation: operation.clone(),
            ..entry(at, format!("{count} operations ask for the credential `{name}`, and the client sends `{chosen}`; describe them in `api.rs`, or give them a client of their own"))
        });
        others.collect()
    }
}

/// The scheme of the first alternative that needs one.
fn first(list: &Node<'_>) -> Option<String> {
    let names = list.items().find_map(|alternative| {
        let name = alternative.members().next().map(|(name, _)| name);
        name.map(str::to_owned)
    });
    names
}

fn entry(at: &Node<'_>, detail: String) -> Entry {
    Entry {
        pointer: at.place(),
        operation: String::new(),
        reason: Reason::Security,
        detail,
    }
}
