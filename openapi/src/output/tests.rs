//! What an import does to a folder, and what it leaves alone.

use std::fs;

use super::*;

fn generated(name: &str, body: &str) -> File {
    File {
        name: name.to_owned(),
        text: format!("// {HEADER} from a test.\n{body}\n"),
        owner: Owner::Import,
        replaces: None,
    }
}

fn import(files: &[File]) -> Import {
    Import {
        files: files.to_vec(),
        report: Report::default(),
    }
}

#[test]
fn what_is_the_users_is_written_once_and_the_rest_follows_the_import() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("src/vendor");
    let user = File {
        name: "api.rs".to_owned(),
        text: "// Yours.\n".to_owned(),
        owner: Owner::User,
        replaces: None,
    };
    let first = import(&[user.clone(), generated("a.rs", "1"), generated("b.rs", "1")]);
    let new = |name: &str| Difference::New(name.to_owned());
    assert_eq!(
        first.check(&at).expect("checked"),
        [new("api.rs"), new("a.rs"), new("b.rs")]
    );
    first.write(&at).expect("written");
    assert_eq!(first.check(&at).expect("checked"), []);

    fs::write(at.join("api.rs"), "// Changed by hand.\n").expect("written");
    fs::write(at.join("extra.rs"), "// By hand.\n").expect("written");
    let second = import(&[user, generated("a.rs", "2")]);
    let changes = [
        Difference::Changed("a.rs".to_owned()),
        Difference::Gone("b.rs".to_owned()),
    ];
    assert_eq!(second.check(&at).expect("checked"), changes);
    assert_eq!(second.write(&at).expect("written"), changes);
    let text = |name: &str| fs::read_to_string(at.join(name)).expect(name);
    assert_eq!(text("api.rs"), "// Changed by hand.\n");
    assert_eq!(text("extra.rs"), "// By hand.\n");
    assert!(text("a.rs").ends_with("2\n"));
    assert!(!at.join("b.rs").exists());
    assert_eq!(second.check(&at).expect("checked"), []);
}

#[test]
fn a_file_by_hand_in_the_place_of_a_generated_one_ends_it_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("types.rs"), "// By hand.\n").expect("written");
    let import = import(&[generated("a.rs", "1"), generated("types.rs", "1")]);
    let error = import
        .write(folder.path())
        .expect_err("it is in the way")
        .to_string();
    assert!(
        error.contains("types.rs") && error.contains("was not generated"),
        "{error}"
    );
    assert!(!folder.path().join("a.rs").exists());
}

#[test]
fn modules_are_put_where_the_root_names_them() {
    let mut root = generated(
        "mod.rs",
        "\n//! Docs.\n\nmod api;\npub mod r#type;\n\npub use api::X;",
    );
    root.text.push_str("pub mod elsewhere;\n");
    let files = [
        root,
        generated("api.rs", "pub struct X;"),
        generated("type.rs", "//! Inner.\npub struct Y;"),
    ];
    let text = import(&files).one_file();
    let parsed = syn::parse_file(&text).expect("Rust");
    assert_eq!(parsed.items.len(), 4, "{text}");
    assert!(parsed.attrs.is_empty(), "{text}");
    assert!(text.contains("pub mod elsewhere;"), "{text}");
}
