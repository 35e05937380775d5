//! `tollgate import`: what it says, and how it ends.

use std::fmt::Write as _;
use std::fs;

use crate::command::{Home, Ran};

/// A document with so many operations, and the command in a home that has it.
fn imported(operations: usize, options: &[&str]) -> (Home, Ran) {
    let home = Home::new();
    let mut document = "openapi: 3.1.0\ninfo: {title: Notes, version: '1'}\npaths:\n".to_owned();
    for operation in 0..operations {
        let _ = writeln!(
            document,
            "  /notes/{operation}: {{get: {{responses: {{'204': {{description: none}}}}}}}}"
        );
    }
    fs::write(home.path().join("notes.yaml"), document).expect("written");
    let ran = again(&home, options);
    (home, ran)
}

fn again(home: &Home, options: &[&str]) -> Ran {
    let arguments = ["import", "notes.yaml", "--out", "src/notes"];
    let mut command = home.command(&[&arguments, options].concat());
    Ran::of(
        command
            .current_dir(home.path())
            .output()
            .expect("the command runs"),
    )
}

#[test]
fn all_operations_are_counted_and_what_has_to_be_done_is_said() {
    let (home, ran) = imported(2, &[]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let expected = "Notes: 2 operations, 2 imported, 0 not";
    assert!(ran.out.starts_with(expected), "{ran:?}");
    assert!(ran.out.contains("`--limits FILE`"), "{ran:?}");
    assert!(!ran.out.contains("`--package NAME`"), "{ran:?}");
    assert!(home.path().join("src/notes/api.rs").exists());
}

#[test]
fn a_large_import_into_the_users_own_package_is_told_of_a_package_of_its_own() {
    let (_home, ran) = imported(151, &[]);
    assert!(ran.out.contains("`--package NAME`"), "{ran:?}");
    let (home, ran) = imported(151, &["--package", "notes-client"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(!ran.out.contains("`--package NAME`"), "{ran:?}");
    assert!(home.path().join("src/notes/Cargo.toml").exists());
}

#[test]
fn a_check_fails_where_a_file_is_not_what_the_document_gives_and_changes_nothing() {
    let (home, _) = imported(2, &[]);
    assert_eq!(again(&home, &["--check"]).code, Some(0));
    let types = home.path().join("src/notes/mod.rs");
    let changed = fs::read_to_string(&types).expect("it is there") + "// by hand\n";
    fs::write(&types, &changed).expect("written");
    let ran = again(&home, &["--check"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("mod.rs"), "{ran:?}");
    assert_eq!(fs::read_to_string(&types).expect("it is there"), changed);
}

#[test]
fn what_cannot_be_read_is_named_and_nothing_is_written() {
    let table: [(&[&str], &str); 2] = [
        (&["--limits", "githup"], "presets"),
        (&["--package", "my package"], "a name as a package has"),
    ];
    for (options, expected) in table {
        let (home, ran) = imported(1, options);
        assert_ne!(ran.code, Some(0), "{ran:?}");
        assert!(ran.err.contains(expected), "{ran:?}");
        assert!(!home.path().join("src").exists(), "{ran:?}");
    }
    let home = Home::new();
    let ran = home.run(&["import", "https://example.com/api.json", "--out", "src"]);
    assert_ne!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("download the document"), "{ran:?}");
}
