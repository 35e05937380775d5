//! What a name means: through imports, renames, aliases and globs, and from crate to crate of the
//! workspace.
//!
//! In: the modules of all packages, and a path in one of them. Out: everything that it may lead to
//! and that matters here: a raw client, the description macro, a text, or nothing. It is Rust's own
//! way of looking names up, without visibility and without macros; where conditional code gives a name
//! two meanings, both count.

mod text;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::catalog::Client;
use crate::facts::{Item, ModuleId, Name, PathId, Sources};
use crate::workspace::Workspace;

/// The package whose macros describe.
pub(crate) const CLIENT: &str = "tollgate";

/// The package with which marks could be made.
pub(crate) const MARK: &str = "tollgate-mark";

/// Steps that one look-up may take: far more than any program needs, and an end for those that are
/// made to have none.
const MOST_STEPS: u32 = 4_000;

/// Names in names that are followed.
const DEEPEST: usize = 256;

/// Everything that names are looked up in.
pub(crate) struct Names<'a> {
    sources: &'a [Sources],
    clients: &'a [Client],
    /// What the packages know other crates as.
    externs: Vec<HashMap<String, Target>>,
    known: RefCell<HashMap<(usize, ModuleId, PathId), Vec<Target>>>,
    steps: Cell<u32>,
    /// Whether a look-up was broken off, and so has an answer for this once.
    cut: Cell<bool>,
}

/// What a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A module of a package of the workspace.
    Module(usize, ModuleId),
    /// A path in a raw client, by its place among all.
    Raw(usize, Vec<String>),
    /// A path in the client crate.
    Describer(Vec<String>),
    /// A path in the crate of marks.
    Mark(Vec<String>),
    /// A constant: its package, its module, its name there.
    Text(usize, ModuleId, String),
    /// Something that does not matter, and hides what does.
    Other,
}

/// A look-up under way: what is being looked up already.
type Trail = Vec<(usize, ModuleId, String)>;

impl<'a> Names<'a> {
    pub(crate) fn new(
        workspace: &Workspace,
        sources: &'a [Sources],
        clients: &'a [Client],
    ) -> Self {
        let members = workspace.by_name();
        let library = |package: usize| {
            let library = sources[package].library;
            library.map(|module| Target::Module(package, module))
        };
        let target = |name: &str| match (name, members.get(name)) {
            (CLIENT, _) => Some(Target::Describer(Vec::new())),
            (MARK, _) => Some(Target::Mark(Vec::new())),
            (_, Some(package)) => library(*package),
            (_, None) => {
                let client = clients.iter().position(|client| client.package == name)?;
                Some(Target::Raw(client, Vec::new()))
            }
        };
        let packages = workspace.packages.iter().enumerate();
        let externs = packages
            .map(|(index, package)| {
                let own = package.library().zip(library(index));
                let own = own.map(|(name, target)| (name.to_owned(), target));
                let others = package.dependencies.iter().filter_map(|dependency| {
                    Some((dependency.name.clone(), target(&dependency.package)?))
                });
                own.into_iter().chain(others).collect()
            })
            .collect();
        Self {
            sources,
            clients,
            externs,
            known: RefCell::default(),
            steps: Cell::new(0),
            cut: Cell::new(false),
        }
    }

    /// Everything that a path means where it stands.
    pub(crate) fn targets(&self, package: usize, scope: ModuleId, path: PathId) -> Vec<Target> {
        self.steps.set(0);
        self.numbered(package, scope, path, &mut Trail::new())
    }

    /// What a path means, looked up once.
    fn numbered(
        &self,
        package: usize,
        scope: ModuleId,
        path: PathId,
        trail: &mut Trail,
    ) -> Vec<Target> {
        let key = (package, scope, path);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        let before = self.cut.replace(false);
        let name = &self.sources[package].paths[path];
        let targets = self.path(package, scope, name, trail);
        if trail.is_empty() || !self.cut.get() {
            self.known.borrow_mut().insert(key, targets.clone());
        }
        self.cut.set(before || self.cut.get());
        targets
    }

    fn path(&self, package: usize, scope: ModuleId, name: &Name, trail: &mut Trail) -> Vec<Target> {
        let Name { global, segments } = name;
        let Some(first) = segments.first() else {
            return Vec::new();
        };
        let module = |module| vec![Target::Module(package, module)];
        let mut targets = match first.as_str() {
            _ if *global => self.crate_named(package, first),
            "crate" => module(self.root(package, scope)),
            "self" => module(self.named(package, scope)),
            "super" => {
                let own = self.named(package, scope);
                module(self.parent(package, own))
            }
            first => self.in_scope(package, scope, first, trail),
        };
        for segment in &segments[1..] {
            let next = targets
                .iter()
                .flat_map(|target| self.step(target, segment, trail));
            targets = next.collect();
            targets.dedup();
        }
        targets
    }

    fn crate_named(&self, package: usize, name: &str) -> Vec<Target> {
        self.externs[package]
            .get(name)
            .cloned()
            .into_iter()
            .collect()
    }

    /// A name without anything before it: here, in the blocks around, among the crates.
    fn in_scope(
        &self,
        package: usize,
        scope: ModuleId,
        name: &str,
        trail: &mut Trail,
    ) -> Vec<Target> {
        let mut here = Some(scope);
        while let Some(module) = here {
            let found = self.in_module(package, module, name, trail);
            if !found.is_empty() {
                return found;
            }
            let module = &self.sources[package].modules[module];
            here = module.parent.filter(|_| module.is_block);
        }
        self.crate_named(package, name)
    }

    fn in_module(
        &self,
        package: usize,
        module: ModuleId,
        name: &str,
        trail: &mut Trail,
    ) -> Vec<Target> {
        let step = (package, module, name.to_owned());
        self.steps.set(self.steps.get() + 1);
        if trail.len() > DEEPEST || self.steps.get() > MOST_STEPS || trail.contains(&step) {
            self.cut.set(true);
            return Vec::new();
        }
        trail.push(step);
        let found = self.looked_up(package, module, name, trail);
        trail.pop();
        found
    }

    fn looked_up(
        &self,
        package: usize,
        module: ModuleId,
        name: &str,
        trail: &mut Trail,
    ) -> Vec<Target> {
        let contents = &self.sources[package].modules[module];
        let mut found = Vec::new();
        for item in contents.items.get(name).into_iter().flatten() {
            match item {
                Item::Module(inner) => found.push(Target::Module(package, *inner)),
                Item::Crate(name) => found.extend(self.crate_named(package, name)),
                Item::Text(_) => found.push(Target::Text(package, module, name.to_owned())),
                Item::Own => found.push(Target::Other),
                Item::Path(path) => found.extend(self.numbered(package, module, *path, trail)),
            }
        }
        if !contents.items.contains_key(name) {
            for glob in &contents.globs {
                for target in self.numbered(package, module, *glob, trail) {
                    let brings = match &target {
                        Target::Raw(client, path) => {
                            let path = [path.as_slice(), &[name.to_owned()]].concat();
                            self.clients[*client].knows(&path)
                        }
                        Target::Describer(_) => name == "api",
                        _ => true,
                    };
                    if brings {
                        found.extend(self.step(&target, name, trail));
                    }
                }
            }
        }
        found
    }

    /// A name behind `::`.
    fn step(&self, target: &Target, name: &str, trail: &mut Trail) -> Vec<Target> {
        let longer = |path: &[String]| [path, &[name.to_owned()]].concat();
        match target {
            Target::Module(package, module) if name == "super" => {
                vec![Target::Module(*package, self.parent(*package, *module))]
            }
            Target::Module(package, module) => self.in_module(*package, *module, name, trail),
            Target::Raw(client, path) => vec![Target::Raw(*client, longer(path))],
            Target::Describer(path) => vec![Target::Describer(longer(path))],
            Target::Mark(path) => vec![Target::Mark(longer(path))],
            Target::Text(..) | Target::Other => Vec::new(),
        }
    }

    /// The module around a scope that has a name.
    fn named(&self, package: usize, scope: ModuleId) -> ModuleId {
        let modules = &self.sources[package].modules;
        let mut scope = scope;
        while let Some(parent) = modules[scope].parent.filter(|_| modules[scope].is_block) {
            scope = parent;
        }
        scope
    }

    fn parent(&self, package: usize, module: ModuleId) -> ModuleId {
        match self.sources[package].modules[module].parent {
            Some(parent) => self.named(package, parent),
            None => module,
        }
    }

    fn root(&self, package: usize, scope: ModuleId) -> ModuleId {
        let modules = &self.sources[package].modules;
        let mut scope = scope;
        while let Some(parent) = modules[scope].parent {
            scope = parent;
        }
        scope
    }
}
