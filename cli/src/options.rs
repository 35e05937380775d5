//! The command line.

use std::fmt;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::show::paint::Colour;

const CODES: &str = "\
Exit codes:
  0  all is well
  1  trouble: a file that cannot be read, an unpaid request, an error of the doctor, a reset not done,
     a finding of an audit with --deny, an import with --check that would change something
  2  the command line cannot be followed";

/// Shows, watches, resets and examines the budgets that tollgate's clients share on this machine,
/// audits programs for what goes past them, and imports descriptions.
///
/// All processes of one user share one file for each API and account. It is in the directory that
/// --state-dir or TOLLGATE_STATE_DIR names, and else in the user's state directory.
#[derive(Clone, Debug, Parser)]
#[command(name = "tollgate", version, after_help = CODES, after_long_help = CODES)]
pub struct Options {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// The directory of the state [default: $TOLLGATE_STATE_DIR, or the user's state directory].
    #[arg(long, global = true, value_name = "DIR")]
    pub state_dir: Option<PathBuf>,

    /// The store of a fleet, instead of this machine's state [default: $TOLLGATE_FLEET, unless there
    /// is --state-dir].
    #[cfg(feature = "fleet")]
    #[arg(long, global = true, value_name = "URL", conflicts_with = "state_dir")]
    pub fleet: Option<StoreUrl>,

    /// When to use colours; `auto` honours NO_COLOR.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        alias = "colour"
    )]
    pub color: Colour,
}

/// The URL of a store, which may hold a password: it shows itself to nobody.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl(String);

impl StoreUrl {
    /// All of it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for StoreUrl {
    fn from(url: String) -> Self {
        Self(url)
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreUrl(…)")
    }
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Shows all APIs and accounts of this user: what is left, who waits, what was counted.
    Status(Status),
    /// Shows the same live, with a short history; a log where there is no terminal.
    Watch(Watch),
    /// Forgets what an account has used: its buckets are full again, its blocks over.
    Reset(Reset),
    /// Examines the state directory, the clock and the files, and says what each finding means.
    Doctor(Doctor),
    /// Audits a cargo workspace: what in it can send a request without paying.
    Audit(Audit),
    /// Writes a description from an OpenAPI document: traits that pay for every request, and types.
    Import(Import),
}

/// The options of `status`.
#[derive(Clone, Debug, Args)]
pub struct Status {
    /// A document for programs instead of a table.
    #[arg(long)]
    pub json: bool,
    /// Only APIs whose name contains this, whatever the case.
    #[arg(long, value_name = "FILTER")]
    pub api: Option<String>,
    /// The endpoints' counters too.
    #[arg(long)]
    pub endpoints: bool,
}

/// The options of `watch`.
#[derive(Clone, Debug, Args)]
pub struct Watch {
    /// How long to wait between two looks: `500ms`, `1s`, `2m`.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = interval)]
    pub interval: Duration,
    /// Only APIs whose name contains this, whatever the case.
    #[arg(long, value_name = "FILTER")]
    pub api: Option<String>,
    /// Ends after so many looks.
    #[arg(long, value_name = "N")]
    pub count: Option<NonZeroU64>,
}

/// The options of `reset`.
#[derive(Clone, Debug, Args)]
pub struct Reset {
    /// The API: its whole name, or a part that no other has.
    pub api: Option<String>,
    /// The account: its whole name, or the beginning, if no other begins so.
    pub account: Option<String>,
    /// All accounts, or all of the API.
    #[arg(long, conflicts_with = "account")]
    pub all: bool,
    /// Does not ask.
    #[arg(long, short)]
    pub yes: bool,
}

/// The options of `doctor`.
#[derive(Clone, Debug, Args)]
pub struct Doctor {
    /// A document for programs instead of text.
    #[arg(long)]
    pub json: bool,
}

/// The options of `audit`.
#[derive(Clone, Debug, Args)]
pub struct Audit {
    /// The workspace's manifest [default: that of the current directory].
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// How to say it.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Ends with the exit code 1 if there is a finding that no exception is made for.
    #[arg(long)]
    pub deny: bool,
    /// Exceptions from this file [default: tollgate-audit.toml in the workspace].
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Writes the matching `clippy.toml` and `deny.toml` into this folder instead, `-` to show them.
    /// What is there already is left alone.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["deny", "format", "settings"])]
    pub write_config: Option<PathBuf>,
}

/// The options of `import`. The folder remembers them: the next import into it goes by them, unless it is told
/// something else.
#[derive(Clone, Debug, Args)]
pub struct Import {
    /// The document: OpenAPI 3.0, 3.1 or Swagger 2.0, as JSON or YAML. Files that it refers to are read too.
    #[arg(value_name = "DOC")]
    pub document: PathBuf,
    /// The folder of the module, such as `src/vendor`. What is generated in it is replaced; `api.rs` is written
    /// once and is yours, and other files are left alone.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Only these, and the types that they need: a tag, an operation, `GET /path`, `/repos/**`; `**` is everything.
    /// May be given several times.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub only: Vec<String>,
    /// What the vendor allows: a file, or a preset (basecamp, discord, github, stripe).
    #[arg(long, value_name = "FILE")]
    pub limits: Option<String>,
    /// The name of the client [default: made of the document's title].
    #[arg(long, value_name = "NAME", value_parser = client_name)]
    pub client: Option<String>,
    /// Enums take only the values that the document lists; otherwise others are kept as they are.
    #[arg(long)]
    pub closed_enums: bool,
    /// Dates and times are types of `jiff`; needs the feature `jiff` of `tollgate`.
    #[arg(long)]
    pub date_time: bool,
    /// Puts each group behind a cargo feature of its module's name; those that the package has to declare are
    /// listed in mod.rs.
    #[arg(long)]
    pub features: bool,
    /// Writes a package of this name, with a manifest, instead of a module: what a large API costs to check
    /// is then not paid with every change of the code beside it.
    #[arg(long, value_name = "NAME", value_parser = package_name)]
    pub package: Option<String>,
    /// Writes nothing, and ends with the exit code 1 if the folder is not up to date.
    #[arg(long)]
    pub check: bool,
    /// Writes what became of each operation to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// A name as a package has.
fn package_name(text: &str) -> Result<String, String> {
    let is_first = |letter: char| letter.is_ascii_alphabetic();
    let is_other = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    match text.starts_with(is_first) && text.chars().all(is_other) {
        true => Ok(text.to_owned()),
        false => Err("write a name as a package has, such as `github-client`".to_owned()),
    }
}

/// A name as a Rust type has.
fn client_name(text: &str) -> Result<String, String> {
    let is_first = |letter: char| letter.is_ascii_uppercase();
    let is_other = |letter: char| letter.is_ascii_alphanumeric();
    match text.starts_with(is_first) && text.chars().all(is_other) && text != "Self" {
        true => Ok(text.to_owned()),
        false => Err("write a name as a Rust type has, such as `GitHub`".to_owned()),
    }
}

/// How an audit is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text with the lines.
    #[default]
    Human,
    /// A document of this command's own.
    Json,
    /// SARIF 2.1.0, for code hosts.
    Sarif,
}

const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// A length of time with its unit.
fn interval(text: &str) -> Result<Duration, String> {
    let digits = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let millis = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        _ => return Err("write a whole number and its unit: `500ms`, `1s`, `2m`".to_owned()),
    };
    let number: u64 = number
        .parse()
        .map_err(|_| "write a whole number before the unit: `1s`".to_owned())?;
    let time = Duration::from_millis(number.saturating_mul(millis));
    match (SHORTEST..=LONGEST).contains(&time) {
        true => Ok(time),
        false => Err("it is between 100ms and a day".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Options::command().debug_assert();
    }

    #[test]
    fn an_interval_is_a_number_and_a_unit_within_bounds() {
        for (text, millis) in [
            ("100ms", 100),
            ("1s", 1_000),
            ("2 s", 2_000),
            ("2m", 120_000),
            ("1440min", 86_400_000),
        ] {
            assert_eq!(interval(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in [
            "",
            "1",
            "s",
            "99ms",
            "-1s",
            "1.5s",
            "1441m",
            "99999999999999999999s",
            "18446744073709551615m",
            "1h",
        ] {
            assert!(interval(text).is_err(), "{text}");
        }
    }
}
