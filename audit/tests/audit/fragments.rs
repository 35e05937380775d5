//! Settings for other tools, written and never written over.

use std::fs;

use tollgate_audit::Fragments;

use crate::workspace::Workspace;

#[test]
fn both_files_are_written_once_and_what_is_there_stays() {
    let workspace = Workspace::of_one("", "fn main() {}");
    let fragments = Fragments::of(Some(&workspace.path().join("Cargo.toml")));
    let written = fragments.write(workspace.path()).expect("they are written");
    assert_eq!(written.len(), 2);
    assert_eq!(
        fragments.write(workspace.path()).expect("they are there"),
        [""; 0].map(std::path::PathBuf::from)
    );

    let own = workspace.path().join("deny.toml");
    fs::write(&own, "own").expect("a file");
    fs::remove_file(workspace.path().join("clippy.toml")).expect("a file");
    let error = fragments
        .write(workspace.path())
        .expect_err("one is there")
        .to_string();
    assert!(
        error.contains("deny.toml` cannot be written: it is there already"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&own).expect("a file"), "own");
    assert!(
        !workspace.path().join("clippy.toml").exists(),
        "both or none"
    );
}

#[test]
fn they_are_toml_and_name_the_doors() {
    let workspace = Workspace::of_one("", "fn main() {}");
    let fragments = Fragments::of(Some(&workspace.path().join("Cargo.toml")));
    for text in [fragments.clippy(), fragments.deny()] {
        toml::de::DeTable::parse(text).expect("TOML");
    }
    for line in [
        "{ path = \"reqwest::Client\", reason = \"requests go through the described client\", allow-invalid = true },",
        "{ path = \"reqwest::get\", ",
        "{ path = \"reqwest::blocking::get\", ",
        "{ path = \"hyper_util::client::legacy::Client\", ",
        "{ path = \"ureq::agent\", ",
    ] {
        assert!(
            fragments.clippy().contains(line),
            "{line} in {}",
            fragments.clippy()
        );
    }
    for line in [
        "{ crate = \"reqwest\", wrappers = [\"tollgate\"] },",
        "{ crate = \"ureq\" },",
    ] {
        assert!(
            fragments.deny().contains(line),
            "{line} in {}",
            fragments.deny()
        );
    }
}
