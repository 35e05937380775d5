//! What an item puts into its scope: modules, imports, crates, constants.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::{Expr, UseTree, Visibility};

use super::attributes::{is_test, path_of};
use super::visit::{Pending, Visitor, plain};
use super::{How, Item, Name, text};

impl Visitor<'_> {
    pub(super) fn module(&mut self, item: &syn::ItemMod) {
        let name = plain(&item.ident);
        let module = self.sources.module(Some(self.scope), false);
        self.sources
            .name(self.scope, name.clone(), Item::Module(module));
        let test = is_test(&item.attrs);
        match &item.content {
            Some((_, items)) => {
                self.inside.push(name);
                self.within(module, test, |this| this.items(items));
                self.inside.pop();
            }
            None => self.pending.push(Pending {
                path: item.attrs.iter().find_map(path_of),
                inside: self.inside.clone(),
                test: self.test || test,
                name,
                module,
            }),
        }
    }

    pub(super) fn import(&mut self, item: &syn::ItemUse) {
        let public = matches!(item.vis, Visibility::Public(_));
        let name = Name {
            global: item.leading_colon.is_some(),
            segments: Vec::new(),
        };
        self.tree(&item.tree, &name, public);
    }

    fn tree(&mut self, tree: &UseTree, before: &Name, public: bool) {
        match tree {
            UseTree::Path(path) => {
                let name = before.child(&path.ident);
                self.tree(&path.tree, &name, public);
            }
            UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.tree(tree, before, public));
            }
            UseTree::Glob(glob) => {
                let how = if public { How::ExportGlob } else { How::Import };
                self.mention(before.clone(), glob.star_token.span(), how);
                let path = self.sources.path(before.clone());
                self.sources.modules[self.scope].globs.push(path);
            }
            UseTree::Name(name) if name.ident == "self" => {
                if let Some(last) = before.segments.last() {
                    self.imported(before.clone(), last.clone(), name.ident.span(), public);
                }
            }
            UseTree::Name(name) => {
                let path = before.child(&name.ident);
                self.imported(path, plain(&name.ident), name.ident.span(), public);
            }
            UseTree::Rename(rename) => {
                let path = match rename.ident == "self" {
                    true => before.clone(),
                    false => before.child(&rename.ident),
                };
                self.imported(path, plain(&rename.rename), rename.ident.span(), public);
            }
        }
    }

    fn imported(&mut self, path: Name, name: String, span: Span, public: bool) {
        let how = if public { How::Export } else { How::Import };
        self.mention(path.clone(), span, how);
        let path = self.sources.path(path);
        self.sources.name(self.scope, name, Item::Path(path));
    }

    pub(super) fn extern_crate(&mut self, item: &syn::ItemExternCrate) {
        let krate = plain(&item.ident);
        let name = item.rename.as_ref().map_or(&item.ident, |(_, name)| name);
        let path = Name {
            global: true,
            segments: vec![krate.clone()],
        };
        let how = match item.vis {
            Visibility::Public(_) => How::Export,
            _ => How::Import,
        };
        self.mention(path, item.ident.span(), how);
        if krate != "self" {
            self.sources
                .name(self.scope, plain(name), Item::Crate(krate));
        }
    }

    pub(super) fn constant(&mut self, name: &syn::Ident, value: &Expr) {
        let item = match text::of_expression(self, value) {
            Some(parts) => Item::Text(parts),
            None => Item::Own,
        };
        self.sources.name(self.scope, plain(name), item);
    }
}

impl Name {
    fn child(&self, ident: &syn::Ident) -> Self {
        let mut child = self.clone();
        child.segments.push(plain(ident));
        child
    }
}
