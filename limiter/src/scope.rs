//! Who shares the state of an account: this process, the machine, or a fleet of machines.

use std::fmt;
use std::path::PathBuf;

/// Who shares what an account has used, and its blocks, breakers and counters.
///
/// Within one process an account has one scope: its state in memory beside its state in a file
/// would be two budgets.
///
/// ```
/// use tollgate_limiter::Scope;
///
/// assert!(Scope::Process.is_supported());
/// assert_eq!(Scope::Process.to_string(), "process");
/// assert_eq!(Scope::Machine(Some("/var/lib/me".into())).to_string(), "machine (in /var/lib/me)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// All handles in this process, and nobody else.
    Process,
    /// All processes of this user on this machine, by way of a file in this directory; without
    /// one, in the user's state directory.
    Machine(Option<PathBuf>),
    /// All processes, on whichever machine, that name the same store.
    #[cfg(feature = "fleet")]
    Fleet(crate::Fleet),
}

impl Scope {
    /// Whether this platform has the scope. Where it has it, its state may still be out of reach:
    /// see [`StoreErrorKind`](crate::StoreErrorKind).
    #[must_use]
    pub const fn is_supported(&self) -> bool {
        match self {
            Self::Process => true,
            Self::Machine(_) => HAS_MACHINE,
            #[cfg(feature = "fleet")]
            Self::Fleet(_) => true,
        }
    }
}

/// Where files of atomics and a clock that all processes share were tried.
const HAS_MACHINE: bool = cfg!(target_os = "linux");

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Process => f.write_str("process"),
            Self::Machine(None) => f.write_str("machine"),
            Self::Machine(Some(dir)) => write!(f, "machine (in {})", dir.display()),
            #[cfg(feature = "fleet")]
            Self::Fleet(fleet) => write!(f, "fleet (at {fleet})"),
        }
    }
}
