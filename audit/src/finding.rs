//! What the audit has to say, one by one.

use std::fmt;

use serde::Serialize;

use crate::place::{Class, Place};

/// What is wrong at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// A crate depends on a raw HTTP client.
    Dependency,
    /// A line makes or calls one.
    Call,
    /// A line names one as a type: it is held or handed on.
    Type,
    /// A crate hands one to other crates.
    Reexport,
    /// The host of a described vendor stands outside its description.
    Host,
    /// A second description of one vendor.
    Description,
    /// A bucket of one vendor is declared more than once.
    Budget,
    /// A crate can make marks of paid requests by itself.
    Mark,
    /// A file cannot be read as Rust.
    Unreadable,
    /// An exception that is not in force, or excepts nothing.
    Allow,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What kind.
    pub rule: Rule,
    /// What stands there.
    pub message: String,
    /// Why that matters, and what to do.
    pub reason: &'static str,
    /// The package of the workspace.
    pub package: String,
    /// The kind of code.
    pub class: Class,
    /// The raw client that it is about.
    pub client: Option<String>,
    /// The vendor's host that it is about.
    pub host: Option<String>,
}

impl Rule {
    /// All of them, in the order of their names in this type.
    pub const ALL: [Self; 10] = [
        Self::Dependency,
        Self::Call,
        Self::Type,
        Self::Reexport,
        Self::Host,
        Self::Description,
        Self::Budget,
        Self::Mark,
        Self::Unreadable,
        Self::Allow,
    ];

    /// Its name in settings and reports.
    ///
    /// ```
    /// assert_eq!(tollgate_audit::Rule::Reexport.name(), "reexport");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dependency => "dependency",
            Self::Call => "call",
            Self::Type => "type",
            Self::Reexport => "reexport",
            Self::Host => "host",
            Self::Description => "description",
            Self::Budget => "budget",
            Self::Mark => "mark",
            Self::Unreadable => "unreadable",
            Self::Allow => "allow",
        }
    }

    /// What it looks for, in a sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Dependency => "A crate of the workspace depends on a raw HTTP client.",
            Self::Call => "A line makes or calls a raw HTTP client.",
            Self::Type => "A line holds a raw HTTP client or hands it on.",
            Self::Reexport => "A crate hands a raw HTTP client to other crates.",
            Self::Host => "The host of a described vendor stands outside its description.",
            Self::Description => "A vendor is described more than once.",
            Self::Budget => "A bucket of one vendor is declared more than once.",
            Self::Mark => "A crate can make marks of paid requests by itself.",
            Self::Unreadable => "A file cannot be read as Rust.",
            Self::Allow => "An exception is not in force, or excepts nothing.",
        }
    }

    /// Why that matters, and what to do.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Self::Dependency => {
                "this crate can send requests that pay nothing; remove the dependency, or allow it with a reason"
            }
            Self::Call => "what is sent here pays no permit; call the described client instead",
            Self::Type => {
                "whoever holds a raw client can send without paying; hold the described client instead"
            }
            Self::Reexport => "every crate that depends on this one can send without paying",
            Self::Host => {
                "who knows the vendor's address can go past its client; take it from the description, or describe what is asked for here"
            }
            Self::Description => {
                "two descriptions of one vendor drift apart; keep one, in a crate that all others depend on"
            }
            Self::Budget => {
                "limits of one vendor that are written twice drift apart, and the stricter holds; keep one"
            }
            Self::Mark => {
                "a mark says that the door has sent a request, so only the door may make one"
            }
            Self::Unreadable => {
                "only its tokens could be looked at, if that; what it sends may be missed"
            }
            Self::Allow => "an exception has a reason, an end, and something that it excepts",
        }
    }
}

impl Finding {
    pub(crate) fn new(
        rule: Rule,
        place: Place,
        package: &str,
        class: Class,
        message: String,
    ) -> Self {
        Self {
            place,
            rule,
            message,
            reason: rule.reason(),
            package: package.to_owned(),
            class,
            client: None,
            host: None,
        }
    }

    pub(crate) fn client(mut self, client: &str) -> Self {
        self.client = Some(client.to_owned());
        self
    }

    pub(crate) fn host(mut self, host: &str) -> Self {
        self.host = Some(host.to_owned());
        self
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.rule, self.message)
    }
}
