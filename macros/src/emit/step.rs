//! One value on its way into the request.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use crate::model::{Argument, Explode, Letters, PathStyle, Place, QueryStyle, Written};

/// The call that takes a value along. The span is the type's, where a missing trait of the user's type
/// will be marked.
pub(super) fn step(root: &Path, argument: &Argument) -> TokenStream {
    let Argument {
        name,
        ty,
        place,
        written,
        ..
    } = argument;
    let span = ty.span();
    let style = style(root, written);
    match (place, written) {
        (Place::Path(key), Written::Path(..)) => {
            quote_spanned!(span=> .path_as(#key, #style, &#name))
        }
        (Place::Path(key), _) => quote_spanned!(span=> .path(#key, &#name)),
        (Place::Query(key), Written::Query(..)) => {
            quote_spanned!(span=> .query_as(#key, #style, &#name))
        }
        (Place::Query(key), Written::QueryJson(Letters::Encoded)) => {
            quote_spanned!(span=> .query_json(#key, &#name))
        }
        (Place::Query(key), Written::QueryJson(Letters::ReservedKept)) => {
            quote_spanned!(span=> .query_json_allow_reserved(#key, &#name))
        }
        (Place::Query(key), _) => quote_spanned!(span=> .query(#key, &#name)),
        (Place::QueryFlat, _) => quote_spanned!(span=> .query_flat(&#name)),
        (Place::Header(key), Written::Listed(_)) => {
            quote_spanned!(span=> .header_as(#key, #style, &#name))
        }
        (Place::Header(key), _) => quote_spanned!(span=> .header_value(#key, &#name)),
        (Place::Cookie(key), _) => quote_spanned!(span=> .cookie(#key, #style, &#name)),
        (Place::Json, Written::Typed(ty)) => quote_spanned!(span=> .json_as(#ty, &#name)),
        (Place::Json, _) => quote_spanned!(span=> .json(&#name)),
        (Place::Form, Written::Deeply) => quote_spanned!(span=> .form_deep(&#name)),
        (Place::Form, _) => quote_spanned!(span=> .form(&#name)),
        (Place::Multipart, _) => quote_spanned!(span=> .multipart(#name)),
        (Place::Body, Written::Typed(ty)) => quote_spanned!(span=> .body_as(#ty, #name)),
        (Place::Body, _) => quote_spanned!(span=> .body(#name)),
    }
}

/// The style as the client names it, where there is one.
fn style(root: &Path, written: &Written) -> TokenStream {
    match written {
        Written::Query(style, letters) => {
            let style = format_ident!("{}", query(*style));
            let reserved = (*letters == Letters::ReservedKept).then(|| quote!(.allow_reserved()));
            quote!(#root::__private::QueryStyle::#style #reserved)
        }
        Written::Path(style, explode) => {
            let style = format_ident!("{}", path(*style));
            let explode = (*explode == Explode::Yes).then(|| quote!(.explode()));
            quote!(#root::__private::PathStyle::#style #explode)
        }
        Written::Listed(Explode::Yes) => quote!(#root::__private::Explode::Yes),
        Written::Listed(Explode::No) => quote!(#root::__private::Explode::No),
        Written::Plainly | Written::QueryJson(_) | Written::Deeply | Written::Typed(_) => {
            TokenStream::new()
        }
    }
}

fn query(style: QueryStyle) -> &'static str {
    match style {
        QueryStyle::Form => "FORM",
        QueryStyle::Comma => "COMMA",
        QueryStyle::Space => "SPACE",
        QueryStyle::Pipe => "PIPE",
        QueryStyle::Tab => "TAB",
        QueryStyle::DeepObject => "DEEP_OBJECT",
    }
}

fn path(style: PathStyle) -> &'static str {
    match style {
        PathStyle::Simple => "SIMPLE",
        PathStyle::Label => "LABEL",
        PathStyle::Matrix => "MATRIX",
    }
}
