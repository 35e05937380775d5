//! Descriptions: which hosts they describe, and which are described twice.

use std::collections::{BTreeMap, BTreeSet};

use super::Look;
use crate::facts::{Bucket, Description, Says};
use crate::finding::{Finding, Rule};
use crate::names::Target;
use crate::place::Class;

/// What is described in the workspace.
pub(super) struct Described {
    /// Every host that belongs to a vendor, and the place of its description.
    pub(super) hosts: BTreeMap<String, String>,
    /// The descriptions that are some, by package and number.
    pub(super) known: BTreeSet<(usize, usize)>,
}

/// The host of a URL with its port, in lower case; nothing for what is on this machine, or under the
/// domain that is nowhere (`.invalid`, RFC 2606 section 2), which tests describe.
fn authority(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest[..end].rsplit('@').next()?.to_ascii_lowercase();
    let host = host(&authority);
    let is_loopback = host == "localhost" || host.starts_with("127.") || host.starts_with('[');
    let is_nowhere = host.ends_with(".invalid");
    (!is_loopback && !is_nowhere && host.contains('.')).then_some(authority)
}

fn host(authority: &str) -> &str {
    authority
        .rsplit_once(':')
        .map_or(authority, |(host, _)| host)
        .trim_end_matches('.')
}

pub(super) fn described(look: &Look<'_>) -> Described {
    let mut described = Described {
        hosts: BTreeMap::new(),
        known: BTreeSet::new(),
    };
    for (package, number, description) in all(look) {
        let targets = look
            .names
            .targets(package, description.scope, description.attribute);
        let is_api = |target: &Target| matches!(target, Target::Describer(path) if path.len() == 1 && path[0] == "api");
        let (place, class) = look.sources[package].place(description.spot);
        // A fixture describes nothing that is compiled.
        if class == Class::Stray || !targets.iter().any(is_api) {
            continue;
        }
        described.known.insert((package, number));
        let urls = [&description.says.base_url]
            .into_iter()
            .chain(&description.says.others);
        for authority in urls.filter_map(|url| authority(url)) {
            let host = host(&authority).to_owned();
            described
                .hosts
                .entry(host)
                .or_insert_with(|| place.to_string());
        }
    }
    described
}

fn all<'a>(look: &'a Look<'_>) -> impl Iterator<Item = (usize, usize, &'a Description)> {
    let packages = look.sources.iter().enumerate();
    packages.flat_map(|(package, sources)| {
        let descriptions = sources.descriptions.iter().enumerate();
        descriptions.map(move |(number, description)| (package, number, description))
    })
}

pub(super) fn findings(look: &Look<'_>, described: &Described) -> Vec<Finding> {
    let mut by_vendor: BTreeMap<String, Vec<(usize, &Description)>> = BTreeMap::new();
    for (package, number, description) in all(look) {
        if !described.known.contains(&(package, number)) {
            continue;
        }
        if let Some(authority) = authority(&description.says.base_url) {
            by_vendor
                .entry(authority)
                .or_default()
                .push((package, description));
        }
    }
    let mut findings = Vec::new();
    for (vendor, mut descriptions) in by_vendor {
        // The library's comes first, whatever the order of the files.
        descriptions.sort_by_key(|(package, description)| {
            let (place, class) = look.sources[*package].place(description.spot);
            (class, place)
        });
        for (index, second) in descriptions.iter().enumerate().skip(1) {
            findings.extend(twice(look, &vendor, &descriptions[..index], *second));
        }
    }
    findings
}

/// A description of a vendor that has some already.
fn twice(
    look: &Look<'_>,
    vendor: &str,
    before: &[(usize, &Description)],
    (package, second): (usize, &Description),
) -> Vec<Finding> {
    let Some((first_package, first)) = before.first() else {
        return Vec::new();
    };
    let (place, class) = look.sources[package].place(second.spot);
    let (first_place, _) = look.sources[*first_package].place(first.spot);
    let name = &look.workspace.packages[package].name;
    let message = format!("`{vendor}` is described here and at {first_place}");
    let finding = Finding::new(Rule::Description, place, name, class, message);
    let mut findings = vec![finding.host(vendor)];
    for bucket in &second.says.buckets {
        let Some((other_package, other)) = before.iter().find_map(|(package, description)| {
            Some((*package, bucket_of(&description.says, &bucket.name)?))
        }) else {
            continue;
        };
        let (place, class) = look.sources[package].place(bucket.spot);
        let (other_place, _) = look.sources[other_package].place(other.spot);
        let Bucket {
            name: bucket_name,
            limits,
            ..
        } = bucket;
        let how = match *limits == other.limits {
            true => format!("with the same limits, as at {other_place}"),
            false => format!(
                "with other limits than at {other_place}: `{limits}` here, `{}` there",
                other.limits
            ),
        };
        let message =
            format!("bucket `{bucket_name}` of `{vendor}` is declared a second time, {how}");
        let finding = Finding::new(Rule::Budget, place, name, class, message);
        findings.push(finding.host(vendor));
    }
    findings
}

fn bucket_of<'a>(says: &'a Says, name: &str) -> Option<&'a Bucket> {
    says.buckets.iter().find(|bucket| bucket.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vendor_is_its_host_and_port() {
        for (url, expected) in [
            ("https://Api.Example.com/v1?x", Some("api.example.com")),
            (
                "https://me@api.example.com:8443",
                Some("api.example.com:8443"),
            ),
            ("api.example.com", Some("api.example.com")),
            ("http://127.0.0.1:80", None),
            ("http://localhost/x", None),
            ("http://[::1]:8080", None),
            ("http://intranet", None),
            ("http://api.invalid", None),
            ("", None),
        ] {
            assert_eq!(authority(url).as_deref(), expected, "{url}");
        }
        assert_eq!(host("api.example.com:8443"), "api.example.com");
    }
}
