//! An endpoint as a method: a constant descriptor and a chain of values.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Path, Visibility};

use super::literal::literal;
use super::step::step;
use super::{answer, docs, kept, limits, newtype, paging, settings};
use crate::lower::pascal;
use crate::model::{Answer, Argument, Bucket, Client, Endpoint, Face, Wire};

/// How many fields `Endpoint` has.
const ALL: usize = 10;

/// What the methods of one client have in common.
pub(super) struct Host<'a> {
    pub(super) client: &'a Client,
    /// The error type of endpoints that name none.
    pub(super) error: TokenStream,
    pub(super) buckets: &'a [Bucket],
    /// Whether the endpoints are counted under the client's name too: those of a group are.
    pub(super) is_group: bool,
}

/// What an endpoint becomes: a method, and the type of its call where there are setters.
pub(super) struct Emitted {
    pub(super) method: TokenStream,
    pub(super) newtype: TokenStream,
}

/// How an endpoint pays.
pub(super) struct Pays {
    /// The index of its bucket.
    pub(super) bucket: TokenStream,
    /// An assertion about its cost, where the compiler has to make it.
    pub(super) check: TokenStream,
}

/// The inside of a method.
struct Body {
    before: TokenStream,
    chain: TokenStream,
}

impl Host<'_> {
    pub(super) fn root(&self) -> &Path {
        &self.client.root
    }

    fn visibility(&self) -> &Visibility {
        &self.client.visibility
    }

    /// A working endpoint, paid from `bucket`, whose index is an expression.
    pub(super) fn endpoint(&self, endpoint: &Endpoint, bucket: &Pays) -> Emitted {
        let Endpoint { face, wire } = endpoint;
        let paragraph = docs::wire(wire, self.buckets);
        let descriptor = self.descriptor(face, wire, bucket);
        let start = start(self.root(), wire);
        let steps = face.positional.iter();
        let steps = steps.map(|argument| step(self.root(), argument));
        let body = Body {
            before: descriptor,
            chain: quote!(#start #(#steps)*),
        };
        self.method(face, &paragraph, &body, None)
    }

    /// An endpoint of a description with mistakes: its name and types, and no deed.
    pub(super) fn face(&self, face: &Face) -> Emitted {
        let quiet = quote!(#[allow(unused_variables)]);
        let body = Body {
            before: TokenStream::new(),
            chain: quote!(loop {}),
        };
        self.method(face, "", &body, Some(&quiet))
    }

    fn method(
        &self,
        face: &Face,
        paragraph: &str,
        body: &Body,
        quiet: Option<&TokenStream>,
    ) -> Emitted {
        let error = answer::error(face.error.as_ref(), self.error.clone());
        let call = answer::call(self.root(), &face.answer, &error);
        let setters = !face.setters.is_empty();
        let name = self.newtype(face);
        let Body { before, chain } = body;
        let (output, body, newtype) = match (setters, quiet) {
            (false, _) => (call, chain.clone(), TokenStream::new()),
            (true, None) => (
                quote!(#name),
                quote!(#name(#chain)),
                newtype::newtype(self, face, &name, &call),
            ),
            (true, Some(_)) => (
                quote!(#name),
                chain.clone(),
                newtype::newtype(self, face, &name, &call),
            ),
        };
        let attributes = docs::with(&face.attributes, paragraph);
        let (visibility, method) = (self.visibility(), &face.name);
        let lifetimes = &face.lifetimes;
        let arguments = face.positional.iter().map(|argument| {
            let Argument { name, ty, .. } = argument;
            quote!(#name: #ty)
        });
        let method = quote! {
            #attributes
            #quiet
            #visibility fn #method #lifetimes (&self, #(#arguments),*) -> #output {
                #before
                #body
            }
        };
        Emitted { method, newtype }
    }

    /// The constant that describes the endpoint, and the assertion that its cost can be paid.
    /// As items they are evaluated by `cargo check` too.
    fn descriptor(&self, face: &Face, wire: &Wire, pays: &Pays) -> TokenStream {
        let root = self.root();
        let api = docs::plain(&self.client.name);
        let name = docs::plain(&face.name);
        let verb = format_ident!("{}", wire.verb.variant());
        let template = &wire.template;
        let Pays { bucket, check } = pays;
        let mut fields = vec![
            quote!(api: #api),
            quote!(name: #name),
            quote!(method: #root::__private::Verb::#verb),
            quote!(template: #template),
            quote!(bucket: #bucket),
        ];
        if self.is_group {
            let label = format!("{api}::{name}");
            fields.push(quote!(label: #label));
        }
        let cost = limits::cost(root, wire.cost.as_ref());
        fields.extend(cost.map(|cost| quote!(cost: #cost)));
        let repeat = settings::repeat(root, &wire.repeat);
        fields.extend(repeat.map(|repeat| quote!(repeat: #repeat)));
        fields.extend(wire.accept.iter().map(|accept| quote!(accept: #accept)));
        let settings = settings::settings(root, &wire.settings);
        fields.extend(settings.map(|settings| quote!(settings: #settings)));
        let ty = quote!(#root::__private::Endpoint);
        let literal = literal(&ty, &quote!(PLAIN), ALL, &fields);
        quote! {
            const __TOLLGATE_ENDPOINT: &#ty = &#literal;
            #check
        }
    }

    /// The name of the type that carries the setters of an endpoint.
    fn newtype(&self, face: &Face) -> Ident {
        let kind = match face.answer {
            Answer::Pages(_) => "Pages",
            _ => "Call",
        };
        let client = docs::plain(&self.client.name);
        let name = pascal(&docs::plain(&face.name));
        let between = between(&client, &name);
        // The generated word is not the user's to spell: by its hygiene, the lint knows.
        let span = Span::call_site().located_at(face.name.span());
        format_ident!("{client}{between}{name}{kind}", span = span)
    }

    pub(super) fn levels(&self, face: &Face) -> TokenStream {
        let of_client = kept::levels(&self.client.attributes);
        let own = kept::levels(&face.attributes);
        quote!(#of_client #own)
    }
}

/// What keeps `ShopItem::list` apart from `Shop::item_list`. Without an underscore, the first word
/// is the client and the rest is the endpoint; with one, the last parts them.
fn between(client: &str, endpoint: &str) -> &'static str {
    let words = client.chars().filter(|letter| letter.is_uppercase());
    let single = client.starts_with(char::is_uppercase) && words.count() == 1;
    let parted = single && !client.contains('_') && endpoint.starts_with(char::is_uppercase);
    if parted { "" } else { "_" }
}

/// The inert call or walk, before it has any value.
fn start(root: &Path, wire: &Wire) -> TokenStream {
    match &wire.walk {
        None => quote!(self.core.call(__TOLLGATE_ENDPOINT)),
        Some(walk) => {
            let paging = paging::paging(root, walk);
            quote!(self.core.pages(__TOLLGATE_ENDPOINT, #paging))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_endpoints_have_calls_of_one_name() {
        let clients = [
            "Shop",
            "ShopItem",
            "Shop_Item",
            "Shop_",
            "S",
            "SH",
            "shop",
            "Ñ",
            "Shop1",
        ];
        let endpoints = [
            "list",
            "item_list",
            "_item",
            "item",
            "hop",
            "hop_item",
            "list1",
            "_1",
            "ñ",
            "h",
            "名",
        ];
        let mut known = std::collections::HashMap::new();
        for client in clients {
            for endpoint in endpoints {
                let endpoint = pascal(endpoint);
                let name = format!("{client}{}{endpoint}", between(client, &endpoint));
                let of = (client, endpoint);
                let other = known.entry(name).or_insert_with(|| of.clone());
                assert_eq!(*other, of);
            }
        }
        assert_eq!(between("Sheets", "ListFiles"), "");
    }
}
