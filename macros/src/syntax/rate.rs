//! Numbers, rates and lengths of time: `60 per minute`, `LIMIT per 10 s`, `500ms`.

use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::parse::{Parse as _, ParseStream};
use syn::{LitFloat, LitInt, Path, Token};

/// A number as a literal, or the constant that holds it.
pub(crate) enum Number {
    /// Digits.
    Literal(LitInt),
    /// The path of a constant.
    Constant(Path),
}

/// A rate: so many per a length of time.
pub(crate) struct Written {
    /// How many.
    pub(crate) count: Number,
    /// Per how many nanoseconds; not checked for zero.
    pub(crate) nanos: u64,
    /// Where the length of time is written.
    pub(crate) span: Span,
}

/// How many nanoseconds each unit has, by all its names. The first of a line is the one to show.
const UNITS: [(&[&str], u64); 7] = [
    (&["second", "seconds", "s", "sec"], 1_000_000_000),
    (&["minute", "minutes", "min"], 60_000_000_000),
    (&["hour", "hours", "h"], 3_600_000_000_000),
    (&["day", "days", "d"], 86_400_000_000_000),
    (&["ms", "millisecond", "milliseconds"], 1_000_000),
    (&["us", "microsecond", "microseconds"], 1_000),
    (&["ns", "nanosecond", "nanoseconds"], 1),
];

const KNOWN: &str = "`second` (`s`), `minute` (`min`), `hour` (`h`), `day` (`d`), `ms`, `us`, `ns`";

/// Parses `60 per minute`, with nothing behind it.
pub(crate) fn rate(input: ParseStream<'_>) -> syn::Result<Written> {
    let count = number(input)?;
    let per = Ident::parse_any(input).map_err(|error| shape(error.span()))?;
    if per != "per" {
        return Err(shape(per.span()));
    }
    let span = input.span();
    let nanos = length(input, true)?;
    match input.is_empty() {
        true => Ok(Written { count, nanos, span }),
        false => Err(shape(input.span())),
    }
}

fn shape(span: Span) -> syn::Error {
    syn::Error::new(
        span,
        "a rate is written `60 per minute`, `5 per second` or `50 per 10 s`",
    )
}

/// Parses an integer literal or the path of a constant.
pub(crate) fn number(input: ParseStream<'_>) -> syn::Result<Number> {
    if input.peek(LitInt) {
        return input.parse().map(Number::Literal);
    }
    if input.peek(syn::Ident) || input.peek(Token![::]) || path_keyword(input) {
        return Path::parse_mod_style(input).map(Number::Constant);
    }
    let message = match input.peek(LitFloat) {
        true => {
            "a limit is counted in whole units; write an integer over a longer time, such as `3 per 2 s`"
        }
        false => "expected a whole number such as `60`, or the path of a constant",
    };
    Err(input.error(message))
}

fn path_keyword(input: ParseStream<'_>) -> bool {
    input.peek(Token![crate]) || input.peek(Token![self]) || input.peek(Token![super])
}

/// Parses `20ms` or `20 ms` as nanoseconds, with nothing behind it.
pub(crate) fn duration(input: ParseStream<'_>) -> syn::Result<u64> {
    let nanos = length(input, false)?;
    match input.is_empty() {
        true => Ok(nanos),
        false => Err(input.error("a length of time is written `20ms` or `10 s`")),
    }
}

/// `minute` where a bare unit is allowed, `10 s`, `10s`.
fn length(input: ParseStream<'_>, bare: bool) -> syn::Result<u64> {
    if input.peek(LitInt) {
        return counted(input);
    }
    if bare && input.peek(syn::Ident) {
        let unit = Ident::parse(input)?;
        return nanos_of(&unit.to_string(), unit.span());
    }
    let message = match input.peek(LitFloat) {
        true => "a length of time is a whole number; write `1500ms` instead of `1.5s`",
        false => "expected a length of time such as `10 s` or `500ms`",
    };
    Err(input.error(message))
}

fn counted(input: ParseStream<'_>) -> syn::Result<u64> {
    let literal = LitInt::parse(input)?;
    let unit = match literal.suffix() {
        "" if input.peek(syn::Ident) => {
            let unit = Ident::parse(input)?;
            nanos_of(&unit.to_string(), unit.span())?
        }
        "" => {
            let cure = format!(
                "a length of time needs a unit: `{literal} s` or `{literal} ms`; known: {KNOWN}"
            );
            return Err(syn::Error::new_spanned(literal, cure));
        }
        suffix => nanos_of(suffix, literal.span())?,
    };
    let count: Option<u64> = literal.base10_digits().parse().ok();
    count
        .and_then(|count| count.checked_mul(unit))
        .ok_or_else(|| too_long(&literal))
}

fn too_long(literal: &impl ToTokens) -> syn::Error {
    syn::Error::new_spanned(literal, "a length of time is at most 584 years")
}

fn nanos_of(unit: &str, span: Span) -> syn::Result<u64> {
    UNITS
        .iter()
        .find(|(names, _)| names.contains(&unit))
        .map(|(_, nanos)| *nanos)
        .ok_or_else(|| {
            syn::Error::new(
                span,
                format!("unknown unit of time `{unit}`; known: {KNOWN}"),
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse::Parser as _;

    fn read(text: &str) -> Result<(String, u64), String> {
        let written = rate.parse_str(text).map_err(|error| error.to_string())?;
        let count = match written.count {
            Number::Literal(literal) => literal.base10_digits().to_owned(),
            Number::Constant(path) => path.to_token_stream().to_string(),
        };
        Ok((count, written.nanos))
    }

    #[test]
    fn every_spelling_of_a_rate_is_read() {
        let table = [
            ("60 per minute", "60", 60_000_000_000),
            ("1_000 per second", "1000", 1_000_000_000),
            ("50 per 10 s", "50", 10_000_000_000),
            ("50 per 10s", "50", 10_000_000_000),
            ("3 per 500ms", "3", 500_000_000),
            ("10 per day", "10", 86_400_000_000_000),
            ("LIMIT per hour", "LIMIT", 3_600_000_000_000),
            (
                "crate::limits::READ per 2 h",
                "crate :: limits :: READ",
                7_200_000_000_000,
            ),
        ];
        for (text, count, nanos) in table {
            assert_eq!(read(text), Ok((count.to_owned(), nanos)), "{text}");
        }
    }

    #[test]
    fn other_spellings_show_the_right_one() {
        let table = [
            ("60 / minute", "a rate is written"),
            ("60 a minute", "a rate is written"),
            ("60 per minute please", "a rate is written"),
            ("60 per fortnight", "unknown unit of time `fortnight`"),
            ("60 per 10", "needs a unit"),
            ("1.5 per second", "whole units"),
            ("60 per 1.5s", "1500ms"),
            ("60 per 999999999999 days", "584 years"),
            ("\"60\" per minute", "expected a whole number"),
        ];
        for (text, expected) in table {
            let refusal = read(text).expect_err(text);
            assert!(refusal.contains(expected), "{text}: {refusal}");
        }
    }
}
