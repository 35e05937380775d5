//! How the next page is found, as a constant.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Path;

use super::literal::option;
use crate::model::{Cursor, CursorPlace, CursorSource, Turn, Walk};

pub(super) fn paging(root: &Path, walk: &Walk) -> TokenStream {
    let items = text(walk.items.as_ref());
    let turn = turn(root, &walk.turn);
    quote! {
        &#root::__private::Paging {
            items: #items,
            turn: #root::__private::Turn::#turn,
        }
    }
}

fn turn(root: &Path, turn: &Turn) -> TokenStream {
    match turn {
        Turn::Link => quote!(Link),
        Turn::NextUrl(path) => quote!(NextUrl(#path)),
        Turn::Cursor(cursor) => self::cursor(root, cursor),
        Turn::Page {
            query,
            first,
            more,
            total,
        } => {
            let first = Literal::u64_unsuffixed(*first);
            let (more, total) = (text(more.as_ref()), text(total.as_ref()));
            quote! {
                Page {
                    query: #query,
                    first: #first,
                    more: #more,
                    total: #total,
                }
            }
        }
        Turn::Offset {
            query,
            scanned,
            more,
            total,
        } => {
            let scanned = text(scanned.as_ref());
            let (more, total) = (text(more.as_ref()), text(total.as_ref()));
            quote! {
                Offset {
                    query: #query,
                    scanned: #scanned,
                    more: #more,
                    total: #total,
                }
            }
        }
    }
}

fn cursor(root: &Path, cursor: &Cursor) -> TokenStream {
    let place = match &cursor.place {
        CursorPlace::Query(name) => quote!(Query(#name)),
        CursorPlace::Header(name) => quote!(Header(#name)),
        CursorPlace::Body(path) => quote!(Body(#path)),
    };
    let next = match &cursor.next {
        CursorSource::Field(path) => quote!(Field(#path)),
        CursorSource::Header(name) => quote!(Header(#name)),
    };
    let more = text(cursor.more.as_ref());
    let stop_on_empty = cursor.stop_on_empty;
    quote! {
        Cursor {
            place: #root::__private::CursorPlace::#place,
            next: #root::__private::CursorSource::#next,
            more: #more,
            stop_on_empty: #stop_on_empty,
        }
    }
}

fn text(value: Option<&String>) -> TokenStream {
    option(value.map(|value| quote!(#value)))
}
