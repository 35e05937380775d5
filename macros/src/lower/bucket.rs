//! `bucket(name, …)`: what belongs into a bucket, and what has to be there.

use proc_macro2::{Ident, Span};

use super::commas::behind_a_name;
use super::filled::{self, Filled, transposed};
use super::fit::fits;
use super::limit::{budget, ceiling};
use super::names::plain;
use super::sheet::{Key, Sheet, many, once};
use crate::errors::Errors;
use crate::model::Bucket;
use crate::syntax::{self, Entry, Shape};

const KEYS: &[Key] = &[
    many("ceiling", "ceiling(60 per minute, source = \"https://…\")"),
    once("budget", "budget(50 per minute, burst = 10)"),
    once("skew", "skew = 20ms"),
    once(
        "unpublished",
        "unpublished(\"the vendor answers 429 above some 5 per second\")",
    ),
];

/// A bucket as it was declared; without limits when they are wrong, so that its name is known.
pub(super) struct Declared {
    pub(super) name: Ident,
    pub(super) bucket: Option<Bucket>,
}

/// `bucket(name, …)`.
pub(super) fn bucket(filled: &Filled, errors: &mut Errors) -> Option<Declared> {
    let Shape::List(group) = &filled.shape else {
        filled.misshapen(filled.span(), errors);
        return None;
    };
    let mut all = behind_a_name(KEYS, group.stream(), errors);
    let named = matches!(
        all.first(),
        Some(Entry::Keyed {
            shape: Shape::Flag,
            ..
        })
    );
    if !named {
        let span = all.first().map_or(group.span(), Entry::span);
        errors.at(
            span,
            "a bucket begins with its name: `bucket(read, ceiling(60 per minute))`",
        );
        return None;
    }
    let Entry::Keyed { key: name, .. } = all.remove(0) else {
        return None;
    };
    let bucket = match all.iter().find_map(unfilled) {
        Some(todo) => {
            let bucket = plain(&name);
            errors.at(todo, format!("bucket `{bucket}`: its limit is not filled in yet; write what the vendor publishes, as `ceiling(60 per minute, source = \"https://…\")`, or `unpublished(\"why\"), budget(5 per second)`"));
            None
        }
        None => limits_of(&name, all, errors),
    };
    Some(Declared { name, bucket })
}

/// The place of a `todo!(…)`, which stands where nobody knew a limit.
fn unfilled(entry: &Entry) -> Option<Span> {
    let Entry::Bare(tokens) = entry else {
        return None;
    };
    let todo: syn::Macro = syn::parse2(tokens.clone()).ok()?;
    todo.path
        .is_ident("todo")
        .then(|| syn::Error::new_spanned(&todo, "").span())
}

fn limits_of(name: &Ident, all: Vec<Entry>, errors: &mut Errors) -> Option<Bucket> {
    let owner = format!("bucket `{}`", plain(name));
    let mut sheet = Sheet::new(&owner, KEYS, all, errors);
    let written = sheet.take_all("ceiling");
    let ceilings: Vec<_> = written
        .iter()
        .map(|filled| ceiling(filled, errors))
        .collect();
    let budget = sheet.take("budget").map(|filled| budget(&filled, errors));
    let skew = sheet
        .take("skew")
        .map(|filled| filled.value(syntax::duration, errors));
    let unpublished = sheet
        .take("unpublished")
        .map(|filled| (filled.span(), filled::text(&filled, errors)));
    let reason = unpublished.as_ref().map(|(span, _)| *span);
    // A part that was wrong has been told; the rest is not judged without it.
    let bucket = Bucket {
        name: name.clone(),
        ceilings: ceilings.into_iter().collect::<Option<_>>()?,
        budget: transposed(budget)?,
        skew_nanos: transposed(skew)?,
        unpublished: transposed(unpublished.map(|(_, text)| text))?,
    };
    complete(&bucket, reason, errors)?;
    fits(&bucket, errors)?;
    Some(bucket)
}

/// A bucket says what the vendor allows, or that the vendor does not say.
fn complete(bucket: &Bucket, unpublished: Option<Span>, errors: &mut Errors) -> Option<()> {
    let name = plain(&bucket.name);
    let published = bucket.ceilings.iter().any(|ceiling| ceiling.kind.is_rate());
    let cure = match (published, unpublished, &bucket.budget) {
        (true, None, _) | (false, Some(_), Some(_)) => return Some(()),
        (true, Some(span), _) => {
            errors.at(
                span,
                format!(
                    "bucket `{name}` has a published rate; remove `unpublished` or the ceiling"
                ),
            );
            return None;
        }
        (false, None, Some(_)) => {
            "add the vendor's `ceiling(60 per minute, source = \"https://…\")`, or `unpublished(\"why\")` if there is none"
        }
        (false, None, None) => {
            "add the vendor's `ceiling(60 per minute, source = \"https://…\")`, or `unpublished(\"why\")` and a `budget(5 per second)` if there is none"
        }
        (false, Some(_), None) => "an unpublished limit needs a `budget(5 per second)` of your own",
    };
    errors.on(
        &bucket.name,
        format!("bucket `{name}` has no limit of its rate; {cure}"),
    );
    None
}
