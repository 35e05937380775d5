//! Where the state directory is, if nobody says otherwise.
//!
//! In: variables of the environment, as a function. Out: an absolute path. It must not touch files.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::{Error, ErrorKind};

/// The first that is there: `TOLLGATE_STATE_DIR`; `tollgate` in `XDG_STATE_HOME`; the platform's
/// place below `HOME`.
///
/// An empty value counts as none. A relative `TOLLGATE_STATE_DIR` is meant from the current
/// directory, and is refused if it begins with `~`; a relative `XDG_STATE_HOME` is ignored, as the XDG Base Directory Specification
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
        return named_directory(Path::new(&own));
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

/// The directory of that path, from the root on; a relative one is meant from the current directory.
///
/// A path that begins with `~` is refused: a shell would have put the home directory there, and nobody
/// else does. As it is written it would be a directory of that name, wherever the program runs.
pub(crate) fn named_directory(path: &Path) -> Result<PathBuf, Error> {
    let refuse = |fault: Cow<'static, str>, cure: &'static str| {
        let task = format!("find the state directory {path:?}");
        Err(Error::new(ErrorKind::Directory, task, fault, cure))
    };
    let begins_at_home =
        |first: Component<'_>| first.as_os_str().as_encoded_bytes().starts_with(b"~");
    if path.components().next().is_some_and(begins_at_home) {
        return refuse(
            "its `~` stands for nothing here: only a shell puts the home directory there, and only at the \
             beginning of an unquoted word"
                .into(),
            "write the whole path, in a shell `\"$HOME/…\"`; a directory that is really called so is `./~`",
        );
    }
    match std::path::absolute(path) {
        Ok(absolute) => Ok(absolute),
        Err(_) if path.as_os_str().is_empty() => {
            refuse("it is empty".into(), "name it by an absolute path")
        }
        Err(error) => refuse(
            format!("it is relative, and there is no current directory ({error})").into(),
            "name it by an absolute path",
        ),
    }
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
            ("HOME", "/srv/you"),
        ];
        assert_eq!(found(&all).unwrap(), Path::new("/own"));
        assert_eq!(found(&all[1..]).unwrap(), Path::new("/xdg/tollgate"));
        assert_eq!(
            found(&all[2..]).unwrap(),
            Path::new("/srv/you").join(BELOW_HOME)
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
    fn a_home_that_no_shell_spelt_out_is_refused_with_the_cure() {
        for value in ["~", "~/state", "~me/state"] {
            let error = found(&[("TOLLGATE_STATE_DIR", value)]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Directory);
            let text = error.to_string();
            assert!(text.contains(value) && text.contains("$HOME"), "{text}");
        }
        for value in ["./~", "/~", "state/~"] {
            assert!(found(&[("TOLLGATE_STATE_DIR", value)]).is_ok(), "{value}");
        }
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
