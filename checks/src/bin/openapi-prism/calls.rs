//! A program that calls every method of an import once.

use std::fmt::Write as _;

use serde_json::Value;
use syn::{FnArg, ItemTrait, LitStr, Pat, ReturnType, TraitItem, TraitItemFn, Type};

use crate::operation::Operation;
use crate::values::{expression, optional};

/// How the calls of a program are written.
pub(crate) struct Calls<'d> {
    pub(crate) document: &'d Value,
    /// The code, a function for each group.
    pub(crate) text: String,
    pub(crate) groups: Vec<String>,
    /// Methods that need what cannot be made of JSON.
    pub(crate) left_out: Vec<String>,
}

impl<'d> Calls<'d> {
    pub(crate) fn new(document: &'d Value) -> Self {
        Self {
            document,
            text: String::new(),
            groups: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Adds the groups of a file.
    pub(crate) fn add(&mut self, text: &str, client: &str) -> syn::Result<()> {
        for item in syn::parse_file(text)?.items {
            if let syn::Item::Trait(group) = item {
                self.group(&group, client);
            }
        }
        Ok(())
    }

    fn group(&mut self, group: &ItemTrait, client: &str) {
        let name = group.ident.to_string();
        let accessor = if name == client {
            String::new()
        } else {
            format!(".{}()", snake(&name))
        };
        let function = format!("calls_of_{}", snake(&name));
        let mut body = String::new();
        for item in &group.items {
            let TraitItem::Fn(method) = item else {
                continue;
            };
            let Some((verb, template)) = endpoint(method) else {
                continue;
            };
            match self.call(method, &verb, &template) {
                Some(call) => {
                    let _ = writeln!(body, "    let of = client.clone();");
                    let _ = writeln!(
                        body,
                        "    call({:?}, Box::pin(async move {{ of{accessor}{call} }})).await;",
                        format!("{verb} {template}")
                    );
                }
                None => self.left_out.push(format!("{verb} {template}")),
            }
        }
        if body.is_empty() {
            return;
        }
        let _ = writeln!(
            self.text,
            "async fn {function}(client: &imported::{client}) {{\n{body}}}\n"
        );
        self.groups.push(function);
    }

    /// `.method(…).setter(…).await…`.
    fn call(&self, method: &TraitItemFn, verb: &str, template: &str) -> Option<String> {
        let operation = Operation::find(self.document, verb, template)?;
        let (mut positional, mut setters) = (Vec::new(), String::new());
        for argument in &method.sig.inputs {
            let FnArg::Typed(argument) = argument else {
                continue;
            };
            let Pat::Ident(name) = &*argument.pat else {
                return None;
            };
            let name = name.ident.to_string();
            let value = operation.value(&name, &argument.attrs, template);
            match optional(&argument.ty) {
                None => positional.push(expression(&argument.ty, &value?)?),
                // What cannot be made up may be left out here.
                Some(ty) => {
                    if let Some(value) = value.and_then(|value| expression(ty, &value)) {
                        let _ = write!(setters, ".{name}({value})");
                    }
                }
            }
        }
        let end = if is_walk(method) {
            ".pages().try_next().await"
        } else {
            ".await"
        };
        let told = ".map(drop).map_err(|error| error.to_string())";
        Some(format!(
            ".{}({}){setters}{end}{told}",
            method.sig.ident,
            positional.join(", ")
        ))
    }
}

fn endpoint(method: &TraitItemFn) -> Option<(String, String)> {
    method.attrs.iter().find_map(|attribute| {
        let verb = attribute.path().get_ident()?.to_string();
        let verbs = ["get", "put", "post", "delete", "options", "head", "patch"];
        let template = attribute.parse_args_with(|input: syn::parse::ParseStream<'_>| {
            let template: LitStr = input.parse()?;
            input
                .parse::<proc_macro2::TokenStream>()
                .map(|_| template.value())
        });
        verbs
            .contains(&verb.as_str())
            .then_some((verb, template.ok()?))
    })
}

fn is_walk(method: &TraitItemFn) -> bool {
    let ReturnType::Type(_, ty) = &method.sig.output else {
        return false;
    };
    matches!(&**ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Pages"))
}

/// As the macro names the accessor of a group.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut after_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && after_small {
            snake.push('_');
        }
        after_small = !letter.is_uppercase() && letter != '_';
        snake.extend(letter.to_lowercase());
    }
    snake
}
