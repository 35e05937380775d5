//! What the workspace consists of, as cargo says it without asking anybody.
//!
//! `cargo metadata --no-deps` reads the manifests alone: it needs no network and no lock file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cargo_metadata::{DependencyKind, MetadataCommand, TargetKind};

use crate::error::Error;
use crate::place::Class;

/// The workspace.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    pub(crate) packages: Vec<Package>,
}

/// A package of it.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) dir: PathBuf,
    pub(crate) manifest: PathBuf,
    pub(crate) targets: Vec<Target>,
    pub(crate) dependencies: Vec<Dependency>,
}

/// One crate that a package consists of.
pub(crate) struct Target {
    /// Its name in Rust.
    pub(crate) name: String,
    pub(crate) root: PathBuf,
    pub(crate) class: Class,
    pub(crate) is_library: bool,
}

/// What a package depends on.
pub(crate) struct Dependency {
    pub(crate) package: String,
    /// The key in the manifest.
    pub(crate) key: String,
    /// Its name in Rust.
    pub(crate) name: String,
    pub(crate) class: Class,
    pub(crate) optional: bool,
    pub(crate) features: Vec<String>,
    pub(crate) default_features: bool,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn read(manifest: Option<&Path>) -> Result<Self, Error> {
        let mut command = MetadataCommand::new();
        command.no_deps();
        command.other_options(["--offline".to_owned()]);
        if let Some(manifest) = manifest {
            command.manifest_path(manifest);
        }
        let said = command.exec();
        let metadata = said.map_err(|error| Error::new("the workspace cannot be read", error))?;
        let members = metadata.workspace_packages();
        let packages = members.into_iter().map(Package::of).collect();
        Ok(Self {
            root: metadata.workspace_root.clone().into_std_path_buf(),
            packages,
        })
    }

    /// A file's name in reports.
    pub(crate) fn shown(&self, file: &Path) -> Arc<str> {
        shown(&self.root, file)
    }

    /// The packages by their names.
    pub(crate) fn by_name(&self) -> HashMap<&str, usize> {
        let names = self.packages.iter().enumerate();
        names
            .map(|(index, package)| (package.name.as_str(), index))
            .collect()
    }
}

/// A file's name from a folder on, with slashes.
pub(crate) fn shown(root: &Path, file: &Path) -> Arc<str> {
    let inside = file.strip_prefix(root).unwrap_or(file);
    inside.to_string_lossy().replace('\\', "/").into()
}

impl Package {
    fn of(package: &cargo_metadata::Package) -> Self {
        let manifest = package.manifest_path.clone().into_std_path_buf();
        let dir = manifest.parent().unwrap_or(Path::new(".")).to_owned();
        Self {
            name: package.name.to_string(),
            dir,
            manifest,
            targets: package.targets.iter().map(Target::of).collect(),
            dependencies: package
                .dependencies
                .iter()
                .map(|dependency| Dependency::of(dependency, package))
                .collect(),
        }
    }

    /// The name of its library in Rust.
    pub(crate) fn library(&self) -> Option<&str> {
        let library = self.targets.iter().find(|target| target.is_library);
        library.map(|target| target.name.as_str())
    }
}

impl Target {
    fn of(target: &cargo_metadata::Target) -> Self {
        let is = |kind: &TargetKind| target.kind.contains(kind);
        let class = match () {
            () if is(&TargetKind::Test) => Class::Test,
            () if is(&TargetKind::Example) => Class::Example,
            () if is(&TargetKind::Bench) => Class::Bench,
            () if is(&TargetKind::CustomBuild) => Class::Build,
            () => Class::Code,
        };
        Self {
            name: target.name.replace('-', "_"),
            root: target.src_path.clone().into_std_path_buf(),
            class,
            is_library: class == Class::Code && !is(&TargetKind::Bin),
        }
    }
}

impl Dependency {
    fn of(dependency: &cargo_metadata::Dependency, package: &cargo_metadata::Package) -> Self {
        let key = dependency.rename.as_ref().unwrap_or(&dependency.name);
        // What a feature of the package asks of it: `web/client`, `web?/client`.
        let asked = package.features.values().flatten();
        let asked = asked.filter_map(|asked| asked.split_once('/'));
        let asked = asked.filter(|(name, _)| name.trim_end_matches('?') == key);
        let asked = asked.map(|(_, feature)| feature.to_owned());
        Self {
            package: dependency.name.clone(),
            key: key.clone(),
            name: key.replace('-', "_"),
            class: match dependency.kind {
                DependencyKind::Development => Class::Test,
                DependencyKind::Build => Class::Build,
                _ => Class::Code,
            },
            optional: dependency.optional,
            features: dependency.features.iter().cloned().chain(asked).collect(),
            default_features: dependency.uses_default_features,
        }
    }
}
