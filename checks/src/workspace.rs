//! Where the workspace is, and what is in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Source;

/// The workspace's root.
///
/// # Panics
///
/// If this crate is not a folder of the root.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent()
        .expect("this package is a folder of the workspace")
        .to_owned()
}

/// Every Rust file below a folder of the workspace, sorted by path.
///
/// # Panics
///
/// If the folder cannot be read.
#[must_use]
pub fn sources(folder: &str) -> Vec<Source> {
    let base = root().join(folder);
    let mut paths = Vec::new();
    collect(&base, &mut paths);
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&base).unwrap_or(path);
            let name = name.to_string_lossy().replace('\\', "/");
            Source::new(name, read(path))
        })
        .collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
}

/// A file's text.
///
/// # Panics
///
/// If it cannot be read; the panic names it.
#[must_use]
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A cargo command in the workspace's root, without what the running cargo has put into the
/// environment.
#[must_use]
pub fn cargo() -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root());
    for (name, _) in std::env::vars_os() {
        let name_text = name.to_string_lossy();
        let ours = name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_");
        // Inside `cargo test` this names the exact toolchain, and would overrule `cargo +nightly`.
        if ours
            || [
                "CARGO",
                "RUSTC",
                "RUSTDOC",
                "RUSTUP_TOOLCHAIN",
                "RUSTDOCFLAGS",
            ]
            .contains(&name_text.as_ref())
        {
            cargo.env_remove(&name);
        }
    }
    cargo
}
