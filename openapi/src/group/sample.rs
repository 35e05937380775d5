//! Calls of endpoints with values that the document allows, for programs that try an import out.

use core::fmt::Write as _;

use serde_json::Value;

use super::argument::{Argument, Given};
use super::draft::Draft;
use super::reply::Reply;
use crate::document::Node;
use crate::operation::{Content, Place};
use crate::output::HEADER;
use crate::sample;
use crate::schema::Type;

/// The file `samples.rs`: a call of every endpoint for whose arguments there are values.
pub(super) fn file(client: &str, calls: &str) -> String {
    let pages = match calls.contains(".try_next()") {
        true => "use futures_util::TryStreamExt;\n",
        false => "",
    };
    format!(
        "// {HEADER}. What is changed here is lost with the next import.\n\n//! One call of each operation, with values that the document allows.\n\n\
         use std::future::{{Future, IntoFuture}};\nuse std::pin::Pin;\n\n{pages}use super::{client};\n\n\
         /// A call: the operation, and its outcome as text.\n\
         pub type Sample = (&'static str, Pin<Box<dyn Future<Output = Result<(), String>>>>);\n\n\
         /// All of them, none made yet.\n\
         pub fn samples(client: &{client}) -> Vec<Sample> {{\n    let mut samples: Vec<Sample> = Vec::new();\n{calls}    samples\n}}\n\n\
         fn json<T: serde::de::DeserializeOwned>(text: &str) -> T {{\n    \
         serde_json::from_str(text).unwrap_or_else(|error| panic!(\"{{text}}: {{error}}\"))\n}}\n\n\
         fn told<T, E: std::fmt::Debug>(outcome: Result<T, tollgate::Error<E>>) -> Result<(), String> {{\n    \
         outcome.map(drop).map_err(|error| format!(\"{{error:?}}\"))\n}}\n"
    )
}

/// One call; none if there is an argument for which no value is known.
pub(super) fn call(module: &str, draft: &Draft<'_, '_>) -> Option<String> {
    let mut required = Vec::new();
    let mut setters = String::new();
    for argument in &draft.arguments {
        match (argument.optional, expression(argument, draft)) {
            (false, value) => required.push(value?),
            (true, Some(value)) => {
                let _ = write!(setters, ".{}({value})", argument.name);
            }
            (true, None) => {}
        }
    }
    let call = format!(
        "client.{module}().{}({}){setters}",
        draft.name,
        required.join(", ")
    );
    let key = draft.operation.key();
    let sample = match &draft.reply {
        Reply::Pages => format!(
            "    let mut call = {call}.items();\n    \
             samples.push(({key:?}, Box::pin(async move {{ told(call.try_next().await) }})));\n"
        ),
        _ => format!(
            "    let call = {call}.into_future();\n    \
             samples.push(({key:?}, Box::pin(async move {{ told(call.await) }})));\n"
        ),
    };
    Some(sample)
}

/// A value as an expression of the type that the argument has.
fn expression(argument: &Argument<'_>, draft: &Draft<'_, '_>) -> Option<String> {
    let of = match &argument.of {
        Given::Type(of) => of,
        Given::Owned("String") => return Some("\"x\".to_owned()".to_owned()),
        Given::Owned("tollgate::Body") => return Some("tollgate::Body::from(\"x\")".to_owned()),
        Given::Owned(_) | Given::Local(_) => return None,
    };
    let value = match schema(argument, draft) {
        Some(schema) => sample::value(&schema)?,
        None if *of == Type::String => Value::from("x"),
        None => return None,
    };
    // What has no place in a path, or would name another resource.
    let is_in_path = argument
        .parameter
        .as_ref()
        .is_some_and(|parameter| parameter.place == Place::Path);
    let value = match value {
        Value::String(text) if is_in_path && text.is_empty() => Value::from("x"),
        value => value,
    };
    written(of, &value)
}

fn written(of: &Type, value: &Value) -> Option<String> {
    let json = || format!("{:?}", value.to_string());
    Some(match (of, value) {
        (Type::String, Value::String(text)) => format!("{text:?}"),
        (Type::String, value) => format!("{:?}", value.to_string()),
        (Type::Bool, Value::Bool(flag)) => flag.to_string(),
        (Type::I32 | Type::I64 | Type::U64, Value::Number(number)) => number.to_string(),
        (Type::F32 | Type::F64, Value::Number(number)) => format!("{:?}", number.as_f64()?),
        (Type::Timestamp | Type::Date, _) => format!("json({})", json()),
        (Type::List(item), Value::Array(items)) if **item == Type::String => {
            let items: Option<Vec<_>> = items
                .iter()
                .map(|item| written(&Type::String, item))
                .collect();
            format!("&[{}]", items?.join(", "))
        }
        (Type::List(_), Value::Array(_)) => format!("&json::<Vec<_>>({})", json()),
        (Type::Named(_) | Type::Any | Type::Map(_) | Type::Nullable(_), _) => {
            format!("&json({})", json())
        }
        _ => return None,
    })
}

/// The schema of an argument.
fn schema<'d>(argument: &Argument<'d>, draft: &Draft<'_, 'd>) -> Option<Node<'d>> {
    if let Some(parameter) = &argument.parameter {
        return parameter.schema.clone();
    }
    match &draft.operation.body.as_ref()?.content {
        Content::Media(media) => media
            .iter()
            .min_by_key(|media| media.rank())?
            .schema
            .clone(),
        Content::Fields { .. } => None,
    }
}
