//! Generated code at the place of the user's token.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// The same tokens, reported as if they stood at `span`.
///
/// What they mean is untouched: only the place changes, not how names are resolved. The span of
/// an expression reaches from its first token to its last, so all of them have to be moved.
pub(super) fn at(span: Span, tokens: TokenStream) -> TokenStream {
    tokens.into_iter().map(|token| moved(span, token)).collect()
}

/// The place `span`, for `quote_spanned!`: what [`at`] does for tokens that are still to be written,
/// at one question to the compiler instead of one for each token.
pub(super) fn of(span: Span) -> Span {
    Span::call_site().located_at(span)
}

fn moved(span: Span, token: TokenTree) -> TokenTree {
    let mut token = match token {
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), at(span, group.stream()));
            inner.set_span(group.span());
            TokenTree::Group(inner)
        }
        token => token,
    };
    token.set_span(token.span().located_at(span));
    token
}
