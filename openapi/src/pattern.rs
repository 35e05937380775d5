//! Which operations are meant: by tag, by identifier, by verb and path.

use std::collections::BTreeSet;

/// An operation, as patterns see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called<'a> {
    /// The verb in capitals.
    pub(crate) verb: &'a str,
    /// The path as the document spells it.
    pub(crate) path: &'a str,
    pub(crate) tags: &'a [String],
    /// Its `operationId`.
    pub(crate) id: Option<&'a str>,
}

/// Whether one of the patterns means this operation.
pub(crate) fn any<'p>(patterns: impl IntoIterator<Item = &'p String>, called: Called<'_>) -> bool {
    patterns.into_iter().any(|pattern| means(pattern, called))
}

/// The first of the patterns that means none of the operations.
pub(crate) fn idle<'p>(patterns: &'p BTreeSet<String>, all: &[Called<'_>]) -> Option<&'p str> {
    let mut idle = patterns
        .iter()
        .filter(|pattern| !all.iter().any(|called| means(pattern, *called)));
    idle.next().map(String::as_str)
}

/// `tag:issues`, `issues/list`, `GET /repos/*/issues`, `POST|PUT /repos/**`, `/search/**`. A `*` stands for
/// anything within a segment of the path, `**` for anything at all. A word alone is a tag or an
/// identifier.
pub(crate) fn means(pattern: &str, called: Called<'_>) -> bool {
    let has_tag = |tag: &str| called.tags.iter().any(|known| known == tag);
    if let Some(tag) = pattern.strip_prefix("tag:") {
        return has_tag(tag.trim());
    }
    if called.id == Some(pattern) || has_tag(pattern) {
        return true;
    }
    let (verbs, path) = match pattern.split_once(' ') {
        Some((verbs, path)) => (verbs, path.trim()),
        None => ("", pattern),
    };
    let is_verb = |verb: &str| verb.eq_ignore_ascii_case(called.verb);
    path.starts_with(['/', '*'])
        && (verbs.is_empty() || verbs.split('|').any(is_verb))
        && fits(path.as_bytes(), called.path.as_bytes())
}

/// Whether a path is what a pattern with `*` and `**` describes. The work is bounded by the product
/// of both lengths: from where a star was tried last, it is tried one byte further.
fn fits(pattern: &[u8], path: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // The last star: what follows it, up to where it reaches, whether it crosses slashes.
    let mut single: Option<(usize, usize)> = None;
    let mut double: Option<(usize, usize)> = None;
    loop {
        if pattern.get(p) == Some(&b'*') {
            let is_double = pattern.get(p + 1) == Some(&b'*');
            p += if is_double { 2 } else { 1 };
            match is_double {
                true => (double, single) = (Some((p, t)), None),
                false => single = Some((p, t)),
            }
            continue;
        }
        match (pattern.get(p), path.get(t)) {
            (None, None) => return true,
            (Some(wanted), Some(found)) if wanted == found => {
                p += 1;
                t += 1;
            }
            _ => {
                let further = |(_, reach): &(usize, usize)| {
                    path.get(*reach).is_some_and(|byte| *byte != b'/')
                };
                if let Some((after, reach)) = single.filter(further) {
                    single = Some((after, reach + 1));
                    (p, t) = (after, reach + 1);
                } else if let Some((after, reach)) = double.filter(|(_, reach)| *reach < path.len())
                {
                    double = Some((after, reach + 1));
                    single = None;
                    (p, t) = (after, reach + 1);
                } else {
                    return false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_means_what_it_says() {
        let tags = ["issues".to_owned(), "beta".to_owned()];
        let called = Called {
            verb: "GET",
            path: "/repos/{owner}/{repo}/issues",
            tags: &tags,
            id: Some("issues/list-for-repo"),
        };
        let table = [
            ("issues", true),
            ("tag:beta", true),
            ("tag:issues/list-for-repo", false),
            ("issues/list-for-repo", true),
            ("issues/list", false),
            ("/repos/*/*/issues", true),
            ("/repos/*/issues", false),
            ("/repos/**/issues", true),
            ("/repos/**", true),
            ("/repos/*", false),
            ("**", true),
            ("/**", true),
            ("/repos/{owner}/{repo}/issues", true),
            ("/repos/**/{repo}/*s", true),
            ("GET /repos/**", true),
            ("get /repos/**", true),
            ("POST /repos/**", false),
            ("POST|GET /repos/**", true),
            ("GET", false),
            ("", false),
        ];
        for (pattern, expected) in table {
            assert_eq!(means(pattern, called), expected, "{pattern}");
        }
    }

    #[test]
    fn a_hostile_pattern_takes_no_time() {
        let pattern = "/**a*".repeat(200);
        let path = format!("/{}", "a/".repeat(5_000));
        assert!(!fits(format!("{pattern}b").as_bytes(), path.as_bytes()));
    }
}
