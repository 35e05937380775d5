//! Draws the pictures of the documents: `cargo run -p tollgate-cli --example picture`.
//!
//! What is in them is the sample, through the code that draws on a terminal. A test compares the pictures
//! with what they would be now.

mod scene;
mod svg;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The pictures by their names.
fn pictures() -> [(&'static str, String); 2] {
    [
        ("status", svg::picture("tollgate status", &scene::status())),
        ("watch", svg::picture("tollgate watch", &scene::watch())),
    ]
}

fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
    folder.join(format!("{name}.svg"))
}

fn main() -> ExitCode {
    for (name, picture) in pictures() {
        if let Err(error) = std::fs::write(path(name), picture) {
            tollgate_cli::output::complain(&format!("writing the picture of {name}: {error}"));
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

#[test]
fn the_pictures_show_what_the_command_shows() {
    for (name, picture) in pictures() {
        let kept = std::fs::read_to_string(path(name)).unwrap_or_default();
        assert!(
            kept == picture,
            "docs/pictures/{name}.svg is out of date; run `cargo run -p tollgate-cli --example picture`"
        );
    }
}
