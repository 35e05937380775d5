//! Crates that depend on a raw client, by their manifests.

use std::fs;

use super::Look;
use crate::finding::{Finding, Rule};
use crate::manifest;
use crate::names::MARK;
use crate::place::Class;
use crate::workspace::{Dependency, Package};

pub(super) fn findings(look: &Look<'_>) -> Vec<Finding> {
    let packages = look.workspace.packages.iter();
    packages
        .flat_map(|package| of_package(look, package))
        .collect()
}

fn of_package(look: &Look<'_>, package: &Package) -> Vec<Finding> {
    let found: Vec<_> = package
        .dependencies
        .iter()
        .filter_map(|dependency| Some((dependency, judged(look, dependency)?)))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let shown = look.workspace.shown(&package.manifest);
    // Cargo has read it just now; without it the place is its beginning.
    let text = fs::read_to_string(&package.manifest).unwrap_or_default();
    found
        .into_iter()
        .map(|(dependency, (rule, message))| {
            let place = manifest::place(&shown, &text, dependency);
            let class = match dependency.class {
                Class::Code => Class::Manifest,
                class => class,
            };
            Finding::new(rule, place, &package.name, class, message).client(&dependency.package)
        })
        .collect()
}

fn judged(look: &Look<'_>, dependency: &Dependency) -> Option<(Rule, String)> {
    let Dependency {
        package,
        key,
        name: _,
        class,
        optional,
        features,
        default_features,
    } = dependency;
    let kind = match class {
        Class::Test => ", for tests",
        Class::Build => ", for its build script",
        _ if *optional => ", if a feature asks for it",
        _ => "",
    };
    let renamed = match key == package {
        true => String::new(),
        false => format!(" under the name `{key}`"),
    };
    if package == MARK {
        let message = format!("depends on `{package}`{renamed}{kind}, with which marks are made");
        return Some((Rule::Mark, message));
    }
    let client = look
        .clients
        .iter()
        .find(|client| client.package == *package)?;
    client.sends_with(features, *default_features).then(|| {
        let message = format!("depends on the HTTP client `{package}`{renamed}{kind}");
        (Rule::Dependency, message)
    })
}
