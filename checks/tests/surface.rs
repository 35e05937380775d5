//! No raw type in the documentation of a published crate; each planted leak is found.
//!
//! The documentation is written below `surface/` in the target folder, where that of the raw
//! crates is written first: rustdoc links only to pages that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tollgate_checks::surface::{in_html, in_json};
use tollgate_checks::workspace;

const PUBLISHED: &[&str] = &[
    "tollgate",
    "tollgate-limiter",
    "tollgate-limits",
    "tollgate-mapped",
    "tollgate-signals",
    "tollgate-testkit",
];
const PLANTED: &str = "tollgate-leaks";

/// The planted items, as their pages are called.
const LEAKS: &[&str] = &[
    "struct.PublicField",
    "struct.Dereferenced",
    "struct.Converted",
    "struct.Served",
    "fn.returned",
    "fn.lent",
    "type.Renamed",
    "fn.extended",
    "trait.Asked",
    "struct.Reexported",
];

#[test]
fn no_page_links_to_a_raw_type() {
    let target = target("surface");
    run(workspace::cargo()
        .args(["doc", "--quiet", "--no-deps", "--target-dir"])
        .arg(&target)
        .args([
            "-p",
            "reqwest",
            "-p",
            "hyper",
            "-p",
            "hyper-util",
            "-p",
            "http",
            "-p",
            "http-body",
            "-p",
            "tower-service",
        ]));
    let mut ours = workspace::cargo();
    ours.args(["doc", "--quiet", "--no-deps", "--target-dir"])
        .arg(&target)
        .args(["-p", PLANTED]);
    for package in PUBLISHED {
        ours.args(["-p", package]);
    }
    run(&mut ours);

    let doc = target.join("doc");
    let planted = linked(&doc, PLANTED);
    for leak in LEAKS {
        let found = planted.keys().any(|page| page == &format!("{leak}.html"));
        assert!(
            found,
            "the planted leak `{leak}` was not found, only {planted:#?}"
        );
    }
    for package in PUBLISHED {
        let found = linked(&doc, package);
        assert!(
            found.is_empty(),
            "raw types in the documentation of `{package}`: {found:#?}"
        );
    }
}

/// Hidden items are documented only on request, which only a nightly toolchain takes.
#[test]
fn no_hidden_item_mentions_a_raw_type() {
    if !workspace::cargo()
        .args(["+nightly", "--version"])
        .output()
        .is_ok_and(|run| run.status.success())
    {
        say(
            "skipped: the surface check of hidden items needs a nightly toolchain, and there is none",
        );
        return;
    }
    let target = target("surface-nightly");
    let planted = in_json(&json(&target, PLANTED));
    for leak in [
        "reqwest::",
        "tower_service::Service",
        "http::extensions::Extensions",
    ] {
        assert!(
            planted.iter().any(|path| path.starts_with(leak)),
            "{leak} was not found in {planted:?}"
        );
    }
    for package in PUBLISHED {
        let found = in_json(&json(&target, package));
        assert!(
            found.is_empty(),
            "raw types in public or hidden items of `{package}`: {found:?}"
        );
    }
}

/// Only the client may depend on an HTTP library, and of what is published nothing else.
#[test]
fn one_published_crate_depends_on_an_http_library() {
    let output = workspace::cargo()
        .args(["metadata", "--quiet", "--no-deps", "--format-version", "1"])
        .output()
        .expect("cargo runs");
    let metadata: Value =
        serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON");
    let mut senders = BTreeSet::new();
    for package in metadata["packages"].as_array().expect("a list of packages") {
        let published = package["publish"].is_null();
        for dependency in package["dependencies"]
            .as_array()
            .expect("a list of dependencies")
        {
            let name = dependency["name"].as_str().unwrap_or_default();
            if published && SENDERS.contains(&name) {
                senders.insert(format!(
                    "{} on {name}",
                    package["name"].as_str().unwrap_or_default()
                ));
            }
        }
    }
    assert_eq!(
        senders.into_iter().collect::<Vec<_>>(),
        ["tollgate on reqwest"]
    );
}

/// Crates with which a request can be sent.
const SENDERS: &[&str] = &[
    "attohttpc",
    "awc",
    "curl",
    "h2",
    "h3",
    "hyper",
    "hyper-util",
    "isahc",
    "minreq",
    "reqwest",
    "surf",
    "ureq",
];

fn target(name: &str) -> PathBuf {
    // The folder of this test's own executable is `deps` of the profile of the target folder.
    let own = std::env::current_exe().expect("a test has a path");
    let target = own
        .ancestors()
        .nth(3)
        .expect("a test lies in target/profile/deps");
    target.join(name)
}

fn json(target: &Path, package: &str) -> Value {
    run(workspace::cargo()
        .args([
            "+nightly",
            "rustdoc",
            "--quiet",
            "--lib",
            "-p",
            package,
            "--target-dir",
        ])
        .arg(target)
        .args([
            "--",
            "-Zunstable-options",
            "--output-format=json",
            "--document-hidden-items",
        ]));
    let file = target
        .join("doc")
        .join(format!("{}.json", package.replace('-', "_")));
    serde_json::from_str(&workspace::read(&file)).expect("rustdoc writes JSON")
}

/// The raw links of each page that has any.
fn linked(doc: &Path, package: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = doc.join(package.replace('-', "_"));
    let mut pages = Vec::new();
    collect(&folder, &mut pages);
    assert!(
        pages.len() > 3,
        "there is no documentation in {}",
        folder.display()
    );
    let name = |page: &PathBuf| {
        page.strip_prefix(&folder)
            .map(|name| name.display().to_string())
    };
    pages
        .iter()
        .map(|page| {
            (
                name(page).unwrap_or_default(),
                in_html(&workspace::read(page)),
            )
        })
        .filter(|(_, links)| !links.is_empty())
        .collect()
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|ending| ending == "html") {
            pages.push(path);
        }
    }
}

fn run(command: &mut std::process::Command) {
    let output = command.output().expect("cargo runs");
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Past the test runner, which would keep it to itself.
fn say(line: &str) {
    // A closed standard error is no reason to fail.
    let _ = writeln!(std::io::stderr(), "{line}");
}
