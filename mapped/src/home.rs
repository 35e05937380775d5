//! Where the state directory is, if nobody says otherwise.
//!
//! In: variables of the environment, as a function. Out: an absolute path. It must not touch files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::{Error, ErrorKind};

/// The first that is there: `TOLLGATE_STATE_DIR`; `tollgate` in `XDG_STATE_HOME`; the platform's
/// place below `HOME`.
///
/// An empty value counts as none. A relative `TOLLGATE_STATE_DIR` is meant from the current
/// directory; a relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification
/// demands ("If an implementation encounters a relative path in any of these variables it should
/// consider the path invalid and ignore it"), and so is a relative `HOME`.
pub(crate) fn state_directory(
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, Error> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let absolute = |name: &str| {
        set(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };

    if let Some(own) = set("TOLLGATE_STATE_DIR") {
        return std::path::absolute(Path::new(&own)).map_err(|source| {
            Error::new(
                ErrorKind::Directory,
                "find the directory that `TOLLGATE_STATE_DIR` names",
                format!("it is relative, and there is no current directory ({source})"),
                "set it to an absolute path",
            )
        });
    }
    if let Some(state) = absolute("XDG_STATE_HOME") {
        return Ok(state.join("tollgate"));
    }
    if let Some(home) = absolute("HOME") {
        return Ok(home.join(BELOW_HOME));
    }
    Err(Error::new(
        ErrorKind::NoHome,
        "find the state directory",
        "neither `TOLLGATE_STATE_DIR` nor an absolute `XDG_STATE_HOME` nor an absolute `HOME` is set",
        "set `TOLLGATE_STATE_DIR` to a directory of this user's",
    ))
}

const BELOW_HOME: &str = if cfg!(target_os = "macos") {
    "Library/Application Support/tollgate"
} else {
    ".local/state/tollgate"
};

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Result<PathBuf, Error> {
        state_directory(|name| {
            let (_, value) = variables.iter().find(|(known, _)| *known == name)?;
            Some(value.into())
        })
    }

    #[test]
    fn the_first_usable_variable_decides() {
        let all = [
            ("TOLLGATE_STATE_DIR", "/own"),
            ("XDG_STATE_HOME", "/xdg"),
            ("HOME", "/home/me"),
        ];
        assert_eq!(found(&all).unwrap(), Path::new("/own"));
        assert_eq!(found(&all[1..]).unwrap(), Path::new("/xdg/tollgate"));
        assert_eq!(
            found(&all[2..]).unwrap(),
            Path::new("/home/me").join(BELOW_HOME)
        );
    }

    #[test]
    fn an_empty_value_counts_as_none() {
        let empty = [
            ("TOLLGATE_STATE_DIR", ""),
            ("XDG_STATE_HOME", ""),
            ("HOME", "/h"),
        ];
        assert_eq!(found(&empty).unwrap(), Path::new("/h").join(BELOW_HOME));
    }

    #[test]
    fn a_relative_own_directory_is_meant_from_here_and_a_relative_standard_one_is_ignored() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(
            found(&[("TOLLGATE_STATE_DIR", "state")]).unwrap(),
            here.join("state")
        );
        let relative = [("XDG_STATE_HOME", "state"), ("HOME", "/h")];
        assert_eq!(found(&relative).unwrap(), Path::new("/h").join(BELOW_HOME));
    }

    #[test]
    fn without_any_of_them_the_error_names_the_cure() {
        for variables in [
            &[][..],
            &[("HOME", "")],
            &[("HOME", "somewhere"), ("XDG_STATE_HOME", "elsewhere")],
        ] {
            let error = found(variables).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NoHome);
            for name in ["HOME", "XDG_STATE_HOME", "set `TOLLGATE_STATE_DIR`"] {
                assert!(error.to_string().contains(name), "{error}");
            }
        }
    }
}
