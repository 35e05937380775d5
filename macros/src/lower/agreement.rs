//! Whether the parts of an endpoint agree: path and arguments, verb and body, answer and walk.

use std::collections::HashSet;

use syn::{LitStr, TraitItemFn};

use super::argument::Read;
use super::context::Context;
use super::guess;
use super::names::plain;
use super::paginate::Paginate;
use super::route::Route;
use super::template::{self, Template};
use crate::errors::Errors;
use crate::model::{Answer, Face, Place, Repeat, Verb};

/// Every `{x}` has its argument or the credential. The other way round is by construction: what
/// is not in the path goes elsewhere.
pub(super) fn matched(
    endpoint: &str,
    path: &LitStr,
    parameters: &[String],
    read: &[Read],
    context: &Context<'_>,
    errors: &mut Errors,
) {
    let fills = |parameter: &str| {
        let place = Place::Path(parameter.to_owned());
        read.iter().any(|read| read.argument.place == place)
    };
    let elsewhere = |read: &&Read| !matches!(read.argument.place, Place::Path(_));
    let unused = read.iter().filter(elsewhere);
    let unused: Vec<_> = unused.map(|read| plain(&read.argument.name)).collect();
    let unused: Vec<_> = unused.iter().map(String::as_str).collect();
    let lost = read.iter().filter_map(|read| match &read.argument.place {
        Place::Path(name) if !parameters.contains(name) => Some(name.as_str()),
        _ => None,
    });
    let lost: Vec<_> = lost.collect();
    for parameter in parameters {
        let credential = context.credential() == Some(parameter);
        // One that an argument means by another spelling has been told there.
        if credential || fills(parameter) || guess::guess(parameter, &lost).is_some() {
            continue;
        }
        if let Some(word) = template::as_name(parameter) {
            errors.on(path, format!("endpoint `{endpoint}`: `{{{parameter}}}` cannot be the name of an argument; write `{{{word}}}`, the name is never sent, or keep it and add `#[path(rename = \"{parameter}\")] {word}: &str`"));
            continue;
        }
        let cure = match guess::guess(parameter, &unused) {
            Some(near) => format!("did you mean `{{{near}}}`?"),
            None => format!("add `{parameter}: &str`"),
        };
        errors.on(path, format!("endpoint `{endpoint}`: the path names `{{{parameter}}}`, and no argument has that name; {cure}"));
    }
    if let Some(credential) = context.credential()
        && !parameters.iter().any(|known| known == credential)
    {
        errors.on(path, format!("endpoint `{endpoint}`: the path has no `{{{credential}}}`, where `auth = path(\"{credential}\")` puts the credential; add it"));
    }
}

/// No two arguments of one name, and no two values in one place.
pub(super) fn unique(endpoint: &str, read: &mut Vec<Read>, errors: &mut Errors) {
    let mut names = HashSet::new();
    read.retain(|Read { argument, .. }| {
        let name = &argument.name;
        let first = names.insert(plain(name));
        if !first {
            errors.on(
                name,
                format!("endpoint `{endpoint}`: two arguments are called `{name}`; rename one"),
            );
        }
        first
    });
    for (index, Read { argument, span, .. }) in read.iter().enumerate() {
        let mut earlier = read[..index].iter().map(|read| &read.argument.place);
        match &argument.place {
            Place::Query(key) if earlier.any(|other| *other == argument.place) => {
                errors.at(*span, format!("endpoint `{endpoint}`: two arguments are the query parameter `{key}`; take a list, `&[T]`, to repeat the name"));
            }
            Place::Header(key) if earlier.any(|other| other.is(&argument.place)) => {
                errors.at(
                    *span,
                    format!(
                        "endpoint `{endpoint}`: two arguments are the header `{key}`; remove one"
                    ),
                );
            }
            Place::Path(key) if earlier.any(|other| *other == argument.place) => {
                errors.at(
                    *span,
                    format!("endpoint `{endpoint}`: two arguments fill `{{{key}}}`; remove one"),
                );
            }
            Place::Cookie(key) if earlier.any(|other| *other == argument.place) => {
                errors.at(*span, format!("endpoint `{endpoint}`: two arguments are the cookie `{key}`; take a list, `&[T]`, to repeat the name"));
            }
            _ => {}
        }
    }
}

/// What the path says of the query is no argument and no credential.
pub(super) fn fixed(
    endpoint: &str,
    path: &LitStr,
    template: &Template,
    read: &[Read],
    context: &Context<'_>,
    errors: &mut Errors,
) {
    for name in &template.query {
        let place = Place::Query(name.clone());
        if let Some(auth) = context.paid_at(&place) {
            errors.on(path, format!("endpoint `{endpoint}`: `auth = {auth}` puts the credential into the query, and the client adds it to every request; remove `{name}` from the path"));
        }
        let twins = read.iter().filter(|read| read.argument.place == place);
        for twin in twins {
            errors.at(twin.span, format!("endpoint `{endpoint}`: the path has the query parameter `{name}` already; remove it there, or this argument"));
        }
    }
}

/// The header of an idempotency key has one value.
pub(super) fn keyed(endpoint: &str, repeat: Option<&Repeat>, read: &[Read], errors: &mut Errors) {
    let Some(Repeat::Key(header)) = repeat else {
        return;
    };
    let place = Place::Header(header.clone());
    for twin in read.iter().filter(|read| read.argument.place.is(&place)) {
        errors.at(
            twin.span,
            format!("endpoint `{endpoint}`: `idempotency_key` puts the call's key into the header `{header}`; remove this argument, and to choose the key write `.idempotency_key(…)` at the call"),
        );
    }
}

/// One body, where one has a meaning.
pub(super) fn bodies(endpoint: &str, verb: Verb, read: &[Read], errors: &mut Errors) {
    let mut all = read.iter().filter(|read| read.argument.place.is_body());
    let Some(first) = all.next() else {
        return;
    };
    if !verb.takes_body() {
        let (verb, section) = match verb {
            Verb::Head => ("HEAD", "9.3.2"),
            _ => ("GET", "9.3.1"),
        };
        errors.at(first.span, format!("endpoint `{endpoint}`: the body of a {verb} request means nothing (RFC 9110 section {section}), and servers drop or refuse it; use `#[post]`, or `#[query(flatten)]` to send the fields in the query"));
    }
    for again in all {
        errors.at(
            again.span,
            format!(
                "endpoint `{endpoint}`: a request has one body, and `{}` is it already; remove one",
                plain(&first.argument.name)
            ),
        );
    }
}

/// Whether the verb, the answer, `async` and `#[paginate]` say the same.
pub(super) fn agree(
    item: &TraitItemFn,
    face: &Face,
    route: Option<&Route>,
    walk: Option<&Paginate>,
    errors: &mut Errors,
) {
    let endpoint = plain(&face.name);
    let pages = matches!(face.answer, Answer::Pages(_));
    let walks = pages || walk.is_some();
    match (&item.sig.asyncness, walks) {
        (Some(token), true) => errors.on(token, format!("endpoint `{endpoint}`: a walk is a stream and not awaited; write `fn` instead of `async fn`")),
        (None, false) => errors.on(&item.sig.fn_token, format!("endpoint `{endpoint}`: a call is awaited; write `async fn`")),
        _ => {}
    }
    match (pages, walk) {
        (true, None) => errors.on(&item.sig.output, format!("endpoint `{endpoint}`: how is the next page found? add `#[paginate(link)]`, or return a `Vec` for one page")),
        (false, Some(walk)) => errors.at(walk.span, format!("endpoint `{endpoint}`: a walk yields items; return `Pages<Item>`")),
        _ => {}
    }
    let Some(route) = route else {
        return;
    };
    if route.verb == Verb::Head && !walks && !bodiless(&face.answer) {
        errors.on(&item.sig.output, format!("endpoint `{endpoint}`: the answer to HEAD has no body; return `()`, or `Response<()>` for its headers"));
    }
}

fn bodiless(answer: &Answer) -> bool {
    match answer {
        Answer::Empty => true,
        Answer::Maybe(inner) | Answer::Whole(inner) => bodiless(inner),
        _ => false,
    }
}
