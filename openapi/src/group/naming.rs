//! What arguments are called.

use super::argument::{Argument, Marker};
use super::draft::Site;
use super::path::Piece;
use crate::names::{Names, Scope, Style, Want};

/// Names that the setters of a call or a walk have.
const OPTIONS: [&str; 15] = [
    "deadline",
    "attempt_timeout",
    "max_body",
    "retry",
    "redirects",
    "idempotency_key",
    "header",
    "into_future",
    "max_requests",
    "prefetch",
    "resume",
    "pages",
    "items",
    "answer",
    "query",
];

/// What an argument is called after. In a script without case a variant of its type may have the very
/// same name, which the compiler refuses in a pattern (E0170).
fn spoken(wire: &str) -> String {
    let cased = |c: char| c.is_lowercase() || c.is_uppercase() || !c.is_alphabetic();
    match wire.starts_with(cased) {
        true => wire.to_owned(),
        false => format!("arg {wire}"),
    }
}

/// Gives all arguments their names, and the path those of its parameters.
pub(super) fn arguments(
    site: &Site<'_, '_>,
    arguments: &mut [Argument<'_>],
    path: Vec<Piece>,
    names: &mut Names,
) -> Vec<Piece> {
    let mut scope = Scope::new(Style::Value);
    // `self` is the client.
    scope.reserve("self");
    for optional in [false, true] {
        if optional {
            OPTIONS.iter().for_each(|name| scope.reserve(name));
        }
        let mut some: Vec<_> = arguments
            .iter_mut()
            .filter(|argument| argument.optional == optional)
            .collect();
        let wants = some.iter().map(|argument| Want {
            identity: format!(
                "{} argument {} {}",
                site.operation.key(),
                argument.marker.word(),
                argument.wire
            ),
            wire: spoken(&argument.wire),
        });
        let wants: Vec<_> = wants.collect();
        let given = names.give(&mut scope, &wants);
        for (argument, name) in some.iter_mut().zip(given) {
            argument.name = name;
        }
    }
    let of = |wire: &str| {
        let is = |argument: &&Argument<'_>| match &argument.marker {
            // The style sends the name.
            Marker::Path(words) => {
                argument.wire == wire && words.first() != Some(&"style = matrix")
            }
            _ => false,
        };
        arguments
            .iter()
            .find(is)
            .map(|argument| argument.name.trim_start_matches("r#").to_owned())
    };
    let renamed = path.into_iter().map(|piece| match piece {
        Piece::Parameter(wire) => Piece::Parameter(of(&wire).unwrap_or(wire)),
        text => text,
    });
    renamed.collect()
}
