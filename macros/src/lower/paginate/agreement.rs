//! Whether a walk and its endpoint agree: the verb, the body, and who sends what turns the page.

use super::super::argument::Read;
use super::super::context::{Context, paid_at};
use super::super::route::Route;
use super::Paginate;
use crate::errors::Errors;
use crate::model::{Cursor, CursorPlace, Place, Repeat, Turn, Verb};

/// Compares a walk that is right in itself with its endpoint. `whole` says that every argument
/// could be read.
pub(in super::super) fn agree(
    endpoint: &str,
    route: &Route,
    paginate: &Paginate,
    (read, whole): (&[Read], bool),
    context: &Context<'_>,
    errors: &mut Errors,
) {
    let Some(walk) = &paginate.walk else {
        return;
    };
    if walk.turn.in_body() {
        in_body(endpoint, route, paginate, (read, whole), errors);
    } else if route.verb != Verb::Get {
        let search = match route.verb {
            Verb::Post => {
                "; where a search is a POST, its cursor is in the body: `#[paginate(cursor(body = \"cursor\"), next = \"next_cursor\", items = \"results\")]`"
            }
            _ => "",
        };
        errors.at(
            route.span,
            format!("endpoint `{endpoint}`: pages are read with `#[get]`{search}"),
        );
    }
    if let Some(own) = own(&walk.turn) {
        sent_once(endpoint, &own, route, paginate, read, errors);
        if let Some(auth) = context.auth.and_then(|auth| paid_at(auth, &own)) {
            errors.at(
                paginate.way,
                format!("endpoint `{endpoint}`: `auth = {auth}` puts the credential there; the walk needs a place of its own"),
            );
        }
    }
}

/// A cursor in the body: there is a body of JSON, and a verb that has one.
fn in_body(
    endpoint: &str,
    route: &Route,
    paginate: &Paginate,
    (read, whole): (&[Read], bool),
    errors: &mut Errors,
) {
    let bodies = || read.iter().filter(|read| read.argument.place.is_body());
    let others = bodies().filter(|read| read.argument.place != Place::Json);
    for other in others {
        errors.at(
            other.span,
            format!("endpoint `{endpoint}`: the cursor goes into a body of JSON; write `#[json]`"),
        );
    }
    match (route.verb, bodies().next()) {
        // That this verb has no body has been told.
        (Verb::Get | Verb::Head, Some(_)) => {}
        (Verb::Post, Some(_)) => {}
        (Verb::Post, None) if !whole => {}
        (Verb::Post, None) => errors.at(
            paginate.way,
            format!("endpoint `{endpoint}`: the cursor goes into the body, and there is none; add an argument such as `#[json] search: &Search`"),
        ),
        _ => errors.at(
            route.span,
            format!("endpoint `{endpoint}`: pages whose cursor is in the body are read with `#[post]`"),
        ),
    }
}

/// What turns the page is sent by the walk alone.
fn sent_once(
    endpoint: &str,
    own: &Place,
    route: &Route,
    paginate: &Paginate,
    read: &[Read],
    errors: &mut Errors,
) {
    let what = match own {
        Place::Query(name) => format!("the query parameter `{name}`"),
        Place::Header(name) => format!("the header `{name}`"),
        _ => return,
    };
    for twin in read.iter().filter(|read| read.argument.place.is(own)) {
        errors.at(
            twin.span,
            format!("endpoint `{endpoint}`: the walk itself sends {what}; remove this argument, and to begin elsewhere write `.resume(…)` at the call"),
        );
    }
    if let Some(Repeat::Key(header)) = &route.repeat
        && Place::Header(header.clone()).is(own)
    {
        errors.at(
            paginate.way,
            format!("endpoint `{endpoint}`: the header `{header}` holds the idempotency key; the cursor needs another"),
        );
    }
}

/// Where a walk puts what turns the page.
fn own(turn: &Turn) -> Option<Place> {
    match turn {
        Turn::Page { query, .. } | Turn::Offset { query, .. } => Some(Place::Query(query.clone())),
        Turn::Cursor(Cursor { place, .. }) => match place {
            CursorPlace::Query(name) => Some(Place::Query(name.clone())),
            CursorPlace::Header(name) => Some(Place::Header(name.clone())),
            CursorPlace::Body(_) => None,
        },
        Turn::Link | Turn::NextUrl(_) => None,
    }
}
