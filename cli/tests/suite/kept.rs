//! Texts that are kept beside the tests, to be read like code.
//!
//! `UPDATE=1 cargo test -p tollgate-cli` writes them anew.

use std::fs;
use std::path::Path;

/// Compares `text` with what is kept under `name` in the package's folder.
#[track_caller]
pub(crate) fn same(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).expect("writable");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    // The first difference alone: the whole of both would be pages.
    let mut lines = text.lines().zip(known.lines()).zip(1..);
    if let Some(((new, old), line)) = lines.find(|((new, old), _)| new != old) {
        panic!(
            "{name} has changed in line {line}; if that is meant, run with UPDATE=1\n  now {new}\n  was {old}"
        );
    }
    assert!(
        text == known,
        "{name} has another end; if that is meant, run with UPDATE=1"
    );
}
