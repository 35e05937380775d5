//! The type of the errors of an endpoint: what the documented refusals are read into.

use super::draft::{Desk, Site};
use crate::operation::{Answer, Class, Status};
use crate::schema::{Hint, Type, Way};

/// A type of errors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault(pub(super) Type);

/// One type for all refusals of an operation; none where no JSON is documented.
pub(super) fn fault<'d>(site: &Site<'_, 'd>, desk: &mut Desk<'_, 'd>) -> Option<Fault> {
    let mut found: Vec<(String, Type)> = Vec::new();
    let mut values = Vec::new();
    for answer in refusals(&site.operation.answers) {
        let json = answer
            .media
            .iter()
            .filter(|media| media.class() == Class::Json);
        let Some(schema) = json
            .min_by_key(|media| media.rank())
            .and_then(|media| media.schema.clone())
        else {
            continue;
        };
        let Ok(target) = schema.resolved() else {
            continue;
        };
        if values.contains(&target.value()) {
            continue;
        }
        values.push(target.value());
        let hint = site.hint(&format!("error {}", answer.status.word()), "Error");
        let of = desk.types.of(&schema, &hint, Way::Response);
        let unsaid = matches!(of, Type::Any | Type::Binary);
        if !unsaid && !found.iter().any(|(_, known)| *known == of) {
            let name = match schema.reference() {
                Some(_) => target.name(),
                None => format!("{}{}Error", site.stem, answer.status.word()),
            };
            found.push((name, of));
        }
    }
    found.sort();
    match found.as_slice() {
        [] => None,
        [(_, only)] => Some(Fault(only.clone())),
        several => {
            let hint = either(site, several);
            let types = several.iter().map(|(_, of)| of.clone()).collect();
            Some(Fault(desk.types.either(types, &hint)))
        }
    }
}

/// The answers that are no success: 4xx, 5xx, and `default` beside a success.
fn refusals<'a, 'd>(answers: &'a [Answer<'d>]) -> impl Iterator<Item = &'a Answer<'d>> {
    let other = answers
        .iter()
        .any(|answer| matches!(answer.status.hundred(), Some(2 | 3)));
    answers.iter().filter(move |answer| match answer.status {
        Status::Default => other,
        status => matches!(status.hundred(), Some(4 | 5)),
    })
}

/// A sum of types has the name of its parts, so that all operations with the same ones share it.
fn either(site: &Site<'_, '_>, several: &[(String, Type)]) -> Hint {
    use heck::ToPascalCase as _;
    let names: Vec<_> = several
        .iter()
        .map(|(name, _)| name.to_pascal_case())
        .collect();
    let name = match names.as_slice() {
        names if names.len() <= 3 && names.iter().map(String::len).sum::<usize>() <= 60 => {
            names.join("Or")
        }
        _ => format!("{}Error", site.stem),
    };
    Hint {
        identity: format!("either {}", names.join(" ")),
        name,
    }
}
