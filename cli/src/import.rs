//! `tollgate import`: the crate `tollgate-openapi` with a command line.
//!
//! In: options. Out: files in a folder, and what became of the document's operations. What is written,
//! and why, that crate decides.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use tollgate_openapi::{Difference, Document, Import, Limits, Options, Reason, Report};

use crate::failure::Failure;
use crate::options;
use crate::output;
use crate::show::text::clean_lines;

/// How many operations that are not imported are shown one by one.
const SHOWN: usize = 20;

/// Above how many operations a check of the package around them takes more than about a second.
const LARGE: usize = 150;

/// Imports, or checks whether an import would change anything.
pub(crate) fn run(options: &options::Import) -> Result<ExitCode, Failure> {
    if options.document.to_string_lossy().contains("://") {
        let shown = options.document.display();
        return Err(Failure::usage(format!("{shown} is no file"))
            .tip("nothing is fetched: download the document, and name the file"));
    }
    let document = Document::open(&options.document).map_err(Failure::trouble)?;
    let asked = asked(options)?;
    let import = tollgate_openapi::import(&document, &asked).map_err(Failure::trouble)?;
    if let Some(path) = &options.report {
        let text = serde_json::to_string_pretty(&import.report).map_err(Failure::trouble)?;
        fs::write(path, text + "\n").map_err(|error| {
            Failure::trouble(format!("writing the report to {}: {error}", path.display()))
        })?;
    }
    if options.check {
        return check(&import, &options.out);
    }
    let changes = import.write(&options.out).map_err(Failure::trouble)?;
    let mut text = summary(document.title(), &import.report);
    if import.report.imported > LARGE && asked.package.is_none() {
        text.push_str(
            "  note: the compiler goes through all of this with every change of the package around it; \
             `--package NAME` writes a package of its own, which is checked once\n",
        );
    }
    text.push_str(&written(&changes, &options.out));
    output::print(&(clean_lines(text.trim_end()) + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The options as the library takes them: those of the last import into the folder, and what the
/// command line says.
fn asked(options: &options::Import) -> Result<Options, Failure> {
    let mut asked = Options::resume(&options.out).map_err(Failure::trouble)?;
    if !options.only.is_empty() {
        asked.only = options.only.iter().cloned().collect();
    }
    if options.client.is_some() {
        asked.client.clone_from(&options.client);
    }
    if options.package.is_some() {
        asked.package.clone_from(&options.package);
    }
    asked.closed_enums |= options.closed_enums;
    asked.date_time |= options.date_time;
    asked.features |= options.features;
    if let Some(named) = &options.limits {
        asked.limits = Some(limits(named)?);
    }
    Ok(asked)
}

/// A file, or, where there is none of that name, a preset.
fn limits(named: &str) -> Result<Limits, Failure> {
    match Limits::preset(named) {
        Some(preset) if !Path::new(named).exists() => Ok(preset),
        _ => Limits::open(named).map_err(|error| {
            let is_missing = matches!(error, tollgate_openapi::Error::File { .. });
            let failure = Failure::trouble(error);
            match is_missing {
                true => failure.tip(format!(
                    "name a file, or one of the presets: {}",
                    Limits::PRESETS.join(", ")
                )),
                false => failure,
            }
        }),
    }
}

fn check(import: &Import, folder: &Path) -> Result<ExitCode, Failure> {
    let differences = import.check(folder).map_err(Failure::trouble)?;
    if differences.is_empty() {
        output::print(&(clean_lines(&format!("{} is up to date.", folder.display())) + "\n"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("{} is not what this document gives:\n", folder.display());
    for difference in &differences {
        let _ = writeln!(text, "  {difference}");
    }
    text.push_str("Run the same command without `--check`, and look at what changed.\n");
    output::print(&(clean_lines(text.trim_end()) + "\n"))?;
    Ok(ExitCode::from(output::TROUBLE))
}

/// How much of the document is imported, and why not all of it.
fn summary(title: &str, report: &Report) -> String {
    let mut text = format!(
        "{title}: {} operations, {} imported, {} not; {} lines.\n",
        report.operations,
        report.imported,
        report.reported.len(),
        report.lines
    );
    for entry in report.reported.iter().take(SHOWN) {
        let _ = writeln!(
            text,
            "  {} is not imported ({}): {} at {}",
            entry.operation, entry.reason, entry.detail, entry.pointer
        );
    }
    if report.reported.len() > SHOWN {
        let _ = writeln!(
            text,
            "  … and {} more, in unimported.md",
            report.reported.len() - SHOWN
        );
    }
    // What the user has to do something about.
    let urgent = [Reason::Limits, Reason::Kept];
    for note in report
        .notes
        .iter()
        .filter(|note| urgent.contains(&note.reason))
    {
        let _ = writeln!(text, "  note: {}", note.detail);
    }
    let mut kinds = BTreeMap::new();
    for note in &report.notes {
        *kinds.entry(note.reason.to_string()).or_insert(0_usize) += 1;
    }
    let kinds: Vec<_> = kinds
        .iter()
        .map(|(kind, count)| format!("{kind} {count}"))
        .collect();
    if !kinds.is_empty() {
        let _ = writeln!(
            text,
            "  worth a look, in unimported.md: {}",
            kinds.join(", ")
        );
    }
    text
}

fn written(changes: &[Difference], folder: &Path) -> String {
    let count = |is: fn(&Difference) -> bool| changes.iter().filter(|change| is(change)).count();
    let new = count(|change| matches!(change, Difference::New(_)));
    let gone = count(|change| matches!(change, Difference::Gone(_)));
    let changed = changes.len() - new - gone;
    format!(
        "{}: {new} files new, {changed} changed, {gone} removed.\n",
        folder.display()
    )
}
