//! The body of an endpoint: JSON, a form, parts, or whatever else is sent as it is.

use super::argument::{Argument, Given, Marker};
use super::draft::{Desk, Site};
use super::form;
use super::local::{self, Local};
use super::parts;
use crate::operation::{Body, Class, Content, Media, is_type};
use crate::report::{Entry, Reason};
use crate::schema::{Kind, Type, Way};

/// The argument that is the body, if there is one.
///
/// # Errors
///
/// If a body has to be sent and cannot be.
pub(super) fn body<'d>(
    site: &Site<'_, 'd>,
    desk: &mut Desk<'_, 'd>,
    locals: &mut Vec<Local<'d>>,
) -> Result<Option<Argument<'d>>, Entry> {
    let Some(body) = &site.operation.body else {
        return Ok(None);
    };
    if says_nothing(body) {
        return Ok(None);
    }
    if !site.operation.verb.takes_body() {
        let detail =
            "a body means nothing with this method (RFC 9110 section 9.3.1), and is not sent";
        let entry = site
            .operation
            .entry(&body.node, Reason::UnusableBody, detail);
        if body.required {
            return Err(entry);
        }
        desk.notes.push(entry);
        return Ok(None);
    }
    let (marker, of) = match &body.content {
        Content::Media(media) => content(site, body, media, desk, locals),
        Content::Fields { fields, multipart } => {
            let kind = if *multipart {
                local::Kind::Parts
            } else {
                local::Kind::Form
            };
            let fields = parts::of_fields(site, fields, desk, kind);
            locals.push(local::fields(kind, fields));
            let word = if *multipart {
                "#[multipart]"
            } else {
                "#[form]"
            };
            (word.to_owned(), Given::Local(locals.len() - 1))
        }
    };
    Ok(Some(Argument {
        wire: "body".to_owned(),
        name: String::new(),
        optional: !body.required,
        marker: Marker::Body(marker),
        of,
        parameter: None,
        description: body.node.text("description").map(str::to_owned),
    }))
}

/// A form that may be left out and has no fields; some generators write one for every operation.
fn says_nothing(body: &Body<'_>) -> bool {
    let Content::Media(media) = &body.content else {
        return false;
    };
    let is_empty = |media: &Media<'_>| {
        let schema = media
            .schema
            .as_ref()
            .and_then(|schema| schema.resolved().ok());
        schema.is_some_and(|schema| {
            let properties = schema.get("properties");
            properties.is_some_and(|properties| properties.members().next().is_none())
                && !["additionalProperties", "allOf", "anyOf", "oneOf"]
                    .iter()
                    .any(|key| {
                        schema
                            .get(key)
                            .is_some_and(|node| node.value() != &serde_json::Value::Bool(false))
                    })
        })
    };
    !body.required && media.iter().all(is_empty)
}

fn content<'d>(
    site: &Site<'_, 'd>,
    body: &Body<'d>,
    all: &[Media<'d>],
    desk: &mut Desk<'_, 'd>,
    locals: &mut Vec<Local<'d>>,
) -> (String, Given) {
    let Some(media) = all.iter().min_by_key(|media| media.rank()) else {
        return (of_type("body", ""), Given::Owned("tollgate::Body"));
    };
    if all.len() > 1 {
        let others = all.iter().filter(|other| other.name != media.name);
        let others: Vec<_> = others.map(|other| format!("`{}`", other.name)).collect();
        let detail = format!(
            "the body is sent as `{}`, and could be {}",
            media.name,
            others.join(", ")
        );
        desk.notes.push(
            site.operation
                .entry(&body.node, Reason::ContentType, detail),
        );
    }
    match media.class() {
        Class::Json | Class::Anything => json(site, media, desk),
        Class::Form => form(site, media, desk, locals),
        Class::Multipart => match parts::of_media(site, media, desk) {
            Some(fields) => {
                locals.push(local::fields(local::Kind::Parts, fields));
                ("#[multipart]".to_owned(), Given::Local(locals.len() - 1))
            }
            None => (
                "#[multipart]".to_owned(),
                Given::Owned("tollgate::Multipart"),
            ),
        },
        Class::Text => (of_type("body", &media.name), Given::Owned("String")),
        Class::Stream | Class::Other => {
            (of_type("body", &media.name), Given::Owned("tollgate::Body"))
        }
    }
}

fn json<'d>(site: &Site<'_, 'd>, media: &Media<'d>, desk: &mut Desk<'_, 'd>) -> (String, Given) {
    let plain = matches!(media.name.as_str(), "application/json" | "*/*");
    let attribute = if plain {
        "#[json]".to_owned()
    } else {
        of_type("json", &media.name)
    };
    let Some(schema) = &media.schema else {
        return (attribute, Given::Type(Type::Any));
    };
    match desk
        .types
        .of(schema, &site.hint("body", "Body"), Way::Request)
    {
        Type::Binary => (of_type("body", &media.name), Given::Owned("tollgate::Body")),
        of => (attribute, Given::Type(of)),
    }
}

fn form<'d>(
    site: &Site<'_, 'd>,
    media: &Media<'d>,
    desk: &mut Desk<'_, 'd>,
    locals: &mut Vec<Local<'d>>,
) -> (String, Given) {
    let Some(schema) = &media.schema else {
        return ("#[form]".to_owned(), Given::Type(Type::Any));
    };
    let of = desk
        .types
        .of(schema, &site.hint("body", "Body"), Way::Request);
    match desk.types.kind(&of) {
        Kind::Scalar | Kind::List => (of_type("body", &media.name), Given::Owned("String")),
        _ => form::object(site, media, schema, of, desk, locals),
    }
}

/// `#[json(content_type = "…")]`, where it is a type that can be sent.
fn of_type(word: &str, name: &str) -> String {
    match is_type(name) && name != "application/json" {
        true => format!("#[{word}(content_type = {name:?})]"),
        false => format!("#[{word}]"),
    }
}
