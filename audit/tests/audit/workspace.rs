//! A workspace on the disk, for one test.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tollgate_audit::{Audit, Date, Report};

/// A workspace of several packages.
pub(crate) struct Workspace(TempDir);

/// The day of all tests.
pub(crate) const TODAY: &str = "2026-12-01";

impl Workspace {
    /// Files by their names; `NAME/Cargo.toml` of each package is made of its dependencies alone.
    pub(crate) fn new(packages: &[(&str, &str)], files: &[(&str, &str)]) -> Self {
        let workspace = Self(tempfile::tempdir().expect("a folder for the test"));
        let members: Vec<_> = packages
            .iter()
            .map(|(name, _)| format!("{name:?}"))
            .collect();
        let root = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\n",
            members.join(", ")
        );
        workspace.write("Cargo.toml", &root);
        for (name, dependencies) in packages {
            let manifest = format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n"
            );
            workspace.write(&format!("{name}/Cargo.toml"), &manifest);
        }
        for (name, contents) in files {
            workspace.write(name, contents);
        }
        workspace
    }

    /// One package, `app`, with one file.
    pub(crate) fn of_one(dependencies: &str, main: &str) -> Self {
        Self::new(&[("app", dependencies)], &[("app/src/main.rs", main)])
    }

    pub(crate) fn write(&self, name: &str, contents: &str) {
        let path = self.path().join(name);
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        fs::write(path, contents).expect("a file");
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn report(&self) -> Report {
        let today: Date = TODAY.parse().expect("a date");
        let audit = Audit::new(today).manifest(self.path().join("Cargo.toml"));
        audit.run().expect("a report")
    }

    /// `file:line rule` of every finding, without those of manifests.
    pub(crate) fn lines(&self) -> Vec<String> {
        lines(&self.report())
    }
}

pub(crate) fn lines(report: &Report) -> Vec<String> {
    let findings = report.findings().iter();
    let of_source = findings.filter(|finding| finding.place.file.ends_with(".rs"));
    of_source
        .map(|finding| {
            format!(
                "{}:{} {}",
                finding.place.file, finding.place.line, finding.rule
            )
        })
        .collect()
}
