//! Who says where the state is.

use serde::{Deserialize, Serialize};

/// Who says where the state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// `--state-dir`.
    #[serde(rename = "--state-dir")]
    Option,
    /// `TOLLGATE_STATE_DIR`.
    #[serde(rename = "TOLLGATE_STATE_DIR")]
    Variable,
    /// `XDG_STATE_HOME`.
    #[serde(rename = "XDG_STATE_HOME")]
    Xdg,
    /// Nobody: it is below the home directory.
    #[serde(rename = "HOME")]
    Home,
}

impl Origin {
    /// Its name, if it is worth a word: where somebody said so, other programs may be told otherwise.
    #[must_use]
    pub fn named(self) -> Option<&'static str> {
        match self {
            Self::Option => Some("--state-dir"),
            Self::Variable => Some("TOLLGATE_STATE_DIR"),
            Self::Xdg => Some("XDG_STATE_HOME"),
            Self::Home => None,
        }
    }
}
