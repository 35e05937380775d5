//! Walks over a syntax tree and notes what it names.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Item as Syntax};

use super::attributes::{attributes, is_test, named};
use super::{How, Item, Mention, ModuleId, Name, Part, Sources, Spot, Text, text, tokens};

/// What notes the contents of a file.
pub(super) struct Visitor<'a> {
    pub(super) sources: &'a mut Sources,
    pub(super) scope: ModuleId,
    pub(super) test: bool,
    /// The description whose attribute is being read.
    pub(super) description: Option<usize>,
    /// Modules with a file of their own.
    pub(super) pending: Vec<Pending>,
    file: usize,
    /// The modules that are open in this file.
    pub(super) inside: Vec<String>,
}

/// A module with a file of its own.
pub(super) struct Pending {
    pub(super) name: String,
    /// What `#[path = "…"]` says.
    pub(super) path: Option<String>,
    pub(super) inside: Vec<String>,
    pub(super) module: ModuleId,
    pub(super) test: bool,
}

/// Notes a whole file.
pub(super) fn file_items(visitor: &mut Visitor<'_>, file: &syn::File) {
    visitor.test |= is_test(&file.attrs);
    file.attrs
        .iter()
        .for_each(|attribute| visitor.visit_attribute(attribute));
    visitor.items(&file.items);
}

impl<'a> Visitor<'a> {
    pub(super) fn new(sources: &'a mut Sources, file: usize, scope: ModuleId, test: bool) -> Self {
        Self {
            sources,
            scope,
            test,
            description: None,
            pending: Vec::new(),
            file,
            inside: Vec::new(),
        }
    }

    pub(super) fn spot(&self, span: Span) -> Spot {
        let start = span.start();
        Spot {
            file: self.file,
            line: start.line,
            column: start.column + 1,
            test: self.test,
        }
    }

    pub(super) fn mention(&mut self, name: Name, span: Span, how: How) {
        let spot = self.spot(span);
        let path = self.sources.path(name);
        let scope = self.scope;
        self.sources.mentions.push(Mention {
            spot,
            scope,
            path,
            how,
        });
    }

    pub(super) fn text(&mut self, parts: Vec<Part>, span: Span) {
        // Without a dot there is no host in it.
        let dotted = |part: &Part| match part {
            Part::Literal(text) => text.contains('.'),
            Part::Path(_) => true,
            Part::Unknown => false,
        };
        if !parts.iter().any(dotted) {
            return;
        }
        let spot = self.spot(span);
        let (scope, description) = (self.scope, self.description);
        self.sources.texts.push(Text {
            spot,
            scope,
            parts,
            description,
        });
    }

    pub(super) fn literal(&mut self, text: String, span: Span) {
        self.text(vec![Part::Literal(text)], span);
    }

    pub(super) fn name_of(path: &syn::Path) -> Name {
        Name {
            global: path.leading_colon.is_some(),
            segments: path
                .segments
                .iter()
                .map(|part| plain(&part.ident))
                .collect(),
        }
    }

    pub(super) fn items(&mut self, items: &[Syntax]) {
        items.iter().for_each(|item| self.visit_item(item));
    }

    /// Does something in another scope, as a test if it is one.
    pub(super) fn within(&mut self, scope: ModuleId, test: bool, inner: impl FnOnce(&mut Self)) {
        let before = (self.scope, self.test);
        (self.scope, self.test) = (scope, self.test || test);
        inner(self);
        (self.scope, self.test) = before;
    }

    fn own(&mut self, name: &syn::Ident) {
        self.sources.name(self.scope, plain(name), Item::Own);
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item(&mut self, item: &'ast Syntax) {
        let test = attributes(item).is_some_and(|attributes| is_test(attributes));
        self.within(self.scope, test, |this| match item {
            Syntax::Mod(item) => {
                item.attrs
                    .iter()
                    .for_each(|attribute| this.visit_attribute(attribute));
                this.module(item);
            }
            Syntax::Use(item) => this.import(item),
            Syntax::ExternCrate(item) => this.extern_crate(item),
            Syntax::Type(item) => {
                if let syn::Type::Path(aliased) = &*item.ty
                    && aliased.qself.is_none()
                {
                    let path = this.sources.path(Self::name_of(&aliased.path));
                    this.sources
                        .name(this.scope, plain(&item.ident), Item::Path(path));
                }
                visit::visit_item_type(this, item);
            }
            Syntax::Const(constant) => {
                this.constant(&constant.ident, &constant.expr);
                visit::visit_item(this, item);
            }
            Syntax::Static(constant) => {
                this.constant(&constant.ident, &constant.expr);
                visit::visit_item(this, item);
            }
            Syntax::Verbatim(stream) => tokens::scan(this, stream.clone()),
            _ => {
                if let Some(name) = named(item) {
                    this.own(name);
                }
                visit::visit_item(this, item);
            }
        });
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let has_items = block
            .stmts
            .iter()
            .any(|statement| matches!(statement, syn::Stmt::Item(_)));
        if !has_items {
            return visit::visit_block(self, block);
        }
        let scope = self.sources.module(Some(self.scope), true);
        self.within(scope, false, |this| visit::visit_block(this, block));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let test = is_test(&item.attrs);
        self.within(self.scope, test, |this| {
            visit::visit_impl_item_fn(this, item);
        });
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Verbatim(stream) = expression {
            return tokens::scan(self, stream.clone());
        }
        if matches!(expression, Expr::Binary(_) | Expr::MethodCall(_))
            && let Some(parts) = text::of_expression(self, expression)
            && parts.len() > 1
        {
            self.text(parts, expression.span());
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if path.qself.is_none() {
            self.mention(Self::name_of(&path.path), path.path.span(), How::Call);
        }
        visit::visit_expr_path(self, path);
    }

    fn visit_expr_struct(&mut self, made: &'ast syn::ExprStruct) {
        if made.qself.is_none() {
            self.mention(Self::name_of(&made.path), made.path.span(), How::Call);
        }
        visit::visit_expr_struct(self, made);
    }

    fn visit_type_path(&mut self, named: &'ast syn::TypePath) {
        if named.qself.is_none() {
            self.mention(Self::name_of(&named.path), named.path.span(), How::Type);
        }
        visit::visit_type_path(self, named);
    }

    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        self.mention(Self::name_of(&bound.path), bound.path.span(), How::Type);
        visit::visit_trait_bound(self, bound);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.literal(literal.value(), literal.span());
    }

    fn visit_lit_byte_str(&mut self, literal: &'ast syn::LitByteStr) {
        let text = String::from_utf8_lossy(&literal.value()).into_owned();
        self.literal(text, literal.span());
    }

    fn visit_lit_cstr(&mut self, literal: &'ast syn::LitCStr) {
        let text = literal.value().to_string_lossy().into_owned();
        self.literal(text, literal.span());
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let name = called.path.segments.last().map(|part| plain(&part.ident));
        let name = name.unwrap_or_default();
        tokens::of_macro(self, &name, called.tokens.clone(), called.path.span());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        // What documentation says, nobody sends.
        if attribute.path().is_ident("doc") {
            return;
        }
        let name = Self::name_of(attribute.path());
        let span = attribute.path().span();
        match &attribute.meta {
            syn::Meta::Path(_) => {}
            syn::Meta::List(list) => tokens::of_attribute(self, name, span, list.tokens.clone()),
            syn::Meta::NameValue(pair) => self.visit_expr(&pair.value),
        }
    }
}

/// A name without `r#`.
pub(super) fn plain(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(plain) => plain.to_owned(),
        None => text,
    }
}
