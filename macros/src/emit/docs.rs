//! Documentation of generated items: the user's text, then what the description says.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Attribute;

use crate::model::{
    Argument, Auth, Bucket, BucketChoice, Ceiling, Kind, Pace, Place, Repeat, Wire,
};

/// The attributes of the user, and a paragraph behind their text.
pub(super) fn with(attributes: &[Attribute], paragraph: &str) -> TokenStream {
    let is_doc = |attribute: &Attribute| attribute.path().is_ident("doc");
    if paragraph.is_empty() {
        return quote!(#(#attributes)*);
    }
    let blank = attributes.iter().any(is_doc).then(|| quote!(#[doc = ""]));
    let line = format!(" {paragraph}");
    quote! {
        #(#attributes)*
        #blank
        #[doc = #line]
    }
}

/// What a call sends and what it pays.
pub(super) fn wire(wire: &Wire, buckets: &[Bucket]) -> String {
    let verb = wire.verb.attribute().to_uppercase();
    let template = wire.template.value();
    let units = match &wire.cost {
        None => "1 unit".to_owned(),
        Some(cost) if cost.value() == Some(1) => "1 unit".to_owned(),
        Some(cost) if cost.value().is_some() => format!("{} units", cost.words()),
        Some(cost) => format!("`{}` units", cost.words()),
    };
    let bucket = match &wire.bucket {
        BucketChoice::Index(index) => format!("bucket `{}`", buckets[*index].name),
        BucketChoice::Named(name) => format!("bucket `{name}`"),
        BucketChoice::ClientDefault(_) => "the client's default bucket".to_owned(),
    };
    let sends = match wire.walk {
        None => format!("Sends `{verb} {template}` and pays {units} from {bucket}."),
        Some(_) => format!("Each page sends `{verb} {template}` and pays {units} from {bucket}."),
    };
    sends + &repeat(&wire.repeat)
}

/// What a repetition of a request does.
fn repeat(repeat: &Repeat) -> String {
    match repeat {
        Repeat::ByMethod => String::new(),
        Repeat::Idempotent => " Sent twice it does what it does once.".to_owned(),
        Repeat::Key(header) => format!(" Every attempt carries the same key in `{header}`."),
    }
}

/// Where the value of a setter goes.
pub(super) fn setter(argument: &Argument) -> String {
    match &argument.place {
        Place::Query(name) => format!("Sends the query parameter `{name}`."),
        Place::QueryFlat => "Sends the fields as query parameters.".to_owned(),
        Place::Header(name) => format!("Sends the header `{name}`."),
        Place::Cookie(name) => format!("Sends the cookie `{name}`."),
        Place::Path(name) => format!("Fills `{{{name}}}` in the path."),
        Place::Json => "Sends the body, as JSON.".to_owned(),
        Place::Form => "Sends the body, as a form.".to_owned(),
        Place::Multipart => "Sends the body, in parts.".to_owned(),
        Place::Body => "Sends the body.".to_owned(),
    }
}

/// The client's server, its credential and its limits.
pub(super) fn client(base_url: &str, auth: &Auth, buckets: &[Bucket]) -> String {
    let auth = match auth {
        Auth::None => "without a credential".to_owned(),
        Auth::Bearer => "with a bearer token".to_owned(),
        Auth::Basic => "with user and password".to_owned(),
        Auth::Header(name) => format!("with a key in the header `{name}`"),
        Auth::Query(name) => format!("with a key in the query parameter `{name}`"),
        Auth::Path(name) => format!("with a key in the path, `{{{name}}}`"),
    };
    let limits: Vec<_> = buckets.iter().map(bucket).collect();
    format!("Calls `{base_url}` {auth}. Limits: {}.", limits.join("; "))
}

fn bucket(bucket: &Bucket) -> String {
    let mut limits: Vec<_> = bucket.ceilings.iter().map(ceiling).collect();
    if bucket.unpublished.is_some() {
        limits.push("unpublished".to_owned());
    }
    if let Some(budget) = &bucket.budget {
        limits.push(format!("of which we take {}", pace(&budget.pace)));
    }
    format!("`{}` {}", bucket.name, limits.join(", "))
}

fn ceiling(ceiling: &Ceiling) -> String {
    match &ceiling.kind {
        Kind::Window(rate) => pace(rate),
        Kind::TokenBucket(rate, burst) => {
            format!("{} with bursts of {}", pace(rate), burst.words())
        }
        Kind::InFlight(slots) => format!("{} in flight", slots.words()),
    }
}

fn pace(pace: &Pace) -> String {
    format!("{} per {}", pace.count.words(), length(pace.nanos))
}

fn length(nanos: u64) -> String {
    const SECOND: u64 = 1_000_000_000;
    const MILLI: u64 = 1_000_000;
    match nanos {
        SECOND => "second".to_owned(),
        60_000_000_000 => "minute".to_owned(),
        3_600_000_000_000 => "hour".to_owned(),
        86_400_000_000_000 => "day".to_owned(),
        nanos if nanos.is_multiple_of(SECOND) => format!("{} s", nanos / SECOND),
        nanos if nanos.is_multiple_of(MILLI) => format!("{} ms", nanos / MILLI),
        nanos => format!("{nanos} ns"),
    }
}

/// A name without `r#`.
pub(super) fn plain(name: &syn::Ident) -> String {
    use syn::ext::IdentExt as _;
    name.unraw().to_string()
}
