//! Where a dependency stands in its manifest.

use toml::de::{DeTable, DeValue};

use crate::place::Place;
use crate::workspace::Dependency;

/// The place of a dependency's key in the text of a manifest; its beginning if it is not found there,
/// as with one that is inherited in a way that this does not know.
pub(crate) fn place(shown: &str, text: &str, dependency: &Dependency) -> Place {
    let found = DeTable::parse(text).ok().and_then(|manifest| {
        let tables = tables(manifest.get_ref());
        let keys = tables.into_iter().flat_map(|(kind, table)| {
            let found = table.iter().find(|(key, _)| is_key(key, dependency));
            found.map(|(key, _)| (kind == kind_of(dependency), key.span().start))
        });
        // The table of its kind first, then any.
        keys.max_by_key(|(is_kind, _)| *is_kind).map(|(_, at)| at)
    });
    match found {
        Some(at) => Place::of_byte(shown, text, at),
        None => Place::new(shown, 1, 1),
    }
}

fn is_key(key: &toml::Spanned<toml::de::DeString<'_>>, dependency: &Dependency) -> bool {
    key.get_ref().as_ref() == dependency.key
}

const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

fn kind_of(dependency: &Dependency) -> &'static str {
    match dependency.class {
        crate::place::Class::Test => KINDS[1],
        crate::place::Class::Build => KINDS[2],
        _ => KINDS[0],
    }
}

/// Every table of dependencies, also those for one platform.
fn tables<'a, 'i>(manifest: &'a DeTable<'i>) -> Vec<(&'static str, &'a DeTable<'i>)> {
    let mut tables = of_kinds(manifest);
    let targets = manifest.get("target").and_then(table);
    for (_, target) in targets.into_iter().flat_map(|targets| targets.iter()) {
        tables.extend(table(target).map(of_kinds).unwrap_or_default());
    }
    tables
}

fn of_kinds<'a, 'i>(manifest: &'a DeTable<'i>) -> Vec<(&'static str, &'a DeTable<'i>)> {
    let one = |kind: &'static str| Some((kind, manifest.get(kind).and_then(table)?));
    KINDS.into_iter().filter_map(one).collect()
}

fn table<'a, 'i>(value: &'a toml::Spanned<DeValue<'i>>) -> Option<&'a DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Class;

    #[test]
    fn a_dependency_is_found_wherever_it_may_stand() {
        let text = "[package]\nname = \"a\"\n\n[dependencies]\nweb = { package = \"reqwest\" }\n\n\
                    [dev-dependencies]\nweb.workspace = true\n\n[target.'cfg(unix)'.dependencies.ureq]\nversion = \"3\"\n";
        let place = |key: &str, class| {
            let dependency = Dependency {
                package: "x".to_owned(),
                key: key.to_owned(),
                name: key.to_owned(),
                class,
                optional: false,
                features: Vec::new(),
                default_features: true,
            };
            place("Cargo.toml", text, &dependency).to_string()
        };
        assert_eq!(place("web", Class::Code), "Cargo.toml:5:1");
        assert_eq!(place("web", Class::Test), "Cargo.toml:8:1");
        assert_eq!(place("ureq", Class::Code), "Cargo.toml:10:34");
        assert_eq!(place("curl", Class::Code), "Cargo.toml:1:1");
    }
}
