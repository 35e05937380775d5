//! Types as they are written in the file of a group.

use super::argument::{Argument, Given};
use super::draft::Draft;
use super::local::Local;
use super::payload::Payload;
use super::reply::Reply;
use crate::schema::{Type, Types};

/// The type of an argument, `Option` and all.
pub(super) fn argument(argument: &Argument<'_>, locals: &[Local<'_>], types: &Types<'_>) -> String {
    let text = match &argument.of {
        Given::Type(of) => borrowed(of, types),
        Given::Owned(text) => (*text).to_owned(),
        Given::Local(at) => {
            let local = locals.get(*at);
            let name = local.map(|local| local.name.as_str()).unwrap_or_default();
            match local.map(|local| local.kind) {
                Some(super::local::Kind::Parts) => name.to_owned(),
                _ => format!("&{name}"),
            }
        }
    };
    if argument.optional {
        format!("Option<{text}>")
    } else {
        text
    }
}

/// A value that is lent to a call.
fn borrowed(of: &Type, types: &Types<'_>) -> String {
    match of {
        Type::Bool
        | Type::I32
        | Type::I64
        | Type::U64
        | Type::F32
        | Type::F64
        | Type::Timestamp
        | Type::Date => types.text(of),
        Type::String => "&str".to_owned(),
        Type::List(item) if **item == Type::String => "&[&str]".to_owned(),
        Type::List(item) => format!("&[{}]", types.text(item)),
        of => format!("&{}", types.text(of)),
    }
}

/// The return type; none for nothing.
pub(super) fn reply(draft: &Draft<'_, '_>, types: &Types<'_>) -> Option<String> {
    match &draft.reply {
        Reply::One(Payload::Empty) => None,
        Reply::One(of) => Some(payload(of, types)),
        Reply::Headers => Some("Response<()>".to_owned()),
        Reply::Several(at) => {
            let name = draft.locals.get(*at).map(|local| local.name.as_str());
            Some(format!("Answers<{}>", name.unwrap_or_default()))
        }
        Reply::Pages => {
            let item = draft.walk.as_ref().map(|walk| types.text(&walk.item));
            Some(format!("Pages<{}>", item.unwrap_or_default()))
        }
    }
}

/// What an answer holds, in the words of return types.
pub(super) fn payload(payload: &Payload, types: &Types<'_>) -> String {
    match payload {
        Payload::Empty => "()".to_owned(),
        Payload::Text => "String".to_owned(),
        Payload::Bytes => "Bytes".to_owned(),
        Payload::Stream => "ByteStream".to_owned(),
        Payload::Json(of) => json(&types.text(of)),
    }
}

/// What a variant of answers holds: a type like any other, so nothing is a word there.
pub(super) fn variant(payload: &Payload, types: &Types<'_>) -> Option<String> {
    match payload {
        Payload::Empty => None,
        Payload::Text => Some("String".to_owned()),
        Payload::Bytes | Payload::Stream => Some("tollgate::Bytes".to_owned()),
        Payload::Json(of) => {
            let text = types.text(of);
            // As a variant these would be read as texts and bytes.
            Some(match json(&text) == text {
                true => text,
                false => types.text(&Type::Any),
            })
        }
    }
}

/// A type whose last name is a word of return types has to say that it is JSON.
fn json(text: &str) -> String {
    let last = text.rsplit("::").next().unwrap_or(text);
    let is_word = matches!(last, "String" | "Bytes" | "ByteStream" | "()");
    let is_generic = ["Option<", "Response<", "Pages<", "Json<", "Answers<"]
        .iter()
        .any(|word| text.starts_with(word));
    let is_word = is_word && !text.contains('<');
    if is_word || is_generic {
        format!("Json<{text}>")
    } else {
        text.to_owned()
    }
}
