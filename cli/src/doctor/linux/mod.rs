//! The facts on Linux.

mod entries;
mod machine;

use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use self::entries::{above, directory, file_system, files};
use self::machine::{boot, clocks, spaces};
use super::{Facts, Origin, Place};
use crate::read;

/// Looks at everything that matters to the state in `dir`, or in the user's state directory.
#[must_use]
pub fn gather(dir: Option<&Path>) -> Facts {
    let place = place(dir);
    let path = place.as_ref().map_or(Path::new(""), |place| &place.path);
    Facts {
        supported: true,
        user: geteuid().as_raw(),
        directory: directory(path),
        above: above(path),
        file_system: file_system(path),
        clocks: clocks(),
        boot: boot(),
        spaces: spaces(),
        files: files(path),
        state: read::state(dir).map_err(|failure| failure.text().to_owned()),
        place,
    }
}

fn place(dir: Option<&Path>) -> Result<Place, String> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(path) = dir {
        return Ok(Place {
            relative: path.is_relative(),
            path: absolute(path),
            origin: Origin::Option,
        });
    }
    let path = read::default_dir().map_err(|failure| failure.text().to_owned())?;
    let origin = origin(&path, variable);
    let named = variable("TOLLGATE_STATE_DIR").filter(|_| origin == Origin::Variable);
    Ok(Place {
        relative: named.is_some_and(|named| named.is_relative()),
        origin,
        path,
    })
}

/// Who names `path`. The limiter decides which variable counts; here it is only recognised.
fn origin(path: &Path, variable: impl Fn(&str) -> Option<PathBuf>) -> Origin {
    let ours = variable("TOLLGATE_STATE_DIR");
    if ours.is_some_and(|named| absolute(&named) == path) {
        return Origin::Variable;
    }
    match variable("XDG_STATE_HOME") {
        Some(home) if path.starts_with(&home) && home.is_absolute() => Origin::Xdg,
        _ => Origin::Home,
    }
}

fn absolute(path: &Path) -> PathBuf {
    // Fails for an empty path only, or without a current directory.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_that_names_a_directory_is_recognised() {
        let named = |ours: Option<&'static str>, xdg: Option<&'static str>| {
            move |name: &str| match name {
                "TOLLGATE_STATE_DIR" => ours.map(PathBuf::from),
                _ => xdg.map(PathBuf::from),
            }
        };
        for (path, ours, xdg, expected) in [
            ("/s", Some("/s"), None, Origin::Variable),
            ("/x/tollgate", None, Some("/x"), Origin::Xdg),
            ("/h/.local/state/tollgate", None, None, Origin::Home),
            ("/h/.local/state/tollgate", Some(""), Some(""), Origin::Home),
            (
                "/h/.local/state/tollgate",
                None,
                Some("relative"),
                Origin::Home,
            ),
        ] {
            assert_eq!(
                origin(Path::new(path), named(ours, xdg)),
                expected,
                "{path}"
            );
        }
    }
}
