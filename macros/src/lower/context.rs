//! What an endpoint needs to know of the description it stands in.

use proc_macro2::{Ident, Span};

use super::bucket::Declared;
use super::filled;
use super::names::{Case, plain};
use crate::errors::Errors;
use crate::model::{Auth, Bucket, BucketChoice, Place, Settings};

/// The surroundings of an endpoint.
pub(super) struct Context<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) auth: Option<&'a Auth>,
    pub(super) case: Option<Case>,
    /// The header of idempotency keys; `None` where only the client would know it.
    pub(super) key_header: Option<&'a str>,
    /// What endpoints set that say nothing else.
    pub(super) settings: Settings,
}

/// Where buckets are looked up.
pub(super) enum Scope<'a> {
    /// In the same attribute.
    Api {
        declared: &'a [Declared],
        default: Default,
    },
    /// At the client, by the compiler.
    Group { default: Option<&'a Ident> },
}

/// The bucket of endpoints that name none.
#[derive(Clone, Copy)]
pub(super) enum Default {
    Bucket(usize),
    Missing,
    /// Named, but wrongly; that has been told.
    Broken,
}

impl Context<'_> {
    /// The name of the path parameter that the credential fills.
    pub(super) fn credential(&self) -> Option<&str> {
        match self.auth {
            Some(Auth::Path(name)) => Some(name),
            _ => None,
        }
    }

    /// The query parameter that an argument of this name is.
    pub(super) fn query(&self, name: &str) -> String {
        self.case.map_or(name.to_owned(), |case| case.apply(name))
    }

    /// What puts the credential where the value of an argument would go.
    pub(super) fn paid_at(&self, place: &Place) -> Option<String> {
        paid_at(self.auth?, place)
    }

    /// The bucket of an index in the same description, unless it is wrong.
    pub(super) fn declared(&self, index: usize) -> Option<&Bucket> {
        match &self.scope {
            Scope::Api { declared, .. } => declared.get(index)?.bucket.as_ref(),
            Scope::Group { .. } => None,
        }
    }

    /// The bucket of an endpoint, by its own word or by default.
    pub(super) fn bucket(
        &self,
        endpoint: &Ident,
        verb: Span,
        named: Option<&Ident>,
        errors: &mut Errors,
    ) -> Option<BucketChoice> {
        match (&self.scope, named) {
            (Scope::Api { declared, .. }, Some(name)) => {
                find(declared, name, errors).map(BucketChoice::Index)
            }
            (Scope::Api { declared, default }, None) => match default {
                Default::Bucket(index) => Some(BucketChoice::Index(*index)),
                Default::Broken => None,
                Default::Missing => {
                    errors.at(verb, homeless(endpoint, declared));
                    None
                }
            },
            (Scope::Group { .. }, Some(name)) => Some(BucketChoice::Named(name.clone())),
            (Scope::Group { default }, None) => Some(match default {
                Some(name) => BucketChoice::Named((*name).clone()),
                None => BucketChoice::ClientDefault(verb),
            }),
        }
    }
}

/// The way to authenticate, in words, where it puts the credential into `place`.
pub(super) fn paid_at(auth: &Auth, place: &Place) -> Option<String> {
    match (auth, place) {
        (Auth::Query(name), Place::Query(key)) if name == key => Some(format!("query(\"{name}\")")),
        (Auth::Header(name), Place::Header(key)) if name.eq_ignore_ascii_case(key) => {
            Some(format!("header(\"{name}\")"))
        }
        (Auth::Header(name), Place::Cookie(_)) if name.eq_ignore_ascii_case("cookie") => {
            Some(format!("header(\"{name}\")"))
        }
        _ => None,
    }
}

/// The index of the bucket called `name`.
pub(super) fn find(declared: &[Declared], name: &Ident, errors: &mut Errors) -> Option<usize> {
    let found = declared.iter().position(|known| known.name == *name);
    if found.is_none() && declared.is_empty() {
        errors.on(
            name,
            format!("the API has no bucket `{name}`; declare it: `bucket({name}, ceiling(60 per minute))`"),
        );
    } else if found.is_none() {
        let known: Vec<_> = declared.iter().map(|known| plain(&known.name)).collect();
        let known: Vec<_> = known.iter().map(String::as_str).collect();
        filled::unknown(
            errors,
            name.span(),
            "the API has no bucket",
            &plain(name),
            &known,
        );
    }
    found
}

fn homeless(endpoint: &Ident, declared: &[Declared]) -> String {
    let endpoint = plain(endpoint);
    match declared.first() {
        Some(Declared { name, .. }) => format!(
            "endpoint `{endpoint}` pays from no bucket; add `bucket = {name}` here, or `default_bucket = {name}` to `#[api]`"
        ),
        None => format!(
            "endpoint `{endpoint}` pays from no bucket; declare one in `#[api]`: `bucket(all, ceiling(60 per minute)), default_bucket = all`"
        ),
    }
}
