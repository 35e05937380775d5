//! Importing again into a folder: what was said stays said, and the user's file is never outrun.

use std::fs;
use std::path::Path;

use tollgate_openapi::{Document, Error, Import, Limits, Options};

const LIMITS: &str = "default_bucket = \"core\"\n[bucket.core]\nceiling = \"60 per minute\"\n[bucket.search]\nceiling = \"5 per minute\"\noperations = [\"GET /search\"]\n[[cost]]\noperations = [\"GET /search\"]\ncost = 2\n";

fn document(title: &str, more: &str) -> Document {
    let text = format!(
        "openapi: 3.0.3\ninfo: {{title: {title}, version: '1'}}\nservers: [{{url: 'https://api.example.com'}}]\npaths:\n  /search:\n    get: {{tags: [all], operationId: users_delete, responses: {{'204': {{description: x}}}}}}\n{more}"
    );
    Document::parse("d.yaml", &text).expect("a document")
}

fn import(
    document: &Document,
    folder: &Path,
    change: impl FnOnce(&mut Options),
) -> Result<Import, Error> {
    let mut options = Options::resume(folder)?;
    change(&mut options);
    tollgate_openapi::import(document, &options)
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect(name)
}

#[test]
fn who_pays_stays_when_the_limits_are_not_given_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let limits = Limits::parse("limits.toml", LIMITS).expect("limits");
    let first = import(&document("Acme", ""), at, |options| {
        options.limits = Some(limits);
    });
    first.expect("imported").write(at).expect("written");
    assert!(text(at, "all.rs").contains("#[get(\"/search\", bucket = search, cost = 2)]"));

    let again = import(&document("Acme", ""), at, |_| {}).expect("imported");
    assert_eq!(again.check(at).expect("compared"), []);
    assert!(
        !again
            .report
            .notes
            .iter()
            .any(|note| note.detail.contains("does not compile"))
    );
}

#[test]
fn a_new_title_changes_no_name_and_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    import(&document("Acme", ""), at, |_| {})
        .expect("imported")
        .write(at)
        .expect("written");
    let again = import(&document("Acme Two", ""), at, |_| {}).expect("imported");
    again.write(at).expect("written");
    assert!(text(at, "mod.rs").contains("pub use api::Acme;"));
    let told = again
        .report
        .notes
        .iter()
        .any(|note| note.detail.contains("was of `Acme`"));
    assert!(told, "{:?}", again.report.notes);
}

#[test]
fn another_client_or_a_bucket_that_is_missing_ends_it_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let limits = |text: &str| Limits::parse("limits.toml", text).expect("limits");
    let plain = "[bucket.core]\nceiling = \"60 per minute\"\n";
    let first = import(&document("Acme", ""), at, |options| {
        options.limits = Some(limits(plain));
    });
    first.expect("imported").write(at).expect("written");

    let other = import(&document("Acme", ""), at, |options| {
        options.client = Some("Other".to_owned());
    });
    let other = other.expect_err("another client").to_string();
    assert!(
        other.contains("it describes `Acme`") && other.contains("--client"),
        "{other}"
    );

    let more = import(&document("Acme", ""), at, |options| {
        options.limits = Some(limits(LIMITS));
    });
    let more = more.expect_err("a bucket is missing").to_string();
    assert!(
        more.contains("`search`") && more.contains("ceiling(5 per minute)"),
        "{more}"
    );
}

#[test]
fn an_api_that_nobody_has_touched_is_filled_in_when_limits_come() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    import(&document("Acme", ""), at, |_| {})
        .expect("imported")
        .write(at)
        .expect("written");
    assert!(text(at, "api.rs").contains("todo!("));
    let limits = Limits::parse("limits.toml", LIMITS).expect("limits");
    let filled = import(&document("Acme", ""), at, |options| {
        options.limits = Some(limits);
    });
    filled.expect("imported").write(at).expect("written");
    assert!(text(at, "api.rs").contains("ceiling(5 per minute)"));

    fs::write(at.join("api.rs"), text(at, "api.rs") + "\n// Mine.\n").expect("written");
    import(&document("Acme", ""), at, |_| {})
        .expect("imported")
        .write(at)
        .expect("written");
    assert!(text(at, "api.rs").ends_with("// Mine.\n"));
}

#[test]
fn a_package_has_its_files_in_src_and_a_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let package = import(&document("Acme", ""), at, |options| {
        options.package = Some("acme".to_owned());
    });
    package.expect("imported").write(at).expect("written");
    assert!(text(at, "Cargo.toml").contains("name = \"acme\""));
    assert!(text(at, "src/lib.rs").contains("pub use api::Acme;"));
    let again = import(&document("Acme", ""), at, |_| {}).expect("imported");
    assert_eq!(again.check(at).expect("compared"), []);
}
