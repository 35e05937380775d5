//! Every Rust file of a package, those of no target too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Deeper than any package has folders.
const DEEPEST: usize = 64;

/// The `.rs` files below a package's folder that are its own: no build output, no hidden folder, no
/// other package.
pub(super) fn below(package: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![(package.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        // What cannot be listed cannot be compiled either.
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let is_hidden = name.to_string_lossy().starts_with('.');
            // Links are not followed: what they lead to is found where it is.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden && depth < DEEPEST => {
                    let is_other = path.join("Cargo.toml").exists();
                    if !is_other && !is_output(&path) {
                        folders.push((path, depth + 1));
                    }
                }
                Ok(kind) if kind.is_file() && path.extension().is_some_and(|end| end == "rs") => {
                    found.insert(path);
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether cargo builds into this folder.
fn is_output(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").exists()
        || folder.ends_with("target") && folder.join("debug").exists()
}
