//! An endpoint: its face as far as it can be read, and what goes on the wire if all is right.

use proc_macro2::Ident;
use syn::{LitStr, TraitItemFn};

use super::agreement::{agree, bodies, fixed, keyed, matched, unique};
use super::answer::answer;
use super::argument::{Read, argument};
use super::attributes::{self, Owner};
use super::context::Context;
use super::fit::payable;
use super::names::plain;
use super::paginate::{self, Paginate, paginate};
use super::route::{Route, route};
use super::{setters, signature, template};
use crate::errors::Errors;
use crate::model::{BucketChoice, Endpoint, Face, Wire};

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

/// Reads an endpoint. The face is there whatever is wrong.
pub(super) fn endpoint(item: &TraitItemFn, context: &Context<'_>, errors: &mut Errors) -> Lowered {
    let name = &item.sig.ident;
    let text = plain(name);
    let attributes = attributes::kept(&item.attrs, &Owner::Endpoint(name), errors);
    let route = route(name, &item.attrs, context, errors);
    let walk = paginate(&item.attrs, context, errors);
    let path = route.as_ref().and_then(|route| route.path.as_ref());
    let template = path.and_then(|path| template::template(&text, path, errors));
    let lifetimes = signature::lifetimes(item, errors);
    let inputs = signature::inputs(item, errors);
    let known = template.as_ref().map(|template| &*template.parameters);
    let known = known.unwrap_or_default();
    let mut read: Vec<_> = inputs
        .into_iter()
        .filter_map(|input| argument(&text, input, known, context, errors))
        .collect();
    let whole = read.len() + 1 == item.sig.inputs.len();
    unique(&text, &mut read, errors);
    if let (Some(path), Some(template)) = (path, &template) {
        if whole {
            matched(&text, path, &template.parameters, &read, context, errors);
        }
        fixed(&text, path, template, &read, context, errors);
    }
    if let Some(route) = &route {
        bodies(&text, route.verb, &read, errors);
        keyed(&text, route.repeat.as_ref(), &read, errors);
        if let Some(walk) = &walk {
            paginate::agree(&text, route, walk, (&read, whole), context, errors);
        }
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
    let template = template.map(|template| template.written);
    let wire = route.and_then(|route| wire(name, route, template, walk, context, errors));
    Lowered { face, wire }
}

fn wire(
    name: &Ident,
    route: Route,
    template: Option<LitStr>,
    walk: Option<Paginate>,
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Wire> {
    let bucket = route.bucket.ok();
    let bucket = bucket.and_then(|named| context.bucket(name, route.span, named.as_ref(), errors));
    let cost = route.cost.ok();
    if let (Some(BucketChoice::Index(index)), Some(Some(cost))) = (&bucket, &cost)
        && let Some(bucket) = context.declared(*index)
    {
        payable(name, cost, bucket, errors);
    }
    Some(Wire {
        verb: route.verb,
        template: template?,
        bucket: bucket?,
        cost: cost?,
        repeat: route.repeat?,
        accept: route.accept,
        settings: route.settings.or(&context.settings),
        walk: match walk {
            None => None,
            Some(walk) => Some(walk.walk?),
        },
    })
}
