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
    /// `--fleet`: a store.
    #[serde(rename = "--fleet")]
    Fleet,
    /// `TOLLGATE_FLEET`: a store.
    #[serde(rename = "TOLLGATE_FLEET")]
    FleetVariable,
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
            Self::Fleet => Some("--fleet"),
            Self::FleetVariable => Some("TOLLGATE_FLEET"),
        }
    }

    /// Whether that is the store of a fleet, and no directory.
    #[must_use]
    pub const fn is_fleet(self) -> bool {
        matches!(self, Self::Fleet | Self::FleetVariable)
    }
}
