//! A value of the document as an expression of an argument's type.

use quote::ToTokens as _;
use serde_json::Value;
use syn::{GenericArgument, PathArguments, Type};

/// What to write for an argument; none, if a value of its type cannot be made of JSON.
pub(crate) fn expression(ty: &Type, value: &Value) -> Option<String> {
    let json = format!("{:?}", value.to_string());
    Some(match ty {
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => format!("{:?}", text(value)),
            Type::Slice(slice) if is_text(&slice.elem) => format!("&[{:?}]", text(first(value))),
            Type::Slice(_) => format!("&given::<Vec<_>>({json})"),
            inner => format!("&{}", owned(inner, &json)?),
        },
        owned_type => owned(owned_type, &json)?,
    })
}

/// The type inside of `Option<…>`, which is a setter's.
pub(crate) fn optional(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path
        .path
        .segments
        .last()
        .filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(inner) = &last.arguments else {
        return None;
    };
    inner.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The compiler knows what type is asked for.
fn owned(ty: &Type, json: &str) -> Option<String> {
    let name = ty.to_token_stream().to_string();
    let is = |word: &str| name == word || name.ends_with(&format!(":: {word}"));
    if is("Multipart") || is("Body") || matches!(ty, Type::ImplTrait(_)) {
        return None;
    }
    if is("Bytes") {
        return Some("vec![1_u8].into()".into());
    }
    Some(format!("given({json})"))
}

fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")))
}

fn first(value: &Value) -> &Value {
    value.get(0).unwrap_or(value)
}

/// A value as it stands in a path or a query.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn values_are_written_by_the_type_that_is_asked_for() {
        let table: [(Type, Value, &str); 5] = [
            (parse_quote!(u64), json!(1), "given(\"1\")"),
            (parse_quote!(&str), json!("a"), "\"a\""),
            (parse_quote!(&[&str]), json!(["a", "b"]), "&[\"a\"]"),
            (
                parse_quote!(&[types::State]),
                json!(["open"]),
                "&given::<Vec<_>>(\"[\\\"open\\\"]\")",
            ),
            (parse_quote!(&types::Pet), json!({}), "&given(\"{}\")"),
        ];
        for (ty, value, wanted) in table {
            assert_eq!(expression(&ty, &value).as_deref(), Some(wanted));
        }
        assert_eq!(
            expression(&parse_quote!(tollgate::Multipart), &json!({})),
            None
        );
    }
}
