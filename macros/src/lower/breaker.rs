//! `breaker(failures = 5, open = 10 s, per = bucket)`: when calls are refused after failures.

use super::commas::entries;
use super::filled::{Filled, choice};
use super::number::{keyed, length};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::Breaker;
use crate::syntax::Shape;

const KEYS: &[Key] = &[
    once("failures", "failures = 5"),
    once("open", "open = 10 s"),
    once("per", "per = bucket"),
];

/// The breaker; `None` when it is wrong, which has been told.
pub(super) fn breaker(filled: &Filled, errors: &mut Errors) -> Option<Breaker> {
    let span = filled.span();
    let group = match &filled.shape {
        Shape::List(group) if !group.stream().is_empty() => group,
        _ => {
            filled.misshapen(span, errors);
            return None;
        }
    };
    let written = entries(KEYS, group.stream(), errors);
    let mut sheet = Sheet::new("`breaker`", KEYS, written, errors);
    let missing = |what: &str, errors: &mut Errors| errors.at(span, format!("`breaker` {what}"));
    let failures = match sheet.take("failures") {
        Some(filled) => keyed("`failures`", filled, errors),
        None => {
            missing(
                "does not say after how many failures in a row it opens; add `failures = 5`",
                errors,
            );
            None
        }
    };
    let open = match sheet.take("open") {
        Some(filled) => length(
            "a breaker that is never open refuses nothing",
            filled,
            errors,
        ),
        None => {
            missing(
                "does not say for how long calls are refused; add `open = 10 s`",
                errors,
            );
            None
        }
    };
    let known = [("bucket", true), ("api", false)];
    let per_bucket = match sheet.take("per") {
        Some(filled) => choice(&known, filled, errors),
        None => Some(false),
    };
    Some(Breaker {
        failures: failures?,
        open: open?,
        per_bucket: per_bucket?,
    })
}
