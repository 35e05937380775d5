//! Numbers that are at least one, and lengths of time that are more than nothing.

use syn::parse::ParseStream;

use super::filled::Filled;
use crate::errors::Errors;
use crate::model::{Length, Number, Pace};
use crate::syntax::{self, Written};

/// Why most numbers are not 0.
const NOTHING_SENT: &str = "with 0 no request could ever be sent";

/// A number in words of its own: `what` is `a burst`, and `zero` is what to say of 0.
fn number(what: &str, zero: &str, written: syntax::Number, errors: &mut Errors) -> Option<Number> {
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
            errors.on(&literal, format!("{what} is at least 1; {zero}"));
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
    keyed_or(what, NOTHING_SENT, filled, errors)
}

/// The number behind `key =`, with words of its own for 0.
pub(super) fn keyed_or(
    what: &str,
    zero: &str,
    filled: Filled,
    errors: &mut Errors,
) -> Option<Number> {
    let parser = |input: ParseStream<'_>| {
        let number = syntax::number(input)?;
        match input.is_empty() {
            true => Ok(number),
            false => Err(input.error("expected `,` after the number")),
        }
    };
    let written = filled.value(parser, errors)?;
    number(what, zero, written, errors)
}

/// The length of time behind `key =`; `zero` is what to say of none.
pub(super) fn length(zero: &str, filled: Filled, errors: &mut Errors) -> Option<Length> {
    let key = filled.key.name;
    let parser = |input: ParseStream<'_>| {
        let span = input.span();
        syntax::duration(input).map(|nanos| Length { nanos, span })
    };
    let length = filled.value(parser, errors)?;
    if length.nanos == 0 {
        errors.at(length.span, format!("`{key}` is more than zero; {zero}"));
        return None;
    }
    Some(length)
}

/// A rate in numbers.
pub(super) fn pace(written: Written, errors: &mut Errors) -> Option<Pace> {
    let Written { count, nanos, span } = written;
    let count = number("a rate's count", NOTHING_SENT, count, errors);
    if nanos == 0 {
        errors.at(span, "a rate's length of time is more than zero");
        return None;
    }
    count.map(|count| Pace { count, nanos })
}
