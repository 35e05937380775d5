//! What is found, rule by rule, in what was read.

mod dependencies;
mod descriptions;
mod hosts;
mod paths;

use std::collections::HashSet;

use crate::catalog::Client;
use crate::facts::Sources;
use crate::finding::{Finding, Rule};
use crate::names::Names;
use crate::workspace::Workspace;

/// All that rules look at.
pub(crate) struct Look<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) sources: &'a [Sources],
    pub(crate) clients: &'a [Client],
    pub(crate) names: Names<'a>,
}

/// Every finding, in the order of places.
pub(crate) fn findings(look: &Look<'_>) -> Vec<Finding> {
    let described = descriptions::described(look);
    let mut findings = dependencies::findings(look);
    findings.extend(paths::findings(look));
    findings.extend(descriptions::findings(look, &described));
    findings.extend(hosts::findings(look, &described));
    findings.extend(unreadable(look));
    findings.sort();
    // A line that names one thing three times is one finding.
    let mut seen = HashSet::new();
    findings.retain(|finding| {
        let Finding {
            place,
            rule,
            client,
            host,
            ..
        } = finding;
        let what = (
            place.file.clone(),
            place.line,
            *rule,
            client.clone(),
            host.clone(),
        );
        let is_of_a_line = matches!(rule, Rule::Call | Rule::Type | Rule::Host);
        !is_of_a_line || seen.insert(what)
    });
    findings
}

fn unreadable(look: &Look<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (package, sources) in look.workspace.packages.iter().zip(look.sources) {
        for one in &sources.unreadable {
            let (place, class) = sources.place(one.spot);
            let message = format!("the file cannot be read as Rust: {}", one.why);
            findings.push(Finding::new(
                Rule::Unreadable,
                place,
                &package.name,
                class,
                message,
            ));
        }
    }
    findings
}
