//! The fields of a struct.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{FieldsNamed, Type};

use super::types::{argument, is_last, presence};
use super::written::{Word, Written, written};
use crate::errors::Errors;
use crate::lower::answer::words;
use crate::lower::filled::Filled;
use crate::lower::names::plain;
use crate::lower::sheet::{Key, once};
use crate::model::{Field, FieldPart, Fixed, Presence};

const KEYS: &[Key] = &[
    once("nullable", "nullable"),
    once("rest", "rest"),
    once("always", "always = \"…\""),
    once("only", "only = \"…\""),
];

/// All fields. One that is wrong has been told, and counts as a member of its name.
pub(super) fn fields(owner: &str, named: &FieldsNamed, errors: &mut Errors) -> Vec<Field> {
    let mut all = Vec::new();
    let mut wires = Vec::new();
    let mut rest: Option<String> = None;
    for field in &named.named {
        let Some(name) = field.ident.clone() else {
            continue;
        };
        let word = plain(&name);
        let (part, span) = part(&word, field, errors);
        match &part {
            FieldPart::Member { wire, .. } => {
                wires.push((wire.clone(), span, format!("field `{word}`")));
            }
            FieldPart::Rest => match &rest {
                Some(first) => errors.at(span, format!("`{owner}`: field `{first}` has the rest of the members already; remove this `rest`")),
                None => rest = Some(word),
            },
        }
        all.push(Field {
            name,
            ty: field.ty.clone(),
            part,
        });
    }
    super::refuse_twins(owner, &wires, errors);
    all
}

/// What a field is, and where that is said.
fn part(name: &str, field: &syn::Field, errors: &mut Errors) -> (FieldPart, Span) {
    let place = format!("`#[wire]` of field `{name}`");
    let Written {
        mut sheet,
        words: names,
    } = written("wire", &place, KEYS, &field.attrs, errors);
    let (wire, span) = wire(name, field, &names, errors);
    let nullable = sheet.take("nullable");
    let (always, only) = (sheet.take("always"), sheet.take("only"));
    if let Some(rest) = sheet.take("rest") {
        let span = rest.span();
        let _ = rest.flag(errors);
        let others = [&nullable, &always, &only];
        refuse_beside_rest(name, names.first(), others, errors);
        if !is_last(&field.ty, &["BTreeMap", "HashMap"]) {
            errors.on(&field.ty, format!("field `{name}` takes the other members as a map; write `BTreeMap<String, tollgate::model::Value>`"));
        }
        return (FieldPart::Rest, span);
    }
    let presence = presence(&field.ty);
    if let Some(nullable) = &nullable {
        let _ = nullable.flag(errors);
        refuse_nullable(name, field, nullable, presence, errors);
    }
    let member = FieldPart::Member {
        wire,
        nullable: nullable.is_some(),
        presence,
        fixed: fixed(name, &field.ty, always, only, errors),
    };
    (member, span)
}

fn wire(
    name: &str,
    field: &syn::Field,
    names: &[(proc_macro2::TokenStream, Word)],
    errors: &mut Errors,
) -> (String, Span) {
    let mut wire = (name.to_owned(), field.ident.span());
    for (index, (tokens, word)) in names.iter().enumerate() {
        match word {
            Word::Text(text) if index == 0 => wire = (text.value(), text.span()),
            Word::Text(_) => errors.on(
                tokens,
                format!("field `{name}` has one name on the wire; remove the second"),
            ),
            Word::Number(number) => errors.on(
                tokens,
                format!("the name of a member is a string; write `#[wire(\"{number}\")]`"),
            ),
        }
    }
    wire
}

/// The text that a member always is, or only is.
fn fixed(
    name: &str,
    ty: &Type,
    always: Option<Filled>,
    only: Option<Filled>,
    errors: &mut Errors,
) -> Option<Fixed> {
    if let (Some(_), Some(only)) = (&always, &only) {
        errors.at(only.span(), format!("field `{name}` is `always` one text, where another is kept, or `only` one, where another is refused; remove one of the two"));
    }
    let (filled, open) = match (always, only) {
        (Some(always), _) => (always, true),
        (None, only) => (only?, false),
    };
    let inner = argument(ty, "Option").unwrap_or(ty);
    let inner = argument(inner, "Option").unwrap_or(inner);
    if !is_last(inner, &["String"]) {
        let (key, ty) = (filled.key.name, words(ty));
        errors.at(filled.span(), format!("field `{name}` is no text; write `String` or `Option<String>` instead of `{ty}`, or remove `{key}`"));
    }
    let text = filled.string(errors)?;
    Some(Fixed { text, open })
}

fn refuse_beside_rest<T: quote::ToTokens>(
    field: &str,
    name: Option<&(T, Word)>,
    others: [&Option<Filled>; 3],
    errors: &mut Errors,
) {
    if let Some((tokens, _)) = name {
        errors.on(tokens, format!("field `{field}` has the rest of the members, which bring their names; remove the name"));
    }
    for other in others.into_iter().flatten() {
        let key = other.key.name;
        errors.at(
            other.span(),
            format!(
                "field `{field}` has the rest of the members and is none itself; remove `{key}`"
            ),
        );
    }
}

fn refuse_nullable(
    name: &str,
    field: &syn::Field,
    nullable: &Filled,
    presence: Presence,
    errors: &mut Errors,
) {
    let ty = words(&field.ty);
    let inner = argument(&field.ty, "Option");
    if presence != Presence::Optional {
        errors.at(nullable.span(), format!("field `{name}` has no `None` to be `null`; write `Option<{ty}>`, or remove `nullable`"));
    } else if inner.is_some_and(|inner| argument(inner, "Option").is_some()) {
        errors.at(nullable.span(), format!("field `{name}` tells `null` from absent already, as `Some(None)`; remove `nullable`, or one `Option` if it is always there"));
    }
}
