//! The names of fields and variants.

use super::Type;
use super::definition::{Definition, Shape, Variant};
use super::settle::Settled;
use crate::names::{Names, Scope, Style, Want, likely};

/// What keeps values that no variant names.
const OTHER: &str = "Other";

/// What it is called where a value is called so.
const UNLISTED: &str = "Unlisted";

/// The names of the members of the definition called `owner`, in their order; behind them that of the rest, or of
/// the variant for what is not known.
pub(super) fn named(
    definition: &Definition,
    owner: &str,
    settled: &Settled,
    names: &mut Names,
) -> Vec<String> {
    let (style, word, mut wires, more) = match &definition.shape {
        Shape::Open | Shape::Newtype(_) => return Vec::new(),
        Shape::Struct { members, rest } => {
            let wires = members
                .iter()
                .map(|member| (member.wire.clone(), member.wire.clone()));
            (
                Style::Value,
                "field",
                wires.collect::<Vec<_>>(),
                rest.is_some(),
            )
        }
        Shape::Texts { variants, open } => (Style::Variant, "variant", values(variants), *open),
        Shape::Integers { variants, open } => (Style::Variant, "variant", values(variants), *open),
        Shape::Tagged { variants, open, .. } => {
            let wires = variants
                .iter()
                .map(|(wires, of)| tagged(wires, of, settled));
            (Style::Variant, "variant", wires.collect(), *open)
        }
        Shape::Untagged { variants, open } => {
            let wires = variants
                .iter()
                .map(|of| untagged(of, variants, owner, settled));
            (Style::Variant, "variant", wires.collect(), *open)
        }
    };
    if more {
        let wanted = match style {
            Style::Value => "rest",
            _ => other(&wires, owner, names),
        };
        wires.push(("~other".to_owned(), wanted.to_owned()));
    }
    let wants = wires.into_iter().map(|(at, wire)| Want {
        identity: format!("types::{owner} {word} {at}"),
        wire,
    });
    let mut scope = match definition.shape {
        // Called by types, whose names are made.
        Shape::Tagged { .. } | Shape::Untagged { .. } => Scope::of_made(style),
        _ => Scope::new(style),
    };
    names.give(&mut scope, &wants.collect::<Vec<_>>())
}

fn other(wires: &[(String, String)], owner: &str, names: &Names) -> &'static str {
    let wanted = wires
        .iter()
        .any(|(_, wire)| likely(Style::Variant, wire) == OTHER);
    match wanted
        && names
            .known(&format!("types::{owner} variant ~other"))
            .is_none()
    {
        true => UNLISTED,
        false => OTHER,
    }
}

/// Values with what they are called: an earlier word of the document's, or themselves.
fn values<T: ToString>(variants: &[Variant<T>]) -> Vec<(String, String)> {
    let called = |variant: &Variant<T>| {
        let wire = variant.wire.to_string();
        let called = variant.called.clone().unwrap_or_else(|| wire.clone());
        (wire, called)
    };
    variants.iter().map(called).collect()
}

fn tagged(wires: &[String], of: &Type, settled: &Settled) -> (String, String) {
    let first = wires.first().cloned().unwrap_or_default();
    match (wires, of) {
        ([_], _) => (first.clone(), first),
        (_, Type::Named(index)) => {
            let name = settled.names.get(index).cloned();
            (first.clone(), name.unwrap_or(first))
        }
        _ => (first.clone(), first),
    }
}

/// A variant, by its type: the only list is called so, and so is the only map.
fn untagged(of: &Type, all: &[Type], owner: &str, settled: &Settled) -> (String, String) {
    let full = of_type(of, owner, settled);
    let lists = all.iter().filter(|of| matches!(of, Type::List(_))).count();
    let maps = all.iter().filter(|of| matches!(of, Type::Map(_))).count();
    let wanted = match of {
        Type::List(_) if lists == 1 => "List".to_owned(),
        Type::Map(_) if maps == 1 => "Map".to_owned(),
        _ => full,
    };
    (exact(of, settled), wanted)
}

/// What no other alternative is: two may be called alike, by the last word of their types.
fn exact(of: &Type, settled: &Settled) -> String {
    match of {
        Type::List(of) => format!("{} List", exact(of, settled)),
        Type::Map(of) => format!("{} Map", exact(of, settled)),
        Type::Nullable(of) => exact(of, settled),
        Type::Named(index) => settled.names.get(index).cloned().unwrap_or_default(),
        of => of_type(of, "", settled),
    }
}

/// What a type is called among others.
fn of_type(of: &Type, owner: &str, settled: &Settled) -> String {
    let inner = |of: &Type| of_type(of, owner, settled);
    match of {
        Type::Bool => "Boolean".to_owned(),
        Type::I32 | Type::I64 | Type::U64 => "Integer".to_owned(),
        Type::F32 | Type::F64 => "Number".to_owned(),
        Type::String | Type::Binary => "String".to_owned(),
        Type::Timestamp => "Timestamp".to_owned(),
        Type::Date => "Date".to_owned(),
        Type::Any => "Value".to_owned(),
        Type::List(of) => format!("{} List", inner(of)),
        Type::Map(of) => format!("{} Map", inner(of)),
        Type::Nullable(of) => inner(of),
        Type::Named(index) => {
            let name = settled.names.get(index).cloned().unwrap_or_default();
            // What is named after the whole is called by what it adds.
            let added = name.strip_prefix(owner);
            let added = added.filter(|added| added.starts_with(char::is_uppercase));
            let last = settled.last.get(index);
            added.map(str::to_owned).or(last.cloned()).unwrap_or(name)
        }
    }
}
