//! From a workspace to its report.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::catalog;
use crate::date::Date;
use crate::error::Error;
use crate::facts::{self, STACK, Sources};
use crate::finding::{Finding, Rule};
use crate::names::Names;
use crate::place::Class;
use crate::report::{Allowed, Report};
use crate::rules::{self, Look};
use crate::settings::Settings;
use crate::workspace::{Package, Workspace};

/// More threads than this are no faster: cargo and the disk are then what is waited for.
const MOST_THREADS: usize = 8;

/// What to audit.
///
/// ```no_run
/// use tollgate_audit::{Audit, Date};
///
/// let today = Date::new(2026, 12, 1).unwrap();
/// let report = Audit::new(today).manifest("app/Cargo.toml").run().unwrap();
/// println!("{report}");
/// assert!(report.is_clean());
/// ```
#[derive(Clone, Debug)]
#[must_use = "an audit looks at nothing until it is run"]
pub struct Audit {
    manifest: Option<PathBuf>,
    settings: Option<PathBuf>,
    today: Date,
}

impl Audit {
    /// The workspace of the current directory. The day decides which exceptions hold.
    pub fn new(today: Date) -> Self {
        Self {
            manifest: None,
            settings: None,
            today,
        }
    }

    /// The workspace of this manifest.
    pub fn manifest(mut self, path: impl Into<PathBuf>) -> Self {
        self.manifest = Some(path.into());
        self
    }

    /// Exceptions from this file, instead of `tollgate-audit.toml` in the root of the workspace.
    pub fn settings(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings = Some(path.into());
        self
    }

    /// Reads the workspace and says what it found. Asks cargo for the manifests, without network, and
    /// reads every Rust file; writes nothing.
    ///
    /// # Errors
    ///
    /// If cargo cannot read the manifests, or the settings that were named are not there. A file of
    /// source that cannot be read is a finding.
    pub fn run(&self) -> Result<Report, Error> {
        let workspace = Workspace::read(self.manifest.as_deref())?;
        let settings = Settings::read(&workspace, self.settings.as_deref(), self.today)?;
        let sources = read_all(&workspace)?;
        with_stack(|| report(&workspace, &sources, settings))
    }
}

/// Runs something that may call itself as often as sources say.
fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    let lost = |error| Error::new("no thread can be had to look names up with", error);
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        match worker.map_err(lost)?.join() {
            Ok(done) => Ok(done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Reads all packages, several at a time.
fn read_all(workspace: &Workspace) -> Result<Vec<Sources>, Error> {
    let packages = &workspace.packages;
    let next = AtomicUsize::new(0);
    let read = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some(package) = packages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let sources = facts::of_package(&workspace.root, package);
            let mut read = read
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            read.insert(package.manifest.clone(), sources);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(MOST_THREADS).min(packages.len().max(1));
    thread::scope(|scope| {
        let started: Result<Vec<_>, _> = (0..threads)
            .map(|_| {
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, work)
            })
            .collect();
        started.map(drop)
    })
    .map_err(|error| Error::new("no thread can be had to read files with", error))?;
    let mut read = read
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let of = |package: &Package| read.remove(&package.manifest).unwrap_or_default();
    Ok(packages.iter().map(of).collect())
}

pub(crate) fn report(workspace: &Workspace, sources: &[Sources], settings: Settings) -> Report {
    let Settings {
        entries,
        clients: own,
        findings: wrong,
    } = settings;
    let mut clients = own;
    clients.extend(catalog::known());
    let look = Look {
        workspace,
        sources,
        clients: &clients,
        names: Names::new(workspace, sources, &clients),
    };
    let mut report = Report {
        packages: workspace.packages.len(),
        files: sources.iter().map(|sources| sources.files.len()).sum(),
        ..Report::default()
    };
    let mut used = vec![false; entries.len()];
    for finding in rules::findings(&look) {
        let fitting = entries.iter().position(|entry| entry.excepts(&finding));
        match fitting {
            None => report.findings.push(finding),
            Some(index) => {
                // All that fit are of use, not the first alone.
                for (used, entry) in used.iter_mut().zip(&entries) {
                    *used |= entry.excepts(&finding);
                }
                let entry = &entries[index];
                report.allowed.push(Allowed {
                    finding,
                    reason: entry.reason.clone(),
                    expires: entry.expires,
                    by: entry.place.clone(),
                });
            }
        }
    }
    report.findings.extend(wrong);
    let unused = entries.iter().zip(&used).filter(|(_, used)| !**used);
    report.findings.extend(unused.map(|(entry, _)| {
        let message = "this exception excepts nothing; remove it".to_owned();
        Finding::new(
            Rule::Allow,
            entry.place.clone(),
            "",
            Class::Manifest,
            message,
        )
    }));
    report.findings.sort();
    quote(&workspace.root, &mut report);
    report
}

/// Notes the lines that findings are in.
fn quote(root: &Path, report: &mut Report) {
    let mut wanted: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for finding in &report.findings {
        let lines = wanted.entry(finding.place.file.clone()).or_default();
        lines.push(finding.place.line);
    }
    for (file, numbers) in wanted {
        // Without its lines a finding is still one.
        let text = fs::read(root.join(&*file)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        for (index, line) in text.lines().enumerate() {
            if numbers.contains(&(index + 1)) {
                report
                    .lines
                    .insert((file.clone(), index + 1), line.to_owned());
            }
        }
    }
}
