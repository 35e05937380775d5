//! Where the state is, and who says so: what the command line names, or what the environment does.

use std::path::{Path, PathBuf};

use crate::model::Origin;
use crate::options::Options;
#[cfg(feature = "fleet")]
use crate::options::StoreUrl;

/// What to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A directory of this machine; without one, that of the user.
    Machine(Option<PathBuf>),
    /// The store at this URL, and who says so.
    #[cfg(feature = "fleet")]
    Fleet(StoreUrl, Origin),
}

impl Place {
    /// What the command line names: a directory, or a store. If it names neither, the environment
    /// may name a store.
    #[must_use]
    pub fn of(options: &Options) -> Self {
        #[cfg(feature = "fleet")]
        if let Some(place) = fleet(options, variable("TOLLGATE_FLEET")) {
            return place;
        }
        Self::Machine(options.state_dir.clone())
    }
}

#[cfg(feature = "fleet")]
fn fleet(options: &Options, variable: Option<PathBuf>) -> Option<Place> {
    if let Some(url) = &options.fleet {
        return Some(Place::Fleet(url.clone(), Origin::Fleet));
    }
    let named = variable.filter(|_| options.state_dir.is_none())?;
    let url = named.to_string_lossy().into_owned();
    (!url.is_empty()).then(|| Place::Fleet(url.into(), Origin::FleetVariable))
}

/// Who names `path`, which is where the limiter looks; `dir` is what the command line says. The limiter
/// decides which variable counts; here it is only recognised.
#[must_use]
pub fn origin(path: &Path, dir: Option<&Path>) -> Origin {
    match dir {
        Some(_) => Origin::Option,
        None => named(path, variable),
    }
}

/// A variable of this process.
#[must_use]
pub fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

/// The path from the root on.
fn absolute(path: &Path) -> PathBuf {
    // Fails for an empty path only, or without a current directory.
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn named(path: &Path, variable: impl Fn(&str) -> Option<PathBuf>) -> Origin {
    let ours = variable("TOLLGATE_STATE_DIR");
    if ours.is_some_and(|named| absolute(&named) == path) {
        return Origin::Variable;
    }
    match variable("XDG_STATE_HOME") {
        Some(home) if path.starts_with(&home) && home.is_absolute() => Origin::Xdg,
        _ => Origin::Home,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_that_names_a_directory_is_recognised() {
        let set = |ours: Option<&'static str>, xdg: Option<&'static str>| {
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
            assert_eq!(named(Path::new(path), set(ours, xdg)), expected, "{path}");
        }
    }
}
