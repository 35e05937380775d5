//! Texts that are put together: `concat!`, formats, sums, joined lists.

use proc_macro2::{Literal, TokenStream, TokenTree};
use syn::{BinOp, Expr, Lit};

use super::visit::{Visitor, plain};
use super::{Name, Part};

/// Expressions in expressions that are followed.
const DEEPEST: usize = 64;

/// The text of a literal; of bytes, as far as they are one.
pub(super) fn of_literal(literal: &Literal) -> Option<String> {
    of_lit(&Lit::new(literal.clone()))
}

fn of_lit(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(text.value()),
        Lit::ByteStr(bytes) => Some(String::from_utf8_lossy(&bytes.value()).into_owned()),
        Lit::Char(letter) => Some(letter.value().to_string()),
        Lit::CStr(text) => Some(text.value().to_string_lossy().into_owned()),
        _ => None,
    }
}

/// The parts of an expression that is a text: a literal, a constant of one, or several together.
pub(super) fn of_expression(visitor: &mut Visitor<'_>, expression: &Expr) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    gather(visitor, expression, &mut parts, 0)?;
    let known = |part: &Part| matches!(part, Part::Literal(_));
    parts.iter().any(known).then_some(parts)
}

fn gather(
    visitor: &mut Visitor<'_>,
    expression: &Expr,
    parts: &mut Vec<Part>,
    depth: usize,
) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    match expression {
        Expr::Lit(literal) => parts.push(Part::Literal(of_lit(&literal.lit)?)),
        Expr::Path(path) => parts.push(Part::Path(
            visitor.sources.path(Visitor::name_of(&path.path)),
        )),
        Expr::Reference(inner) => gather(visitor, &inner.expr, parts, depth + 1)?,
        Expr::Paren(inner) => gather(visitor, &inner.expr, parts, depth + 1)?,
        Expr::Group(inner) => gather(visitor, &inner.expr, parts, depth + 1)?,
        Expr::Binary(sum) if matches!(sum.op, BinOp::Add(_)) => {
            gather(visitor, &sum.left, parts, depth + 1)?;
            if gather(visitor, &sum.right, parts, depth + 1).is_none() {
                parts.push(Part::Unknown);
            }
        }
        Expr::Macro(called) => {
            let name = called.mac.path.segments.last()?;
            let inner = of_macro(visitor, &plain(&name.ident), &called.mac.tokens)?;
            parts.extend(inner);
        }
        Expr::Call(call) if call.args.len() == 1 => {
            // `String::from("…")`, `Url::parse("…")`.
            gather(visitor, call.args.first()?, parts, depth + 1)?;
        }
        Expr::MethodCall(call) => method(visitor, call, parts, depth + 1)?,
        _ => return None,
    }
    Some(())
}

fn method(
    visitor: &mut Visitor<'_>,
    call: &syn::ExprMethodCall,
    parts: &mut Vec<Part>,
    depth: usize,
) -> Option<()> {
    let name = call.method.to_string();
    let Expr::Array(list) = &*call.receiver else {
        let keeps = [
            "to_string",
            "to_owned",
            "into",
            "as_str",
            "as_bytes",
            "to_vec",
            "clone",
        ];
        return match keeps.contains(&name.as_str()) {
            true => gather(visitor, &call.receiver, parts, depth),
            false => None,
        };
    };
    let between = match (name.as_str(), call.args.first()) {
        ("concat", None) => String::new(),
        ("join", Some(Expr::Lit(literal))) => of_lit(&literal.lit)?,
        _ => return None,
    };
    for (index, element) in list.elems.iter().enumerate() {
        if index > 0 {
            parts.push(Part::Literal(between.clone()));
        }
        if gather(visitor, element, parts, depth).is_none() {
            parts.push(Part::Unknown);
        }
    }
    Some(())
}

/// The parts of the text that a macro makes of its tokens: `concat!`, or whatever takes a format.
pub(super) fn of_macro(
    visitor: &mut Visitor<'_>,
    name: &str,
    stream: &TokenStream,
) -> Option<Vec<Part>> {
    let arguments = split(stream.clone());
    if name == "concat" {
        return Some(
            arguments
                .iter()
                .map(|argument| piece(visitor, argument))
                .collect(),
        );
    }
    let is_text = |argument: &Vec<TokenTree>| match argument.as_slice() {
        [TokenTree::Literal(literal)] => of_literal(literal),
        _ => None,
    };
    let (at, format) = arguments
        .iter()
        .enumerate()
        .take(3)
        .find_map(|(at, argument)| Some((at, is_text(argument)?)))?;
    Some(filled(visitor, &format, &arguments[at + 1..]))
}

/// The tokens between commas.
fn split(stream: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut arguments = vec![Vec::new()];
    for tree in stream {
        match tree {
            TokenTree::Punct(comma) if comma.as_char() == ',' => arguments.push(Vec::new()),
            tree => arguments
                .last_mut()
                .into_iter()
                .for_each(|argument| argument.push(tree.clone())),
        }
    }
    arguments
}

/// One argument: a literal, a path, or what nobody knows.
fn piece(visitor: &mut Visitor<'_>, argument: &[TokenTree]) -> Part {
    if let [TokenTree::Literal(literal)] = argument {
        let number = || literal.to_string();
        return Part::Literal(of_literal(literal).unwrap_or_else(number));
    }
    let mut segments = Vec::new();
    for (index, tree) in argument.iter().enumerate() {
        match (index % 3, tree) {
            (0, TokenTree::Ident(word)) => segments.push(plain(word)),
            (1 | 2, TokenTree::Punct(colon)) if colon.as_char() == ':' => {}
            _ => return Part::Unknown,
        }
    }
    match argument.len() % 3 {
        1 => Part::Path(visitor.sources.path(Name::of(segments))),
        _ => Part::Unknown,
    }
}

/// A format with its arguments put in.
fn filled(visitor: &mut Visitor<'_>, format: &str, arguments: &[Vec<TokenTree>]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut positions = 0..;
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        parts.push(Part::Literal(rest[..at].to_owned()));
        let sign = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(sign) {
            parts.push(Part::Literal(sign.to_owned()));
            rest = after;
            continue;
        }
        let Some(end) = rest.find('}').filter(|_| sign == "{") else {
            continue;
        };
        let name = rest[..end].split(':').next().unwrap_or_default().trim();
        parts.push(match (name, name.parse::<usize>()) {
            ("", _) => {
                let next = positions.next().and_then(|next: usize| arguments.get(next));
                next.map_or(Part::Unknown, |argument| piece(visitor, argument))
            }
            (_, Ok(number)) => {
                let argument = arguments.get(number);
                argument.map_or(Part::Unknown, |argument| piece(visitor, argument))
            }
            (name, Err(_)) => named(visitor, name, arguments),
        });
        rest = &rest[end + 1..];
    }
    parts.push(Part::Literal(rest.to_owned()));
    parts
}

/// `name = …` among the arguments, or what has this name where the format stands.
fn named(visitor: &mut Visitor<'_>, name: &str, arguments: &[Vec<TokenTree>]) -> Part {
    let given = arguments
        .iter()
        .find_map(|argument| match argument.as_slice() {
            [TokenTree::Ident(word), TokenTree::Punct(sign), value @ ..]
                if word == name && sign.as_char() == '=' =>
            {
                Some(value)
            }
            _ => None,
        });
    match given {
        Some(value) => piece(visitor, value),
        None => Part::Path(visitor.sources.path(Name::of([name]))),
    }
}
