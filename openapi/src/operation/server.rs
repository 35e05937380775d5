//! Where the API is.

use crate::document::{Dialect, Document, Node};
use crate::report::{Entry, Reason};

/// The address of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Server {
    /// Ready to stand in `base_url`: `https`, without query and fragment, without a slash at the end.
    url: String,
    /// What is to be looked at, if anything.
    note: Option<String>,
}

/// What stands for a host that the document does not name. It is no host, and never will be
/// (RFC 2606 section 2).
const UNKNOWN: &str = "https://api.invalid";

/// The first server that is an address, with what is to be looked at; variables have their
/// defaults.
pub(crate) fn base_url(document: &Document) -> (String, Vec<Entry>) {
    let root = document.root();
    let Server { url, note } = match document.dialect() {
        Dialect::Swagger2 => swagger(&root),
        _ => servers(&root),
    };
    let at = root.get("servers").unwrap_or(root.clone());
    let note = note.map(|detail| entry(&at, detail));
    (url, note.into_iter().chain(variables(&root)).collect())
}

fn entry(at: &Node<'_>, detail: String) -> Entry {
    Entry {
        pointer: at.place(),
        operation: String::new(),
        reason: Reason::NotCarried,
        detail,
    }
}

/// The variables of the server that was taken: what stands for them, and what else could. A default is
/// often no more than a placeholder.
fn variables(root: &Node<'_>) -> Vec<Entry> {
    let is_whole = |server: &Node<'_>| filled(server).is_some_and(|url| whole(&url).is_some());
    let taken = root.get("servers");
    let taken = taken.and_then(|servers| servers.items().find(is_whole));
    let Some(server) = taken else {
        return Vec::new();
    };
    let url = server.text("url").unwrap_or_default();
    let all = server.get("variables");
    let named = all.iter().flat_map(Node::members);
    let used = named.filter(|(name, _)| url.contains(&format!("{{{name}}}")));
    let notes = used.filter_map(|(name, variable)| {
        let value = value(&variable)?;
        let others = variable.get("enum");
        let others = others.iter().flat_map(Node::items).filter_map(|one| text(&one));
        let others: Vec<_> = others
            .filter(|other| *other != value)
            .map(|other| format!("`{other}`"))
            .collect();
        let others = match others.as_slice() {
            [] => String::new(),
            some => format!(" (the document also lists {})", some.join(", ")),
        };
        Some(entry(
            &variable,
            format!(
                "`{name}` in the address of the server is `{value}`{others}; another address is given to the builder by `base_url`"
            ),
        ))
    });
    notes.collect()
}

fn servers(root: &Node<'_>) -> Server {
    let list = root.get("servers").map(|list| list.items().collect());
    let list: Vec<Node<'_>> = list.unwrap_or_default();
    let urls: Vec<_> = list.iter().filter_map(filled).collect();
    let usable = urls.iter().find_map(|url| whole(url));
    let others = urls.len().saturating_sub(1);
    match (usable, urls.first()) {
        (Some(url), _) => Server {
            note: (others > 0).then(|| {
                format!(
                    "the document names {} servers; another is given to the builder by `base_url`",
                    urls.len()
                )
            }),
            url,
        },
        (None, Some(path)) => below(path, "the server is given as a path"),
        (None, None) => below("", "the document names no server"),
    }
}

/// Where an operation is, if the document puts it elsewhere than the others. An address without a host
/// is one of the common server's host (OpenAPI resolves it against the document, which is there too).
pub(super) fn elsewhere(
    root: &Node<'_>,
    item: Option<Node<'_>>,
    operation: &Node<'_>,
) -> Option<String> {
    let own = operation.get("servers").or(item)?;
    let first = |list: &Node<'_>| list.items().filter_map(|server| filled(&server)).collect();
    let whole_of = |all: &[String]| all.iter().find_map(|url| whole(url));
    let common: Vec<String> = root.get("servers").as_ref().map(first).unwrap_or_default();
    let own: Vec<String> = first(&own);
    let common = whole_of(&common);
    let relative = || {
        let path = own.iter().find(|url| url.starts_with('/'))?;
        let (scheme, rest) = common.as_deref().unwrap_or(UNKNOWN).split_once("://")?;
        let host = rest.split('/').next()?;
        whole(&format!("{scheme}://{host}{path}"))
    };
    let found = whole_of(&own).or_else(relative);
    found.filter(|url| Some(url) != common.as_ref())
}

/// The path below a host that is not known.
fn below(path: &str, why: &str) -> Server {
    let path = path.trim_matches('/');
    let usable = path
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "/-._~".contains(letter));
    let url = match path {
        path if path.is_empty() || !usable => UNKNOWN.to_owned(),
        path => format!("{UNKNOWN}/{path}"),
    };
    let note = format!("{why}: `{UNKNOWN}` stands for the host in `base_url`, to be replaced");
    Server {
        url,
        note: Some(note),
    }
}

/// A URL as `base_url` takes it, if it is one.
fn whole(url: &str) -> Option<String> {
    let rest = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"))?;
    let scheme = url.get(..url.len() - rest.len())?;
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let odd = |letter: char| !letter.is_ascii_graphic() || "{}<>\"\\^`|@".contains(letter);
    let host = rest.split('/').next().unwrap_or_default();
    let usable = !host.is_empty() && !host.starts_with(':') && !rest.contains(odd);
    usable.then(|| format!("{scheme}{}", rest.trim_end_matches('/')))
}

/// The URL with the default of each variable, or its first value.
fn filled(server: &Node<'_>) -> Option<String> {
    let mut url = server.text("url")?.trim().to_owned();
    for (name, variable) in server.get("variables").iter().flat_map(Node::members) {
        if let Some(value) = value(&variable) {
            url = url.replace(&format!("{{{name}}}"), &value);
        }
    }
    match url.strip_prefix("//") {
        Some(rest) => Some(format!("https://{rest}")),
        None => Some(url),
    }
}

/// The default of a variable, or its first value.
fn value(variable: &Node<'_>) -> Option<String> {
    let default = variable.get("default").and_then(|value| text(&value));
    let first = || text(&variable.get("enum")?.items().next()?);
    default.or_else(first)
}

fn text(node: &Node<'_>) -> Option<String> {
    match node.value() {
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn swagger(root: &Node<'_>) -> Server {
    let path = root.text("basePath").unwrap_or_default();
    let Some(host) = root.text("host").filter(|host| !host.trim().is_empty()) else {
        return below(path, "the document names no host");
    };
    let schemes = root.get("schemes");
    let schemes = schemes.iter().flat_map(Node::items);
    let schemes: Vec<_> = schemes
        .filter_map(|scheme| scheme.value().as_str())
        .collect();
    let scheme = match schemes.as_slice() {
        [] => "https",
        some if some.contains(&"https") => "https",
        _ => "http",
    };
    let path = path.trim_matches('/');
    let slash = if path.is_empty() { "" } else { "/" };
    match whole(&format!("{scheme}://{}{slash}{path}", host.trim())) {
        Some(url) => Server { url, note: None },
        None => below(path, "the host of the document is none"),
    }
}
