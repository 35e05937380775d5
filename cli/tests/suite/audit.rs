//! `tollgate audit`: its exit codes, its forms, its files.

use std::fs;

use crate::command::Home;

/// A workspace of one package with a call that pays nothing.
fn workspace(home: &Home) -> String {
    let write = |name: &str, text: &str| {
        let path = home.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(
        "app/Cargo.toml",
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\nreqwest = \"0.13\"\n",
    );
    write(
        "app/src/main.rs",
        "fn main() {\n    reqwest::get(\"\\u{1b}\");\n}\n",
    );
    let manifest = home.path().join("app/Cargo.toml");
    manifest.to_str().expect("a path that is text").to_owned()
}

#[test]
fn findings_are_shown_and_deny_makes_them_trouble() {
    let home = Home::new();
    let manifest = workspace(&home);
    let ran = home.run(&["audit", "--manifest-path", &manifest]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.contains(
            "call: `reqwest::get` makes or calls an HTTP client\n --> src/main.rs:2:5 in `app`"
        ),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .ends_with("packages 1, files 1: findings 2, allowed 0, call 1, dependency 1\n"),
        "{}",
        ran.out
    );
    let ran = home.run(&["audit", "--deny", "--manifest-path", &manifest]);
    assert_eq!(ran.code, Some(1), "{ran:?}");

    fs::write(
        home.path().join("app/tollgate-audit.toml"),
        "[[allow]]\nclient = \"reqwest\"\nreason = \"a test\"\nexpires = \"9999-12-31\"\n",
    )
    .expect("a file");
    let ran = home.run(&["audit", "--deny", "--manifest-path", &manifest]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (Some(0), "packages 1, files 1: findings 0, allowed 2\n")
    );
    let other = home.path().join("other.toml");
    fs::write(&other, "").expect("a file");
    let other = other.to_str().expect("a path that is text");
    let ran = home.run(&[
        "audit",
        "--deny",
        "--manifest-path",
        &manifest,
        "--settings",
        other,
    ]);
    assert_eq!(
        ran.code,
        Some(1),
        "other exceptions than those of the workspace: {ran:?}"
    );
}

#[test]
fn programs_get_json_and_code_hosts_get_sarif() {
    let home = Home::new();
    let manifest = workspace(&home);
    for (format, version) in [
        ("json", serde_json::json!(1)),
        ("sarif", serde_json::json!("2.1.0")),
    ] {
        let ran = home.run(&["audit", "--manifest-path", &manifest, "--format", format]);
        let document: serde_json::Value = serde_json::from_str(&ran.out).expect("a document");
        assert_eq!(document["version"], version);
    }
}

#[test]
fn what_cannot_be_audited_is_trouble_with_a_reason() {
    let home = Home::new();
    let ran = home.run(&["audit", "--manifest-path", "nowhere/Cargo.toml"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.starts_with("error: the workspace cannot be read: "),
        "{}",
        ran.err
    );
    let manifest = workspace(&home);
    let ran = home.run(&[
        "audit",
        "--manifest-path",
        &manifest,
        "--settings",
        "nowhere.toml",
    ]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("`nowhere.toml` cannot be read"),
        "{}",
        ran.err
    );
}

#[test]
fn files_for_other_tools_are_written_once() {
    let home = Home::new();
    let manifest = workspace(&home);
    let folder = home.path().join("app");
    let write = |folder: &str| {
        home.run(&[
            "audit",
            "--manifest-path",
            &manifest,
            "--write-config",
            folder,
        ])
    };
    let folder = folder.to_str().expect("a path that is text");
    let ran = write(folder);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.err.matches("Wrote ").count(), 2, "{}", ran.err);
    assert!(write(folder).err.contains("Both files are there already"));
    fs::write(home.path().join("app/clippy.toml"), "own").expect("a file");
    let ran = write(folder);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err
            .contains("clippy.toml` cannot be written: it is there already"),
        "{}",
        ran.err
    );
    let shown = write("-").out;
    assert!(
        shown.contains("disallowed-methods = [") && shown.contains("[bans]"),
        "{shown}"
    );
}
