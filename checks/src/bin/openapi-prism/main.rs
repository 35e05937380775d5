//! Lets an independent judge look at the requests of imported clients.
//!
//! `cargo run --release -p tollgate-checks --bin openapi-prism -- [DOCUMENT…]`
//!
//! Each document (by default GitHub's and the petstore's, as `scripts/openapi-documents.sh` has taken
//! them) is imported into a package of its own, which calls every method once with values that the
//! document allows. Prism serves the same document on the loopback, validates each request against it
//! by itself, and logs whether it passed. Nothing of that is ours. Prints what did not pass, and a
//! summary as a test runner does.

#![allow(clippy::print_stdout, reason = "the summary is what it is for")]

mod calls;
mod fitting;
mod operation;
mod package;
mod prism;
mod sample;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use serde_json::Value;

use crate::package::Package;
use crate::prism::{Prism, Verdict};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<ExitCode> {
    let folder = documents();
    let mut paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths = ["petstore", "github"]
            .map(|name| folder.join(format!("{name}.json")))
            .into();
    }
    let prism = folder.join("prism/node_modules/.bin/prism");
    if !prism.exists() || paths.iter().any(|path| !path.exists()) {
        println!("skipped: no documents or no judge; `scripts/openapi-documents.sh` takes them");
        return Ok(ExitCode::SUCCESS);
    }
    let mut verdicts = Vec::new();
    for path in &paths {
        let of_this = judge(path, &prism)?;
        tell(path, &of_this);
        verdicts.extend(of_this);
    }
    let Counts {
        passed,
        failed,
        ignored,
    } = Counts::of(&verdicts);
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {word}. {passed} passed; {failed} failed; {ignored} ignored");
    Ok(match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// How many requests passed, and did not.
struct Counts {
    passed: usize,
    failed: usize,
    /// Operations that ask for another credential than the client has: a client has one, and that
    /// an operation asks for another one is in the importer's report.
    ignored: usize,
}

impl Counts {
    fn of(verdicts: &[Verdict]) -> Self {
        let passed = verdicts.iter().filter(|verdict| verdict.passed).count();
        let ignored = verdicts
            .iter()
            .filter(|verdict| verdict.lacks_credential())
            .count();
        Self {
            passed,
            failed: verdicts.len() - passed - ignored,
            ignored,
        }
    }
}

/// Every request that the import of a document sent, in Prism's words.
fn judge(path: &Path, prism: &Path) -> Result<Vec<Verdict>> {
    let document: Value = serde_json::from_slice(&fs::read(path)?)?;
    let package = Package::write(path, &document)?;
    package.build()?;
    let prism = Prism::start(prism, path)?;
    package.run(prism.port())?;
    prism.verdicts()
}

fn tell(path: &Path, verdicts: &[Verdict]) {
    for verdict in verdicts.iter().filter(|verdict| !verdict.passed) {
        let word = if verdict.lacks_credential() {
            "ignored"
        } else {
            "FAILED"
        };
        println!(
            "test {} ... {word}: {}",
            verdict.request,
            verdict.reasons.join("; ")
        );
    }
    let (path, all) = (path.display(), verdicts.len());
    println!(
        "{path}: {} of {all} requests passed the judge\n",
        Counts::of(verdicts).passed
    );
}

/// The folder that the script fills.
fn documents() -> PathBuf {
    let place = |variable| env::var_os(variable).map(PathBuf::from);
    let cache = place("XDG_CACHE_HOME").or_else(|| Some(place("HOME")?.join(".cache")));
    cache.unwrap_or_default().join("tollgate-openapi")
}
