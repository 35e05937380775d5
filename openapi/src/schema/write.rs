//! The text of `types.rs`, and of types elsewhere.

use super::Type;
use super::definition::{Definition, Fixed, Member, Presence, Shape};
use super::lines::{attribute, field_line, other, quoted, values, variant_line};
use super::settle::Settled;
use crate::docs;

/// What writes types.
pub(super) struct Writer<'t> {
    pub(super) definitions: &'t [Definition],
    pub(super) settled: &'t Settled,
}

impl Writer<'_> {
    /// All definitions, in the order of their names, behind `head`.
    pub(super) fn file(&self, head: &str) -> String {
        let mut body = String::new();
        for (name, index) in &self.settled.written {
            if let Some(definition) = self.definitions.get(*index) {
                self.definition(&mut body, name, *index, definition);
            }
        }
        let mut out = head.to_owned();
        let uses = [
            ("BTreeMap<", "use std::collections::BTreeMap;\n"),
            ("Value", "use tollgate::model::Value;\n"),
        ];
        let used = |word: &str| {
            self.settled
                .written
                .values()
                .any(|index| self.writes(*index, word))
        };
        let uses = uses
            .iter()
            .filter(|(word, _)| used(word))
            .map(|(_, line)| *line)
            .collect::<Vec<_>>();
        if !uses.is_empty() {
            out.push_str(&format!("\n{}", uses.join("\n")));
        }
        out.push_str(&body);
        out
    }

    /// Whether a definition mentions maps, or anything.
    fn writes(&self, index: usize, word: &str) -> bool {
        let Some(definition) = self.definitions.get(index) else {
            return false;
        };
        let (rest, any) = match &definition.shape {
            Shape::Struct { rest, .. } => (rest.is_some(), false),
            Shape::Tagged { open, .. } | Shape::Untagged { open, .. } => (false, *open),
            _ => (false, false),
        };
        let inside = |of: &Type| mentions(of, word == "Value");
        (rest && word != "Value")
            || (any && word == "Value")
            || definition.shape.parts().into_iter().any(inside)
    }

    fn definition(&self, out: &mut String, name: &str, index: usize, definition: &Definition) {
        out.push('\n');
        docs::comment(out, "", &definition.docs);
        // To compare words is cheap for the compiler; to show them, or fields, is not.
        out.push_str(match definition.shape {
            Shape::Texts { .. } | Shape::Integers { .. } => {
                "#[derive(Clone, PartialEq, tollgate::Model)]\n#[wire(debug)]\n"
            }
            _ => "#[derive(Clone, tollgate::Model)]\n",
        });
        let names = self
            .settled
            .members
            .get(&index)
            .map(Vec::as_slice)
            .unwrap_or_default();
        match &definition.shape {
            Shape::Open => {
                out.push_str(&format!(
                    "#[wire(debug, eq)]\npub struct {name}(pub tollgate::model::Value);\n"
                ));
            }
            Shape::Newtype(of) => {
                let of = self.held(index, of);
                out.push_str(&format!(
                    "#[wire(debug, eq)]\npub struct {name}(pub {of});\n"
                ));
            }
            Shape::Struct { members, rest } => {
                self.structure(out, name, index, names, members, rest.as_ref());
            }
            Shape::Texts { variants, open } => values(
                out,
                name,
                names,
                variants,
                open.then_some("String"),
                |wire| quoted(wire),
            ),
            Shape::Integers { variants, open } => values(
                out,
                name,
                names,
                variants,
                open.then_some("i64"),
                i64::to_string,
            ),
            Shape::Tagged {
                tag,
                variants,
                open,
            } => {
                out.push_str(&format!("#[wire(tag = {}, debug, eq)]\n", quoted(tag)));
                let lines = variants.iter().map(|(wires, of)| {
                    (
                        wires.iter().map(|wire| quoted(wire)).collect::<Vec<_>>(),
                        of,
                    )
                });
                self.alternatives(out, name, index, names, lines, *open);
            }
            Shape::Untagged { variants, open } => {
                out.push_str("#[wire(untagged, debug, eq)]\n");
                let lines = variants.iter().map(|of| (Vec::new(), of));
                self.alternatives(out, name, index, names, lines, *open);
            }
        }
    }

    fn structure(
        &self,
        out: &mut String,
        name: &str,
        index: usize,
        names: &[String],
        members: &[Member],
        rest: Option<&Type>,
    ) {
        let ways = self.settled.ways.get(&index).copied().unwrap_or_default();
        let presence = members
            .iter()
            .map(|member| self.presence(index, member))
            .collect::<Vec<_>>();
        let optional =
            |presence: &Presence| matches!(presence, Presence::Maybe | Presence::MaybeOrNull);
        let new = ways.request && (rest.is_some() || presence.iter().any(optional));
        out.push_str(match new {
            true => "#[wire(new, debug, eq)]\n",
            false => "#[wire(debug, eq)]\n",
        });
        out.push_str(&format!("pub struct {name} {{\n"));
        for ((member, presence), field) in members.iter().zip(presence).zip(names) {
            docs::comment(out, "    ", &member.docs);
            let wire =
                (field.trim_start_matches("r#") != member.wire).then(|| quoted(&member.wire));
            let null = (presence == Presence::OrNull).then(|| "nullable".to_owned());
            let fixed = member.fixed.as_ref().map(|Fixed { text, open }| {
                let key = if *open { "always" } else { "only" };
                format!("{key} = {}", quoted(text))
            });
            attribute(out, wire.into_iter().chain(null).chain(fixed).collect());
            let of = self.held(index, member.bare());
            let of = match presence {
                Presence::Always => of,
                Presence::OrNull | Presence::Maybe => format!("Option<{of}>"),
                Presence::MaybeOrNull => format!("Option<Option<{of}>>"),
            };
            field_line(out, field, &of);
        }
        if let (Some(of), Some(field)) = (rest, names.get(members.len())) {
            docs::comment(out, "    ", &["All other members.".to_owned()]);
            attribute(out, vec!["rest".to_owned()]);
            field_line(
                out,
                field,
                &format!("BTreeMap<String, {}>", self.text(of, "")),
            );
        }
        out.push_str("}\n");
    }

    fn presence(&self, index: usize, member: &Member) -> Presence {
        let ways = self.settled.ways.get(&index).copied().unwrap_or_default();
        match (member.presence(ways), &member.of) {
            (Presence::Always, Type::Named(to)) if self.settled.endless.contains(&(index, *to)) => {
                Presence::Maybe
            }
            (presence, _) => presence,
        }
    }

    fn alternatives<'v>(
        &self,
        out: &mut String,
        name: &str,
        index: usize,
        names: &[String],
        variants: impl Iterator<Item = (Vec<String>, &'v Type)>,
        open: bool,
    ) {
        out.push_str(&format!("pub enum {name} {{\n"));
        let mut names = names.iter();
        for ((wires, of), name) in variants.zip(names.by_ref()) {
            attribute(out, wires);
            variant_line(out, name, &self.held(index, of));
        }
        other(out, names.next().filter(|_| open), "Value");
        out.push_str("}\n");
    }

    /// A type within a definition, in a box if it would be part of itself.
    fn held(&self, index: usize, of: &Type) -> String {
        match of {
            Type::Named(to) if self.settled.boxed.contains(&(index, *to)) => {
                format!("Box<{}>", self.text(of, ""))
            }
            Type::Nullable(of) => format!("Option<{}>", self.held(index, of)),
            of => self.text(of, ""),
        }
    }

    /// A type, with `prefix` before what is defined here; without one, as it stands in `types.rs`.
    pub(super) fn text(&self, of: &Type, prefix: &str) -> String {
        let inside = prefix.is_empty();
        match of {
            Type::Bool => "bool".to_owned(),
            Type::I32 => "i32".to_owned(),
            Type::I64 => "i64".to_owned(),
            Type::U64 => "u64".to_owned(),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::Binary if !inside => "tollgate::Bytes".to_owned(),
            Type::String | Type::Binary => "String".to_owned(),
            Type::Timestamp => "tollgate::model::jiff::Timestamp".to_owned(),
            Type::Date => "tollgate::model::jiff::civil::Date".to_owned(),
            Type::Any => if inside {
                "Value"
            } else {
                "tollgate::model::Value"
            }
            .to_owned(),
            Type::List(of) => format!("Vec<{}>", self.text(of, prefix)),
            Type::Map(of) => {
                let map = if inside {
                    "BTreeMap"
                } else {
                    "std::collections::BTreeMap"
                };
                format!("{map}<String, {}>", self.text(of, prefix))
            }
            Type::Nullable(of) => format!("Option<{}>", self.text(of, prefix)),
            Type::Named(index) => {
                let name = self.settled.names.get(&self.settled.one(*index));
                format!("{prefix}{}", name.map_or("", String::as_str))
            }
        }
    }
}

fn mentions(of: &Type, anything: bool) -> bool {
    match of {
        Type::Any => anything,
        Type::Map(of) => !anything || mentions(of, anything),
        Type::List(of) | Type::Nullable(of) => mentions(of, anything),
        _ => false,
    }
}
