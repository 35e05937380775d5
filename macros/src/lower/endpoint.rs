//! An endpoint: verb, path, arguments and answer, and whether they agree.

use std::collections::HashSet;

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Meta, TraitItemFn};
use tollgate_limits as limits;

use super::answer::answer;
use super::argument::{Read, argument};
use super::attributes::{self, Owner};
use super::bucket::{known_budget, known_ceilings};
use super::context::{Context, Scope};
use super::names::plain;
use super::number::keyed;
use super::paginate::{Paginate, paginate};
use super::sheet::{Key, Sheet, once};
use super::{guess, setters, signature, template};
use crate::errors::Errors;
use crate::model::{Answer, BucketChoice, Endpoint, Face, Number, Place, Verb, Wire};
use crate::syntax::{Entry, Shape, entries};

const KEYS: &[Key] = &[
    once("bucket", "bucket = write"),
    once("cost", "cost = 3"),
    once("error", "error = MyError"),
];

/// An endpoint as far as it could be read.
pub(super) struct Lowered {
    pub(super) face: Face,
    /// `None` when something is wrong, which has been told.
    wire: Option<Wire>,
}

impl Lowered {
    pub(super) fn valid(self) -> Option<Endpoint> {
        let Self { face, wire } = self;
        wire.map(|wire| Endpoint { face, wire })
    }
}

/// What the attribute with the verb says.
struct Route {
    verb: Verb,
    span: Span,
    path: Option<LitStr>,
    /// `Err` when the bucket or the cost is wrong, which has been told.
    bucket: Result<Option<Ident>, ()>,
    cost: Result<Option<Number>, ()>,
    error: Option<syn::Type>,
}

/// Reads an endpoint. The face is there whatever is wrong.
pub(super) fn endpoint(item: &TraitItemFn, context: &Context<'_>, errors: &mut Errors) -> Lowered {
    let name = &item.sig.ident;
    let text = plain(name);
    let attributes = attributes::kept(&item.attrs, &Owner::Endpoint(name), errors);
    let route = route(name, &item.attrs, errors);
    let walk = paginate(&item.attrs, errors);
    let path = route.as_ref().and_then(|route| route.path.as_ref());
    let parameters = path.and_then(|path| template::parameters(&text, path, errors));
    let lifetimes = signature::lifetimes(item, errors);
    let inputs = signature::inputs(item, errors);
    let known = parameters.clone().unwrap_or_default();
    let mut read: Vec<_> = inputs
        .into_iter()
        .filter_map(|input| argument(&text, input, &known, context, errors))
        .collect();
    let whole = read.len() + 1 == item.sig.inputs.len();
    unique(&text, &mut read, errors);
    if let (Some(path), Some(parameters), true) = (path, &parameters, whole) {
        matched(&text, path, parameters, &read, context, errors);
    }
    if let Some(route) = &route {
        bodies(&text, route.verb, walk.as_ref(), &read, errors);
    }
    let (optional, required): (Vec<_>, Vec<_>) = read.into_iter().partition(|read| read.optional);
    let arguments = |read: Vec<Read>| read.into_iter().map(|read| read.argument).collect();
    let mut face = Face {
        name: name.clone(),
        attributes,
        lifetimes,
        positional: arguments(required),
        setters: arguments(optional),
        answer: answer(name, &item.sig.output, errors),
        error: route.as_ref().and_then(|route| route.error.clone()),
    };
    setters::options(&mut face, errors);
    agree(item, &face, route.as_ref(), walk.as_ref(), errors);
    let wire = route.and_then(|route| wire(name, route, walk, context, errors));
    Lowered { face, wire }
}

/// The attribute with the verb and what it says.
fn route(name: &Ident, attributes: &[Attribute], errors: &mut Errors) -> Option<Route> {
    let verb_of = |attribute: &Attribute| {
        let known = |verb: &Verb| attribute.path().is_ident(verb.attribute());
        Verb::ALL.into_iter().find(known)
    };
    let text = plain(name);
    let mut all = attributes
        .iter()
        .filter_map(|attribute| Some((attribute, verb_of(attribute)?)));
    let Some((attribute, verb)) = all.next() else {
        // A misspelt verb has been told already.
        let is_near = |attribute: &Attribute| {
            let word = attribute.path().get_ident().map(plain).unwrap_or_default();
            guess::guess(&word, &Verb::ALL.map(Verb::attribute)).is_some()
        };
        if !attributes.iter().any(is_near) {
            errors.on(
                name,
                format!("endpoint `{text}` has no verb; add `#[get(\"/path\")]`"),
            );
        }
        return None;
    };
    for (again, _) in all {
        errors.on(
            again.path(),
            format!("endpoint `{text}` has two verbs; remove one, or describe a second endpoint"),
        );
    }
    let span = syn::Error::new_spanned(attribute.path(), "").span();
    let shape = format!(
        "endpoint `{text}`: a path stands behind the verb, as a string: `#[{}(\"/path\")]`",
        verb.attribute()
    );
    let Meta::List(list) = &attribute.meta else {
        errors.on(&attribute.meta, shape);
        return None;
    };
    let mut written = entries(list.tokens.clone());
    let path = match written.first() {
        Some(Entry::Bare(tokens)) => syn::parse2::<LitStr>(tokens.clone()).ok(),
        _ => None,
    };
    match (&path, written.first()) {
        (Some(_), _) | (None, Some(Entry::Bare(_))) => {
            let first = written.remove(0);
            if path.is_none() {
                errors.on(&first, shape);
            }
        }
        (
            None,
            Some(Entry::Keyed {
                shape: Shape::Flag, ..
            }),
        ) => errors.on(&written.remove(0), shape),
        (None, Some(first)) => errors.on(first, shape),
        (None, None) => errors.on(attribute.path(), shape),
    }
    let owner = format!("`#[{}]`", verb.attribute());
    let mut sheet = Sheet::new(&owner, KEYS, written, errors);
    let bucket = sheet.take("bucket").map(|filled| filled.ident(errors));
    let cost = sheet
        .take("cost")
        .map(|filled| keyed("a cost", filled, errors));
    Some(Route {
        verb,
        span,
        path,
        bucket: told(bucket),
        cost: told(cost),
        error: sheet.take("error").and_then(|filled| filled.ty(errors)),
    })
}

fn told<T>(part: Option<Option<T>>) -> Result<Option<T>, ()> {
    match part {
        None => Ok(None),
        Some(part) => part.map(Some).ok_or(()),
    }
}

/// Every `{x}` has its argument or the credential. The other way round is by construction: what
/// is not in the path goes elsewhere.
fn matched(
    endpoint: &str,
    path: &LitStr,
    parameters: &[String],
    read: &[Read],
    context: &Context<'_>,
    errors: &mut Errors,
) {
    let names: Vec<_> = read.iter().map(|read| plain(&read.argument.name)).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    for parameter in parameters {
        let credential = context.credential() == Some(parameter);
        if credential || names.contains(&parameter.as_str()) {
            continue;
        }
        let unused: Vec<_> = names
            .iter()
            .filter(|name| !parameters.iter().any(|known| known == *name))
            .copied()
            .collect();
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
fn unique(endpoint: &str, read: &mut Vec<Read>, errors: &mut Errors) {
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
            Place::Header(key) if earlier.any(|other| same_header(other, key)) => {
                errors.at(
                    *span,
                    format!(
                        "endpoint `{endpoint}`: two arguments are the header `{key}`; remove one"
                    ),
                );
            }
            _ => {}
        }
    }
}

fn same_header(place: &Place, key: &str) -> bool {
    matches!(place, Place::Header(other) if other.eq_ignore_ascii_case(key))
}

/// One body, where one has a meaning.
fn bodies(endpoint: &str, verb: Verb, walk: Option<&Paginate>, read: &[Read], errors: &mut Errors) {
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
    } else if walk.is_some() {
        errors.at(first.span, format!("endpoint `{endpoint}`: the next page is asked for without a body; use query parameters"));
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
fn agree(
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
    if walks && route.verb != Verb::Get {
        errors.at(
            route.span,
            format!("endpoint `{endpoint}`: pages are read with `#[get]`"),
        );
    }
    if route.verb == Verb::Head && !bodiless(&face.answer) {
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

fn wire(
    name: &Ident,
    route: Route,
    walk: Option<Paginate>,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Wire> {
    let bucket = route.bucket.ok();
    let bucket = bucket.and_then(|named| context.bucket(name, route.span, named.as_ref(), errors));
    let cost = route.cost.ok();
    if let (Some(BucketChoice::Index(index)), Some(Some(cost))) = (&bucket, &cost) {
        payable(name, *index, cost, context, errors);
    }
    Some(Wire {
        verb: route.verb,
        template: route.path?,
        bucket: bucket?,
        cost: cost?,
        walk: match walk {
            None => None,
            Some(walk) => Some(walk.walk?),
        },
    })
}

/// Compares a literal cost with literal limits. The compiler compares constants.
fn payable(name: &Ident, index: usize, cost: &Number, context: &Context<'_>, errors: &mut Errors) {
    let Scope::Api { declared, .. } = &context.scope else {
        return;
    };
    let (Some(value), Some(bucket)) = (cost.value(), &declared[index].bucket) else {
        return;
    };
    let Some(ceilings) = known_ceilings(bucket) else {
        return;
    };
    let budget = known_budget(bucket, &ceilings);
    if budget.is_none() && bucket.budget.is_some() {
        return;
    }
    let misfit = limits::Cost::new(value).map(|cost| limits::check_cost(cost, budget, &ceilings));
    if let Some(Err(misfit)) = misfit {
        errors.at(
            cost.span(),
            format!(
                "endpoint `{}`, bucket `{}`: {}",
                plain(name),
                plain(&bucket.name),
                misfit.message()
            ),
        );
    }
}
