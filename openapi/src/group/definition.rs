//! The text of a definition in the file of a group.

use std::fmt::Write as _;

use super::docs::comment;
use super::local::{Field, Kind, Local, Of};
use super::text;
use crate::docs::lines;
use crate::operation::Status;
use crate::schema::Types;

/// Appends a form, parts, or answers by status.
pub(super) fn write(out: &mut String, local: &Local<'_>, types: &Types<'_>) {
    let Local {
        name,
        kind,
        fields,
        variants,
    } = local;
    match kind {
        Kind::Form => {
            let _ = write!(
                out,
                "\n/// A form.\n#[derive(Debug, Clone, PartialEq, tollgate::Model)]\npub struct {name} {{\n"
            );
        }
        Kind::Parts => {
            let _ = write!(
                out,
                "\n/// A body in parts.\n#[derive(Debug, tollgate::Parts)]\npub struct {name} {{\n"
            );
        }
        Kind::Answers => {
            let _ = write!(
                out,
                "\n/// What may come, by status.\n#[allow(clippy::large_enum_variant)]\n#[derive(Debug, Clone, PartialEq, tollgate::Answers)]\npub enum {name} {{\n"
            );
        }
    }
    fields.iter().for_each(|each| field(out, each, types));
    for (status, payload) in variants {
        let (attribute, name) = variant(*status);
        let payload = text::variant(payload, types);
        let payload = payload.map(|text| format!("({text})")).unwrap_or_default();
        let _ = write!(out, "    #[status({attribute})]\n    {name}{payload},\n");
    }
    out.push_str("}\n");
}

fn field(out: &mut String, field: &Field<'_>, types: &Types<'_>) {
    let Field {
        wire,
        name,
        of,
        required,
        json,
        said,
        schema,
    } = field;
    let mut documentation = lines(schema.text("description").unwrap_or_default());
    if !said.is_empty() {
        let blank = (!documentation.is_empty()).then(String::new);
        documentation.extend(blank);
        documentation.push((*said).to_owned());
    }
    out.push_str(&comment(&documentation, "    "));
    let of = match of {
        Of::Type(of) => types.text(of),
        Of::File => "tollgate::Part".to_owned(),
        Of::Files => "Vec<tollgate::Part>".to_owned(),
    };
    let of = if *required {
        of
    } else {
        format!("Option<{of}>")
    };
    let words = (name.trim_start_matches("r#") != wire).then(|| format!("{wire:?}"));
    let words: Vec<_> = words
        .into_iter()
        .chain(json.then(|| "json".to_owned()))
        .collect();
    if !words.is_empty() {
        let _ = writeln!(out, "    #[wire({})]", words.join(", "));
    }
    let _ = writeln!(out, "    pub {name}: {of},");
}

/// The argument of `#[status]` and the name of the variant.
fn variant(status: Status) -> (String, String) {
    let name = match status {
        Status::Exact(200) => "Ok",
        Status::Exact(201) => "Created",
        Status::Exact(202) => "Accepted",
        Status::Exact(203) => "NonAuthoritative",
        Status::Exact(204) => "NoContent",
        Status::Exact(205) => "ResetContent",
        Status::Exact(206) => "PartialContent",
        Status::Exact(207) => "MultiStatus",
        Status::Exact(other) => return (other.to_string(), format!("Status{other}")),
        Status::Range(_) | Status::Default => return ("\"2XX\"".to_owned(), "Other".to_owned()),
    };
    (status.word(), name.to_owned())
}
