//! Numbers that are at least one.

use syn::parse::ParseStream;

use super::filled::Filled;
use crate::errors::Errors;
use crate::model::{Number, Pace};
use crate::syntax::{self, Written};

/// A number in words of its own: `what` is `a burst`.
pub(super) fn number(what: &str, written: syntax::Number, errors: &mut Errors) -> Option<Number> {
    let literal = match written {
        syntax::Number::Constant(path) => return Some(Number::Constant(path)),
        syntax::Number::Literal(literal) => literal,
    };
    if !matches!(literal.suffix(), "" | "u32") {
        let digits = literal.base10_digits();
        errors.on(
            &literal,
            format!("{what} is a plain number; write `{digits}`"),
        );
        return None;
    }
    match literal.base10_parse::<u32>() {
        Ok(0) => {
            errors.on(
                &literal,
                format!("{what} is at least 1; with 0 no request could ever be sent"),
            );
            None
        }
        Ok(value) => Some(Number::Literal(value, literal.span())),
        Err(_) if literal.to_string().starts_with('-') => {
            errors.on(&literal, format!("{what} is at least 1"));
            None
        }
        Err(_) => {
            errors.on(&literal, format!("{what} is at most {}", u32::MAX));
            None
        }
    }
}

/// The number behind `key =`.
pub(super) fn keyed(what: &str, filled: Filled, errors: &mut Errors) -> Option<Number> {
    let parser = |input: ParseStream<'_>| {
        let number = syntax::number(input)?;
        match input.is_empty() {
            true => Ok(number),
            false => Err(input.error("expected `,` after the number")),
        }
    };
    let written = filled.value(parser, errors)?;
    number(what, written, errors)
}

/// A rate in numbers.
pub(super) fn pace(written: Written, errors: &mut Errors) -> Option<Pace> {
    let Written { count, nanos, span } = written;
    let count = number("a rate's count", count, errors);
    if nanos == 0 {
        errors.at(span, "a rate's length of time is more than zero");
        return None;
    }
    count.map(|count| Pace { count, nanos })
}
