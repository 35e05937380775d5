//! Exceptions and further clients: `tollgate-audit.toml`, or the workspace's metadata.
//!
//! In: the texts of these files and the day. Out: the exceptions that are in force, and a finding for
//! each that is not. Nothing here is an error that ends the audit: what cannot be understood excepts
//! nothing, and says so.

mod entry;
mod glob;

use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::catalog::Client;
use crate::date::Date;
use crate::error::Error;
use crate::finding::{Finding, Rule};
use crate::place::{Class, Place};
use crate::workspace::{Workspace, shown};

pub(crate) use self::entry::Entry;

/// The file of exceptions, in the root of the workspace.
pub(crate) const FILE: &str = "tollgate-audit.toml";

/// The table of the workspace's metadata.
const METADATA: &str = "tollgate-audit";

/// What was set.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) entries: Vec<Entry>,
    pub(crate) clients: Vec<Client>,
    /// What is wrong with the settings.
    pub(crate) findings: Vec<Finding>,
}

impl Settings {
    /// Reads the settings of a workspace, or of the file that is named instead.
    pub(crate) fn read(
        workspace: &Workspace,
        named: Option<&Path>,
        today: Date,
    ) -> Result<Self, Error> {
        let mut settings = Self::default();
        let usual = workspace.root.join(FILE);
        let file = named.unwrap_or(&usual);
        if named.is_some() || file.exists() {
            let text =
                fs::read_to_string(file).map_err(|error| Error::of_file("read", file, error))?;
            let source = Source {
                shown: &shown(&workspace.root, file),
                text: &text,
                today,
            };
            settings.file(&source);
        }
        let manifest = workspace.root.join("Cargo.toml");
        // Cargo has read it just now.
        let text = fs::read_to_string(&manifest).unwrap_or_default();
        let source = Source {
            shown: &shown(&workspace.root, &manifest),
            text: &text,
            today,
        };
        settings.metadata(&source);
        Ok(settings)
    }

    fn file(&mut self, source: &Source<'_>) {
        match DeTable::parse(source.text) {
            Ok(table) => self.table(source, table.get_ref()),
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                let message = format!("the file is no TOML: {}", error.message());
                self.findings.push(source.finding(at, message));
            }
        }
    }

    fn metadata(&mut self, source: &Source<'_>) {
        let Ok(manifest) = DeTable::parse(source.text) else {
            return;
        };
        for owner in ["workspace", "package"] {
            let metadata = manifest.get_ref().get(owner).and_then(table);
            let metadata = metadata.and_then(|owner| table(owner.get("metadata")?));
            if let Some(own) = metadata.and_then(|metadata| table(metadata.get(METADATA)?)) {
                self.table(source, own);
            }
        }
    }

    fn table(&mut self, source: &Source<'_>, own: &DeTable<'_>) {
        for (key, value) in own {
            let name = key.get_ref().as_ref();
            if !matches!(name, "allow" | "client") {
                let message = format!("there is no `{name}`; there are `allow` and `client`");
                self.findings
                    .push(source.finding(key.span().start, message));
                continue;
            }
            let DeValue::Array(list) = value.get_ref() else {
                let message = format!("`{name}` is a list of tables: `[[{name}]]`");
                self.findings
                    .push(source.finding(key.span().start, message));
                continue;
            };
            for element in list.iter() {
                self.element(source, name, element);
            }
        }
    }

    fn element(&mut self, source: &Source<'_>, name: &str, element: &Spanned<DeValue<'_>>) {
        let at = element.span().start;
        let DeValue::Table(fields) = element.get_ref() else {
            let message = format!("`{name}` is a list of tables: `[[{name}]]`");
            return self.findings.push(source.finding(at, message));
        };
        match name {
            "client" => match entry::client(fields) {
                Ok(client) => self.clients.push(client),
                Err(wrong) => self
                    .findings
                    .push(source.finding(wrong.at.unwrap_or(at), wrong.text)),
            },
            _ => match entry::allow(fields, source.place(at), source.today) {
                Ok(entry) => self.entries.push(entry),
                Err(wrong) => {
                    let findings = wrong
                        .into_iter()
                        .map(|wrong| source.finding(wrong.at.unwrap_or(at), wrong.text));
                    self.findings.extend(findings);
                }
            },
        }
    }
}

/// A text with settings.
struct Source<'a> {
    shown: &'a str,
    text: &'a str,
    today: Date,
}

impl Source<'_> {
    fn place(&self, at: usize) -> Place {
        Place::of_byte(self.shown, self.text, at)
    }

    fn finding(&self, at: usize, message: String) -> Finding {
        Finding::new(Rule::Allow, self.place(at), "", Class::Manifest, message)
    }
}

fn table<'a, 'i>(value: &'a Spanned<DeValue<'i>>) -> Option<&'a DeTable<'i>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SETTINGS: &str = "# Exceptions.\n[[allow]]\nrule = \"call\"\nclass = \"test\"\npath = \"a/**/*.rs\"\nreason = \"é\"\nexpires = 2027-01-01\n\n[[client]]\npackage = \"x\"\ndoors = [\"a::b\", 3]\n[other]\n";

    fn read(text: &str) -> Settings {
        let mut settings = Settings::default();
        let source = Source {
            shown: "settings",
            text,
            today: "2026-12-01".parse().expect("a day"),
        };
        settings.file(&source);
        settings.metadata(&source);
        settings
    }

    #[test]
    fn settings_that_end_anywhere_are_no_trouble() {
        let all = read(SETTINGS);
        assert_eq!(
            (all.entries.len(), all.clients.len(), all.findings.len()),
            (1, 1, 1)
        );
        for end in (0..SETTINGS.len()).filter(|end| SETTINGS.is_char_boundary(*end)) {
            let _ = read(&SETTINGS[..end]);
        }
    }

    proptest! {
        #[test]
        fn nor_are_soups(words in prop::collection::vec(prop::sample::select(&["[[allow]]\n", "[[client]]\n", "[workspace.metadata.tollgate-audit]\n", "allow", "rule", "expires", "=", "\"", "[", "]", "{", "}", "1979-05-27", "\n", "é", ".", ",", "'''"][..]), 0..40)) {
            let _ = read(&words.concat());
        }
    }
}
