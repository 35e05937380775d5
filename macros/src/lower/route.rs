//! The attribute with the verb: `#[get("/path", bucket = write, cost = 3)]`.

use proc_macro2::{Ident, Span};
use syn::{Attribute, LitStr, Meta, Type};

use super::commas::entries;
use super::context::Context;
use super::guess;
use super::media_type::accept;
use super::names::plain;
use super::number::keyed;
use super::repeat::{self, repeat, repeatable};
use super::settings::{self, settings};
use super::sheet::{Key, Sheet, once};
use crate::errors::Errors;
use crate::model::{Number, Repeat, Settings, Verb};
use crate::syntax::{Entry, Shape};

const KEYS: &[Key] = &[
    once("bucket", "bucket = write"),
    once("cost", "cost = 3"),
    once("error", "error = MyError"),
    once("accept", "accept = \"application/vnd.api+json\""),
    repeat::IDEMPOTENT,
    repeat::KEY,
    settings::RETRY,
    settings::REDIRECTS,
    settings::DEADLINE,
    settings::ATTEMPT_TIMEOUT,
];

/// What the attribute says.
pub(super) struct Route {
    pub(super) verb: Verb,
    /// Where the verb stands.
    pub(super) span: Span,
    pub(super) path: Option<LitStr>,
    pub(super) bucket: Told<Ident>,
    pub(super) cost: Told<Number>,
    pub(super) error: Option<Type>,
    pub(super) accept: Option<String>,
    /// `None` when it is wrong, which has been told.
    pub(super) repeat: Option<Repeat>,
    pub(super) settings: Settings,
}

/// A part that may be absent; `Err` when it is wrong, which has been told.
type Told<T> = Result<Option<T>, ()>;

/// The attribute with the verb, and what it says.
pub(super) fn route(
    name: &Ident,
    attributes: &[Attribute],
    context: &Context<'_>,
    errors: &mut Errors,
) -> Option<Route> {
    let (attribute, verb) = the_one(name, attributes, errors)?;
    let text = plain(name);
    let attribute_name = verb.attribute();
    let shape = format!(
        "endpoint `{text}`: a path stands behind the verb, as a string: `#[{attribute_name}(\"/path\")]`"
    );
    let Meta::List(list) = &attribute.meta else {
        errors.on(&attribute.meta, shape);
        return None;
    };
    let mut written = entries(KEYS, list.tokens.clone(), errors);
    let path = path(&mut written);
    if let Err(wrong) = &path {
        match wrong {
            Some(entry) => errors.on(entry, shape),
            None => errors.on(attribute.path(), shape),
        }
    }
    let owner = format!("`#[{attribute_name}]`");
    let mut sheet = Sheet::new(&owner, KEYS, written, errors);
    let bucket = sheet.take("bucket").map(|filled| filled.ident(errors));
    let cost = sheet.take("cost");
    let cost = cost.map(|filled| keyed("a cost", filled, errors));
    let retry = sheet.span("retry");
    let settings = settings(&mut sheet, errors);
    let repeat = repeat(name, verb, &mut sheet, context, errors);
    repeatable(name, verb, repeat.as_ref(), (&settings, retry), errors);
    Some(Route {
        verb,
        span: syn::Error::new_spanned(attribute.path(), "").span(),
        path: path.ok(),
        bucket: told(bucket),
        cost: told(cost),
        error: sheet.take("error").and_then(|filled| filled.ty(errors)),
        accept: sheet
            .take("accept")
            .and_then(|filled| accept(filled, errors)),
        repeat,
        settings,
    })
}

/// The attribute with the verb; a second one is a mistake.
fn the_one<'a>(
    name: &Ident,
    attributes: &'a [Attribute],
    errors: &mut Errors,
) -> Option<(&'a Attribute, Verb)> {
    let text = plain(name);
    let mut all = attributes.iter().filter_map(|attribute| {
        let named = |verb: &Verb| attribute.path().is_ident(verb.attribute());
        Some((attribute, Verb::ALL.into_iter().find(named)?))
    });
    let first = all.next();
    for (again, _) in all {
        errors.on(
            again.path(),
            format!("endpoint `{text}` has two verbs; remove one, or describe a second endpoint"),
        );
    }
    // A misspelt verb has been told already.
    if first.is_none() && !attributes.iter().any(is_near) {
        errors.on(
            name,
            format!("endpoint `{text}` has no verb; add `#[get(\"/path\")]`"),
        );
    }
    first
}

fn is_near(attribute: &Attribute) -> bool {
    let word = attribute.path().get_ident().map(plain).unwrap_or_default();
    guess::guess(&word, &Verb::ALL.map(Verb::attribute)).is_some()
}

/// Takes the path from the front of the entries. `Err` is what stands in its place.
fn path(written: &mut Vec<Entry>) -> Result<LitStr, Option<Entry>> {
    match written.first() {
        Some(
            Entry::Bare(_)
            | Entry::Keyed {
                shape: Shape::Flag, ..
            },
        ) => {}
        // A key with a value: the path is missing, and the key is read as what it is.
        Some(Entry::Keyed { key, .. }) => {
            let shape = Shape::Flag;
            return Err(Some(Entry::Keyed {
                key: key.clone(),
                shape,
            }));
        }
        None => return Err(None),
    }
    let first = written.remove(0);
    match &first {
        Entry::Bare(tokens) => syn::parse2(tokens.clone()).map_err(|_| Some(first)),
        Entry::Keyed { .. } => Err(Some(first)),
    }
}

fn told<T>(part: Option<Option<T>>) -> Told<T> {
    match part {
        None => Ok(None),
        Some(part) => part.map(Some).ok_or(()),
    }
}
