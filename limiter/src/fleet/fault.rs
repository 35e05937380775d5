//! Why the store did not answer as it should.
//!
//! In comes what the protocol library says, out goes one of few kinds, a text without secrets, and
//! whether what was asked may have been done. Knows nothing of buckets.

use std::fmt;
use std::time::Duration;

use redis::{ErrorKind, RedisError};

/// What stands between a fleet and its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreFault {
    /// There is no connection: it is refused or broken off, or there is no such host.
    Unreachable,
    /// Nothing came back within the timeout.
    Silent,
    /// The password is wrong or missing, or the user may not do what has to be done.
    Denied,
    /// It is a replica, which takes no writes.
    ReadOnly,
    /// It has no scripts, or is too old for this one.
    Version,
    /// It says that it cannot do it now: it is loading, full, busy, or its cluster is not whole.
    Busy,
    /// What it answers makes no sense.
    Answer,
}

impl StoreFault {
    /// Whether it does not go away by itself.
    pub(crate) const fn is_lasting(self) -> bool {
        matches!(self, Self::Denied | Self::Version)
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Unreachable => "there is no connection to the store",
            Self::Silent => "the store does not answer",
            Self::Denied => "the store wants another password, or lets this user do too little",
            Self::ReadOnly => "the store is a replica, which takes no writes",
            Self::Version => "the store has no scripts, or is too old for this one",
            Self::Busy => "the store cannot do it now",
            Self::Answer => "the store answers what makes no sense",
        }
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// One failure of the store.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    kind: StoreFault,
    text: String,
    may_have_run: bool,
}

/// What had been done when something failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing but making a connection.
    Connecting,
    /// A request was on its way.
    Asking,
}

impl Fault {
    pub(super) fn new(kind: StoreFault, stage: Stage, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            may_have_run: stage == Stage::Asking,
        }
    }

    /// Nothing came back in time.
    pub(super) fn silent(stage: Stage, patience: Duration) -> Self {
        let text = format!("no answer within {patience:?}");
        Self::new(StoreFault::Silent, stage, text)
    }

    /// An answer that is not what the script answers.
    pub(crate) fn answer(text: impl Into<String>) -> Self {
        Self::new(StoreFault::Answer, Stage::Asking, text)
    }

    /// What the protocol library says went wrong.
    pub(super) fn of(error: &RedisError, stage: Stage) -> Self {
        let code = code_of(error);
        let kind = kind_of(error, code);
        let sent = match code {
            Some(code) if stage == Stage::Asking && !is_refusal(code) => Stage::Asking,
            Some(_) => Stage::Connecting,
            None => stage,
        };
        Self::new(kind, sent, text_of(error, kind, code))
    }

    pub(crate) fn kind(&self) -> StoreFault {
        self.kind
    }

    /// Whether what was asked may have been done, though nobody knows what came of it.
    pub(crate) fn may_have_run(&self) -> bool {
        self.may_have_run
    }

    /// Whether the connection is of no more use: what comes next on it may belong to something
    /// else, or it is gone.
    pub(super) fn ends_connection(&self) -> bool {
        match self.kind {
            StoreFault::Unreachable | StoreFault::Silent | StoreFault::Denied => true,
            // After a failover the same name leads to another server.
            StoreFault::ReadOnly => true,
            StoreFault::Version | StoreFault::Busy | StoreFault::Answer => false,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.text)
    }
}

/// What the server answered in capitals. Old servers wrap what a script was told in `ERR`.
fn code_of(error: &RedisError) -> Option<&str> {
    let code = error.code()?;
    let detail = error.detail().unwrap_or_default();
    let wrapped = || CODES.iter().find(|code| names(detail, code)).copied();
    match code {
        "ERR" => wrapped().or(Some(code)),
        _ => Some(code),
    }
}

/// Codes that are looked for in the text of others.
const CODES: [&str; 8] = [
    "READONLY",
    "OOM",
    "NOPERM",
    "NOAUTH",
    "MISCONF",
    "NOREPLICAS",
    "MASTERDOWN",
    "CLUSTERDOWN",
];

fn names(detail: &str, code: &str) -> bool {
    let mut words = detail.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| word == code)
}

/// Whether the server says so instead of running anything.
fn is_refusal(code: &str) -> bool {
    matches!(
        code,
        "NOAUTH"
            | "WRONGPASS"
            | "LOADING"
            | "BUSY"
            | "MASTERDOWN"
            | "CLUSTERDOWN"
            | "MOVED"
            | "ASK"
            | "TRYAGAIN"
            | "CROSSSLOT"
            | "NOSCRIPT"
            | "READONLY"
    )
}

fn kind_of(error: &RedisError, code: Option<&str>) -> StoreFault {
    if let Some(code) = code {
        return kind_of_code(code, error.detail().unwrap_or_default());
    }
    match error.kind() {
        ErrorKind::AuthenticationFailed => StoreFault::Denied,
        ErrorKind::Parse | ErrorKind::UnexpectedReturnType => StoreFault::Answer,
        ErrorKind::RESP3NotSupported => StoreFault::Version,
        _ if error.is_timeout() => StoreFault::Silent,
        _ => StoreFault::Unreachable,
    }
}

fn kind_of_code(code: &str, detail: &str) -> StoreFault {
    match code {
        "NOAUTH" | "WRONGPASS" | "NOPERM" => StoreFault::Denied,
        "READONLY" => StoreFault::ReadOnly,
        "LOADING" | "BUSY" | "MASTERDOWN" | "CLUSTERDOWN" | "TRYAGAIN" | "MOVED" | "ASK"
        | "OOM" | "MISCONF" | "NOREPLICAS" => StoreFault::Busy,
        // Who has said no password may send no more than a few short words.
        "ERR" if detail.contains("unauthenticated") => StoreFault::Denied,
        "ERR" if is_of_old(detail) => StoreFault::Version,
        "ERR" if detail.contains("max number of clients") => StoreFault::Busy,
        _ => StoreFault::Answer,
    }
}

/// What servers answer who do not know a command, or a call within a script.
fn is_of_old(detail: &str) -> bool {
    let detail = detail.to_ascii_lowercase();
    let words = [
        "unknown command",
        "unknown redis command",
        "write commands not allowed after non deterministic",
        "not allowed from script",
    ];
    words.iter().any(|words| detail.contains(words))
}

/// Says what happened without what may hold a password: servers repeat what they do not understand.
fn text_of(error: &RedisError, kind: StoreFault, code: Option<&str>) -> String {
    match (kind, code) {
        (StoreFault::Denied, Some(code)) => code.to_owned(),
        (StoreFault::Denied, None) => "the password was refused".to_owned(),
        (_, Some(code)) => {
            let detail: String = error
                .detail()
                .unwrap_or_default()
                .chars()
                .take(200)
                .collect();
            let detail = detail
                .split("args beginning with")
                .next()
                .unwrap_or_default();
            format!("{code} {}", detail.trim_end_matches([',', ' ']))
        }
        (_, None) if error.is_io_error() => error.to_string(),
        (_, None) => error.category().to_owned(),
    }
}
