//! The environment says where the state directory is.

use std::ffi::OsStr;
use std::path::Path;

use tollgate_mapped::Directory;

use crate::kid::{Kid, say};
use crate::scratch::Scratch;

pub(crate) fn prints(_path: &Path) {
    match Directory::default_path() {
        Ok(path) => say(&format!("path: {}", path.display())),
        Err(error) => say(&format!("path: {:?} {error}", error.kind())),
    }
}

pub(crate) fn opens(_path: &Path) {
    let opened = Directory::default_path().and_then(|path| Directory::open(&path));
    say(&format!(
        "opened: {:?}",
        opened.map_err(|error| error.to_string())
    ));
}

#[test]
fn where_the_variable_names_the_directory_it_is_the_cure() {
    let scratch = Scratch::new();
    let file = scratch.parent().join("file");
    std::fs::write(&file, "").unwrap();
    let variables = [("TOLLGATE_STATE_DIR", file.as_os_str())];
    let said = Kid::with(&variables, "home::opens", scratch.parent()).says("opened: ");
    assert!(
        said.contains("set `TOLLGATE_STATE_DIR` to another path"),
        "{said}"
    );
}

fn said(variables: &[(&str, &str)], here: &Path) -> String {
    let variables: Vec<(&str, &OsStr)> = variables
        .iter()
        .map(|(name, value)| (*name, OsStr::new(*value)))
        .collect();
    Kid::with(&variables, "home::prints", here).says("path: ")
}

#[test]
fn the_environment_of_the_process_decides() {
    let scratch = Scratch::new();
    let here = scratch.parent();
    assert_eq!(
        said(&[("HOME", "/srv/you")], here),
        "/srv/you/.local/state/tollgate"
    );
    assert_eq!(
        said(&[("HOME", "/srv/you"), ("XDG_STATE_HOME", "/x")], here),
        "/x/tollgate"
    );
    assert_eq!(
        said(&[("TOLLGATE_STATE_DIR", "own")], here),
        here.join("own").display().to_string()
    );
}

#[test]
fn a_process_without_a_home_is_told_what_to_set() {
    let scratch = Scratch::new();
    let said = said(&[], scratch.parent());
    assert!(said.starts_with("NoHome"), "{said}");
    assert!(said.contains("set `TOLLGATE_STATE_DIR`"), "{said}");
}
