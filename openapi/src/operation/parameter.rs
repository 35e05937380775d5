//! Parameters: where they go and how they are written, in the words of OpenAPI 3 for all dialects.

use super::broken;
use crate::document::{Dialect, Document, Node};
use crate::report::{Entry, Reason};

/// A value in the path, the query, a header or a cookie.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<'d> {
    pub(crate) node: Node<'d>,
    pub(crate) name: &'d str,
    pub(crate) place: Place,
    pub(crate) required: bool,
    /// What says which values there are; none where the document says nothing.
    pub(crate) schema: Option<Node<'d>>,
    pub(crate) style: Style,
    pub(crate) explode: bool,
    /// Reserved characters are sent as they are.
    pub(crate) reserved: bool,
    /// The value is sent as JSON.
    pub(crate) json: bool,
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    Path,
    Query,
    Header,
    Cookie,
}

/// How lists and objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Form,
    Space,
    Pipe,
    Tab,
    Deep,
    Simple,
    Label,
    Matrix,
}

/// The parameters of an operation; `bodies` are those of Swagger 2.0 that are the body, or a part.
#[derive(Debug, Default)]
pub(super) struct Parameters<'d> {
    pub(super) sent: Vec<Parameter<'d>>,
    pub(super) bodies: Vec<Node<'d>>,
}

/// Reads the parameters of a path and of an operation; one of the same place and name overrides.
pub(super) fn parameters<'d>(
    document: &Document,
    operation: &str,
    of_path: Option<Node<'d>>,
    node: &Node<'d>,
) -> Result<Parameters<'d>, Entry> {
    let mut all: Vec<(&str, &str, Node<'d>)> = Vec::new();
    let lists = of_path.into_iter().chain(node.get("parameters"));
    for written in lists.flat_map(|list| list.items()) {
        let parameter = written.resolved().map_err(|at| broken(operation, &at))?;
        let (Some(name), Some(place)) = (parameter.text("name"), parameter.text("in")) else {
            let detail = "a parameter has a `name` and says where it goes by `in`";
            return Err(entry(operation, &parameter, Reason::Malformed, detail));
        };
        let twin = all
            .iter_mut()
            .find(|(of, known, _)| (*of, *known) == (place, name));
        match twin {
            Some(twin) => twin.2 = parameter,
            None => all.push((place, name, parameter)),
        }
    }
    let mut read = Parameters::default();
    for (place, name, node) in all {
        match (place, document.dialect()) {
            ("body" | "formData", Dialect::Swagger2) => read.bodies.push(node),
            (_, dialect) => read
                .sent
                .push(parameter(operation, dialect, (name, place), node)?),
        }
    }
    Ok(read)
}

fn parameter<'d>(
    operation: &str,
    dialect: Dialect,
    (name, place): (&'d str, &str),
    node: Node<'d>,
) -> Result<Parameter<'d>, Entry> {
    let place = match place {
        "path" => Place::Path,
        "query" => Place::Query,
        "header" => Place::Header,
        "cookie" => Place::Cookie,
        other => {
            let detail = format!("`{name}` goes into `{other}`, which is no place of a request");
            return Err(entry(operation, &node, Reason::Malformed, &detail));
        }
    };
    let (style, explode) = match dialect {
        Dialect::Swagger2 => collection(place, node.text("collectionFormat")),
        _ => style(place, &node).map_err(|style| {
            let detail = format!("`{name}` has the style `{style}`, which OpenAPI does not know");
            entry(operation, &node, Reason::UnusableParameter, &detail)
        })?,
    };
    let content = node
        .get("content")
        .and_then(|content| content.members().next());
    let json = content
        .as_ref()
        .is_some_and(|(media, _)| media.contains("json"));
    let schema = match dialect {
        Dialect::Swagger2 => Some(node.clone()),
        _ => match content {
            Some((_, media)) => media.get("schema"),
            None => node.get("schema"),
        },
    };
    Ok(Parameter {
        name,
        place,
        required: place == Place::Path || node.is("required"),
        schema,
        style,
        explode,
        reserved: node.is("allowReserved"),
        json,
        node,
    })
}

/// What OpenAPI 3 says, with its defaults: lists of a form repeat the key, others do not.
fn style<'d>(place: Place, node: &Node<'d>) -> Result<(Style, bool), &'d str> {
    let style = match (node.text("style"), place) {
        (None, Place::Query | Place::Cookie) | (Some("form"), _) => Style::Form,
        (None, Place::Path | Place::Header) | (Some("simple"), _) => Style::Simple,
        (Some("spaceDelimited"), _) => Style::Space,
        (Some("pipeDelimited"), _) => Style::Pipe,
        (Some("deepObject"), _) => Style::Deep,
        (Some("label"), _) => Style::Label,
        (Some("matrix"), _) => Style::Matrix,
        (Some(other), _) => return Err(other),
    };
    let explode = node.get("explode").and_then(|flag| flag.value().as_bool());
    let explode = explode.unwrap_or(style == Style::Form);
    // Separators mean nothing where the key is repeated.
    Ok(match (style, explode) {
        (Style::Space | Style::Pipe, true) => (Style::Form, true),
        other => other,
    })
}

/// What Swagger 2.0 calls the format of a collection; `csv` where it says nothing.
fn collection(place: Place, format: Option<&str>) -> (Style, bool) {
    match (format, place) {
        (Some("multi"), Place::Query) => (Style::Form, true),
        (Some("ssv"), Place::Query) => (Style::Space, false),
        (Some("tsv"), Place::Query) => (Style::Tab, false),
        (Some("pipes"), Place::Query) => (Style::Pipe, false),
        (_, Place::Query | Place::Cookie) => (Style::Form, false),
        (_, Place::Path | Place::Header) => (Style::Simple, false),
    }
}

fn entry(operation: &str, at: &Node<'_>, reason: Reason, detail: &str) -> Entry {
    Entry {
        pointer: at.place(),
        operation: operation.to_owned(),
        reason,
        detail: detail.to_owned(),
    }
}
