//! Who sent a request, as far as it can be told.

use std::fmt;

/// A process of this machine.
///
/// ```
/// use tollgate_testkit::Process;
///
/// let process = Process::new(7, Some("shop".to_owned()));
/// assert_eq!(process.to_string(), "shop (7)");
/// assert_eq!(Process::new(7, None).to_string(), "process 7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Process {
    id: u32,
    name: Option<String>,
}

/// Who sent a request.
///
/// ```
/// use tollgate_testkit::{Caller, Process};
///
/// let caller = Caller::new(Some("curl/8".to_owned()), Some(Process::new(7, Some("cron".to_owned()))));
/// assert_eq!(caller.to_string(), "cron (7), user agent `curl/8`");
/// assert_eq!(Caller::default().to_string(), "unknown");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Caller {
    user_agent: Option<String>,
    process: Option<Process>,
}

impl Process {
    /// A process by its number, and the name of its program.
    #[must_use]
    pub fn new(id: u32, name: Option<String>) -> Self {
        Self { id, name }
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The name of its program, where the operating system tells.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

impl Caller {
    /// By the header `User-Agent` and the process at the other end of the connection.
    #[must_use]
    pub fn new(user_agent: Option<String>, process: Option<Process>) -> Self {
        Self {
            user_agent,
            process,
        }
    }

    /// What the request says in `User-Agent`.
    #[must_use]
    pub fn user_agent(&self) -> Option<&str> {
        self.user_agent.as_deref()
    }

    /// The process that sent it. Of a paid request it is the one that the key was given to; of any
    /// other the one that had the other end of the connection, where there is a `/proc` that says so
    /// and the connection was still open.
    #[must_use]
    pub fn process(&self) -> Option<&Process> {
        self.process.as_ref()
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name} ({})", self.id),
            None => write!(f, "process {}", self.id),
        }
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.process, &self.user_agent) {
            (None, None) => f.write_str("unknown"),
            (Some(process), None) => write!(f, "{process}, without a user agent"),
            (None, Some(agent)) => write!(f, "user agent `{agent}`"),
            (Some(process), Some(agent)) => write!(f, "{process}, user agent `{agent}`"),
        }
    }
}
