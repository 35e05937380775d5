//! Manifests: who can reach a raw client.

use crate::workspace::Workspace;

#[test]
fn every_way_to_depend_on_a_client_is_found_at_its_line() {
    let workspace = Workspace::of_one("", "fn main() {}\n");
    workspace.write(
        "Cargo.toml",
        "[workspace]\nresolver = \"3\"\nmembers = [\"app\"]\n[workspace.dependencies]\nsurf = \"2\"\n",
    );
    workspace.write(
        "app/Cargo.toml",
        "[package]\nname = \"app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [dependencies]\n\
         web = { package = \"reqwest\", version = \"0.13\" }\n\
         hyper = { version = \"1\", features = [\"server\", \"http1\"] }\n\
         hyper-util = { version = \"0.1\", features = [\"client-legacy\"] }\n\
         curl = { version = \"0.4\", optional = true }\n\
         surf.workspace = true\n\
         serde = \"1\"\n\
         tonic = { version = \"0.14\", default-features = false, features = [\"router\"] }\n\
         [dev-dependencies]\n\
         ureq = \"3\"\n\
         [build-dependencies]\n\
         attohttpc = \"0.30\"\n\
         [target.'cfg(unix)'.dependencies]\n\
         minreq = \"2\"\n\
         tollgate-mark = \"0.1\"\n\
         h2 = { version = \"0.4\", optional = true }\n\
         hyper0 = { package = \"hyper\", version = \"0.14\" }\n\
         [features]\n\
         send = [\"hyper0/client\", \"h2?/stream\"]\n",
    );
    let report = workspace.report();
    let found: Vec<_> = report
        .findings()
        .iter()
        .map(|finding| {
            format!(
                "{} {} {}",
                finding.place.line, finding.rule, finding.message
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "6 dependency depends on the HTTP client `reqwest` under the name `web`",
            "8 dependency depends on the HTTP client `hyper-util`",
            "9 dependency depends on the HTTP client `curl`, if a feature asks for it",
            "10 dependency depends on the HTTP client `surf`",
            "14 dependency depends on the HTTP client `ureq`, for tests",
            "16 dependency depends on the HTTP client `attohttpc`, for its build script",
            "18 dependency depends on the HTTP client `minreq`",
            "19 mark depends on `tollgate-mark`, with which marks are made",
            "20 dependency depends on the HTTP client `h2`, if a feature asks for it",
            "21 dependency depends on the HTTP client `hyper` under the name `hyper0`",
        ]
    );
}

#[test]
fn whoever_makes_marks_is_found() {
    let source = "use tollgate_mark::Key;\nfn main() { Key::new([0; 32]).mark([0; 16], 0, \"GET\", \"/\"); }\n";
    let lines = Workspace::of_one("tollgate-mark = \"0.1\"", source).lines();
    assert_eq!(lines, ["app/src/main.rs:2 mark"]);
}

#[test]
fn a_workspace_that_cargo_cannot_read_is_an_error_that_says_why() {
    let workspace = Workspace::of_one("", "");
    workspace.write("Cargo.toml", "[workspace");
    let today = "2026-12-01".parse().expect("a date");
    let audit = tollgate_audit::Audit::new(today).manifest(workspace.path().join("Cargo.toml"));
    let error = audit.run().expect_err("no workspace").to_string();
    assert!(
        error.starts_with("the workspace cannot be read: "),
        "{error}"
    );
}
