//! A project of several packages.

use std::fs;
use std::path::{Path, PathBuf};

use tollgate_benches::{Check, Checked};

use crate::describe;

/// The packages, on disk, with their dependencies checked.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Writes a package for each size.
    pub(crate) fn write(sizes: &[usize]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("described");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let client = workspace.join("client");
        let client = client
            .canonicalize()
            .expect("the client is beside the benches");
        put(
            &root.join("Cargo.toml"),
            "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\nexclude = [\"target\"]\n",
        );
        // The same versions as everywhere, and nothing is asked of a registry.
        let lock = fs::read_to_string(workspace.join("Cargo.lock"));
        put(
            &root.join("Cargo.lock"),
            &lock.expect("the workspace has a lock file"),
        );
        for &size in sizes {
            let package = root.join(name(size));
            let manifest = format!(
                "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\n\
                 tollgate = {{ path = {client:?}, default-features = false }}\n",
                name(size)
            );
            put(&package.join("Cargo.toml"), &manifest);
            put(&package.join("src/lib.rs"), &describe::source(size));
        }
        let project = Self { root };
        for &size in sizes {
            project.check(size); // the dependencies
        }
        project
    }

    /// Checks the package of one size, as if it had just been edited.
    pub(crate) fn check(&self, size: usize) -> Checked {
        let source = self.root.join(name(size)).join("src/lib.rs");
        put(&source, &describe::source(size));
        let checked = Check::new(&self.root).package(&name(size));
        checked.unwrap_or_else(|told| panic!("the description is wrong:\n{told}"))
    }
}

fn name(size: usize) -> String {
    format!("described-{size}")
}

fn put(path: &Path, text: &str) {
    let folder = path.parent().expect("a file in a folder");
    fs::create_dir_all(folder).expect("the target directory can be written");
    fs::write(path, text).expect("the target directory can be written");
}
