//! `tollgate audit`: the crate `tollgate-audit` with a command line.
//!
//! In: options, and the day. Out: a report, or files of settings for other tools. What is found, and
//! why, that crate decides.

use std::path::Path;
use std::process::ExitCode;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tollgate_audit::{Audit, Date, Fragments, Report};

use crate::failure::Failure;
use crate::options::{self, Format};
use crate::output;
use crate::show::text::clean_lines;

/// Audits, or writes what other tools need.
pub(crate) fn run(options: &options::Audit) -> Result<ExitCode, Failure> {
    let options::Audit {
        manifest_path,
        format,
        deny,
        settings,
        write_config,
    } = options;
    if let Some(folder) = write_config {
        return write(manifest_path.as_deref(), folder);
    }
    let mut audit = Audit::new(today()?);
    if let Some(path) = manifest_path {
        audit = audit.manifest(path);
    }
    if let Some(path) = settings {
        audit = audit.settings(path);
    }
    let report = audit.run().map_err(Failure::trouble)?;
    output::print(&(told(&report, *format)? + "\n"))?;
    Ok(match *deny && !report.is_clean() {
        true => ExitCode::from(output::TROUBLE),
        false => ExitCode::SUCCESS,
    })
}

fn told(report: &Report, format: Format) -> Result<String, Failure> {
    match format {
        Format::Human => Ok(clean_lines(&report.to_string())),
        Format::Json => report.json().map_err(Failure::trouble),
        Format::Sarif => serde_json::to_string_pretty(&report.sarif()).map_err(Failure::trouble),
    }
}

/// The day where this machine is: whoever wrote an exception meant that one.
fn today() -> Result<Date, Failure> {
    let today = TimeZone::system().to_datetime(Timestamp::now()).date();
    let [year, month, day] = [today.year(), today.month().into(), today.day().into()];
    let part = |number: i16| u8::try_from(number).ok();
    let date = u16::try_from(year).ok().zip(part(month).zip(part(day)));
    let date = date.and_then(|(year, (month, day))| Date::new(year, month, day));
    date.ok_or_else(|| Failure::trouble("the clock of this machine says no day that there is"))
}

fn write(manifest: Option<&Path>, folder: &Path) -> Result<ExitCode, Failure> {
    let fragments = Fragments::of(manifest);
    if folder == Path::new("-") {
        let (clippy, deny) = (fragments.clippy(), fragments.deny());
        output::print(&format!("# clippy.toml\n{clippy}\n# deny.toml\n{deny}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let written = fragments.write(folder).map_err(|error| {
        Failure::trouble(error).tip("`--write-config -` shows what would be written")
    })?;
    for file in &written {
        output::complain(&format!("Wrote {}.", clean_lines(&file.to_string_lossy())));
    }
    if written.is_empty() {
        output::complain("Both files are there already, as they would be written.");
    }
    Ok(ExitCode::SUCCESS)
}
