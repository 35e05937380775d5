//! One door: which words may stand where in the client's sources, and how often.
//!
//! Requests leave by one function that takes a permit by value. Types keep the permit honest;
//! what types cannot say is that there is no second function, and that the HTTP library was
//! told not to send on its own. Both are counts over the sources.

use std::collections::BTreeMap;

use crate::Source;

/// How often a pattern may stand in which files. Everywhere else it must not stand at all.
#[derive(Debug)]
pub struct Rule {
    /// The pattern, in Rust's tokens.
    pub pattern: &'static str,
    /// The files below `client/src`, each with the exact number; [`ANY`] for any.
    pub places: &'static [(&'static str, usize)],
    /// What would be wrong.
    pub reason: &'static str,
}

/// Any number of times, also none.
pub const ANY: usize = usize::MAX;

const SEALED: &str = "wire/sealed.rs";
const DOOR: &str = "wire/door.rs";

/// The rules over `client/src`.
pub const RULES: &[Rule] = &[
    Rule {
        pattern: "reqwest",
        places: &[
            ("wire/body.rs", ANY),
            (DOOR, ANY),
            (SEALED, ANY),
            ("error/build.rs", ANY),
        ],
        reason: "only the wire knows the HTTP library, and one error that hides it",
    },
    Rule {
        pattern: "wire::send(",
        places: &[("call/admitted.rs", 1)],
        reason: "the door has one call site",
    },
    Rule {
        pattern: "send",
        places: &[(DOOR, 1), ("wire/mod.rs", 1), ("call/admitted.rs", 1)],
        reason: "the door is defined once, exported once, and reached under no other path; \
                 a `send` of something else is added here",
    },
    Rule {
        pattern: ".execute(",
        places: &[(SEALED, 1), (DOOR, 1)],
        reason: "the HTTP library is executed by the sealed client, and that by the door",
    },
    Rule {
        pattern: "http.execute(",
        places: &[(SEALED, 1)],
        reason: "the HTTP library is executed in one place",
    },
    Rule {
        pattern: "permit: Permit,",
        places: &[(DOOR, 1), ("call/admitted.rs", 2), ("call/ready.rs", 1)],
        reason: "a permit is handed on by value: admission, the exchange, the door",
    },
    Rule {
        pattern: "&Permit",
        places: &[("wire/connect.rs", 1), ("call/admitted.rs", 1)],
        reason: "a permit is lent for its mark and for the ledger, which pay nothing, and for \
                 nothing else",
    },
    Rule {
        pattern: ".spend(",
        places: &[(DOOR, 1)],
        reason: "a permit is spent by the door",
    },
    Rule {
        pattern: "mark::put(",
        places: &[(DOOR, 1)],
        reason: "a mark says that a permit was spent for this very request, which only the door knows",
    },
    Rule {
        pattern: "tollgate_mark",
        places: &[("wire/mark.rs", ANY)],
        reason: "whoever knows the key could mark what was not paid",
    },
    Rule {
        pattern: ".acquire(",
        places: &[("call/ready.rs", 1)],
        reason: "a permit is asked for in one place",
    },
    Rule {
        pattern: ".not_sent(",
        places: &[(DOOR, 1)],
        reason: "only the door knows that nothing was sent",
    },
    Rule {
        pattern: "reqwest::Client",
        places: &[(SEALED, 2)],
        reason: "the raw client has one field and one builder",
    },
    Rule {
        pattern: "reqwest::Client::builder(",
        places: &[(SEALED, 1)],
        reason: "the raw client is built in one place, sealed",
    },
    Rule {
        pattern: ".redirect(",
        places: &[(SEALED, 1)],
        reason: "a second setting would undo the first",
    },
    Rule {
        pattern: ".redirect(reqwest::redirect::Policy::none())",
        places: &[(SEALED, 1)],
        reason: "a redirect that the library follows is an unpaid request",
    },
    Rule {
        pattern: ".retry(",
        // The other one hands on a setting of ours.
        places: &[(SEALED, 1), ("options.rs", 1)],
        reason: "a second setting would undo the first",
    },
    Rule {
        pattern: ".retry(reqwest::retry::never())",
        places: &[(SEALED, 1)],
        reason: "a request that the library sends again is unpaid",
    },
    Rule {
        pattern: ".no_proxy()",
        places: &[(SEALED, 1)],
        reason: "a proxy of the environment may send again, and sees credentials",
    },
    Rule {
        pattern: ".referer(false)",
        places: &[(SEALED, 1)],
        reason: "a referer leaks the query",
    },
    Rule {
        pattern: "RequestBuilder",
        places: &[],
        reason: "it holds a client",
    },
    Rule {
        pattern: "blocking",
        places: &[],
        reason: "the blocking client is another sender",
    },
    // Not the word alone: weak references are upgraded too.
    Rule {
        pattern: ".upgrade(",
        places: &[],
        reason: "an upgraded connection is a raw socket",
    },
    Rule {
        pattern: "Response::upgrade",
        places: &[],
        reason: "an upgraded connection is a raw socket",
    },
    Rule {
        pattern: "upgrade::",
        places: &[],
        reason: "an upgraded connection is a raw socket",
    },
    Rule {
        pattern: "try_clone",
        places: &[],
        reason: "a copied request would be sent twice",
    },
];

/// What the sources say against the rules, one line each; empty if all is well.
#[must_use]
pub fn violations(sources: &[Source], rules: &[Rule]) -> Vec<String> {
    rules
        .iter()
        .flat_map(|rule| rule.violations(sources))
        .collect()
}

impl Rule {
    fn violations(&self, sources: &[Source]) -> Vec<String> {
        let mut expected: BTreeMap<&str, usize> = self.places.iter().copied().collect();
        let mut found = Vec::new();
        for source in sources {
            let allowed = expected.remove(source.path.as_str()).unwrap_or(0);
            let count = source.count(self.pattern);
            if allowed != ANY && count != allowed {
                found.push(self.complaint(&source.path, count, allowed));
            }
        }
        // A file that was renamed away must not take its rule with it.
        let missing = expected.keys().map(|path| {
            format!(
                "{path} does not exist, and the rule for `{}` names it",
                self.pattern
            )
        });
        found.extend(missing);
        found
    }

    fn complaint(&self, path: &str, count: usize, allowed: usize) -> String {
        let Self {
            pattern, reason, ..
        } = self;
        format!("{path}: `{pattern}` stands here {count} times instead of {allowed}: {reason}")
    }
}
