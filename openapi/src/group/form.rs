//! Forms: pairs of a name and a text. By the default of OpenAPI a list repeats its name, and an object
//! is JSON in one text (<https://spec.openapis.org/oas/v3.0.4.html#encoding-object>).
//!
//! In: the schema of a form and its `encoding`. Out: the attribute, and the type or a struct of our own
//! in which members that a form cannot spell are texts. What differs from the document is noted.

use super::argument::Given;
use super::draft::{Desk, Site};
use super::local::{self, Field, Local, Of};
use super::parts;
use crate::document::Node;
use crate::operation::{self, Media, Member, Shape, element, members, shape};
use crate::report::{Entry, Reason};
use crate::schema::Type;

/// What a member is in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A text, or a list that repeats its name.
    Plain,
    /// `deepObject`: brackets.
    Deep,
    /// A text that the caller puts together, as this says.
    Text(&'static str),
    /// A list of JSON texts.
    Texts,
}

const JSON: &str = "JSON, as one text.";
const EACH: &str = "Each of them JSON, as one text.";

/// A form that is an object.
pub(super) fn object<'d>(
    site: &Site<'_, 'd>,
    media: &Media<'d>,
    schema: &Node<'d>,
    of: Type,
    desk: &mut Desk<'_, 'd>,
    locals: &mut Vec<Local<'d>>,
) -> (String, Given) {
    let members = members(schema);
    let sent = members
        .into_iter()
        .filter(|(_, node, _)| !node.is("readOnly"));
    let ways: Vec<_> = sent.map(|member| (way(&member, media), member)).collect();
    let has = |asked: &dyn Fn(Way) -> bool| ways.iter().any(|(way, _)| asked(*way));
    if has(&|way| way == Way::Deep) {
        desk.notes.extend(in_brackets(site, media, &ways));
        return ("#[form(style = deep_object)]".to_owned(), Given::Type(of));
    }
    if !has(&|way| way != Way::Plain) {
        return ("#[form]".to_owned(), Given::Type(of));
    }
    let mut fields = Vec::new();
    for (way, member) in ways {
        fields.push(field(site, way, member, desk));
    }
    locals.push(local::fields(local::Kind::Form, fields));
    ("#[form]".to_owned(), Given::Local(locals.len() - 1))
}

fn way(member: &Member<'_>, media: &Media<'_>) -> Way {
    let (name, schema, _) = member;
    let encoding = media.encoding.as_ref().and_then(|all| all.get(name));
    let says = |key: &str| encoding.as_ref().and_then(|encoding| encoding.text(key));
    let explode = encoding
        .as_ref()
        .and_then(|encoding| encoding.get("explode"));
    let apart = explode.is_some_and(|explode| explode.value().as_bool() == Some(false));
    let is_deep = |node: &Node<'_>| matches!(shape(node), Shape::Object | Shape::Union);
    let is_list = shape(schema) == Shape::List;
    match says("style") {
        Some("deepObject") => return Way::Deep,
        Some("pipeDelimited") if is_list => return Way::Text("The items, with `|` between them."),
        Some("spaceDelimited") if is_list => {
            return Way::Text("The items, with blanks between them.");
        }
        _ if is_list && apart => return Way::Text("The items, with commas between them."),
        _ => {}
    }
    let inner = element(schema).map(|item| shape(&item));
    match inner {
        _ if is_deep(schema) || says("contentType").is_some_and(|name| name.contains("json")) => {
            Way::Text(JSON)
        }
        Some(Shape::Object | Shape::Union | Shape::List) if is_list => Way::Texts,
        _ => Way::Plain,
    }
}

/// What is written with brackets although the document does not ask for it.
fn in_brackets(site: &Site<'_, '_>, media: &Media<'_>, ways: &[(Way, Member<'_>)]) -> Vec<Entry> {
    let differs = ways.iter().filter(|(way, (_, schema, _))| match way {
        Way::Plain => shape(schema) == Shape::List,
        Way::Deep => false,
        Way::Text(_) | Way::Texts => true,
    });
    let names: Vec<_> = differs.map(|(_, (name, ..))| format!("`{name}`")).collect();
    let at = media.encoding.as_ref().or(media.schema.as_ref());
    let entry = at.filter(|_| !names.is_empty()).map(|at| {
        let detail = format!(
            "the form is written with brackets (`deepObject`), {} too, of which the document does not say so",
            names.join(", ")
        );
        site.operation.entry(at, Reason::NotCarried, detail)
    });
    entry.into_iter().collect()
}

fn field<'d>(
    site: &Site<'_, 'd>,
    way: Way,
    (name, schema, required): Member<'d>,
    desk: &mut Desk<'_, 'd>,
) -> Field<'d> {
    let (of, said) = match way {
        Way::Text(said) => (Type::String, said),
        Way::Texts => (Type::List(Box::new(Type::String)), EACH),
        Way::Plain | Way::Deep => {
            let field = operation::Field {
                name,
                required,
                schema,
                content_type: None,
            };
            return parts::of_field(site, &field, desk, local::Kind::Form);
        }
    };
    let detail = "a form has no other words for this: its text is for the caller to write";
    desk.notes
        .push(site.operation.entry(&schema, Reason::WiderType, detail));
    Field {
        wire: name,
        name: String::new(),
        of: Of::Type(of),
        required,
        json: false,
        said,
        schema,
    }
}
