//! Imports every OpenAPI document of a folder, and looks for what an import may never do: panic,
//! write what does not parse, lose an operation, or write something else the second time.
//!
//! `cargo run --release -p tollgate-checks --bin openapi-smoke -- [DOCUMENT or FOLDER]…`
//!
//! Takes by default what `scripts/openapi-documents.sh` has taken. Prints what was not imported and
//! what was noted, by reason, and a summary as a test runner does. Fails if a document fails; one that
//! is refused as a whole does not, and is listed.
//!
//! It is here and not among the benches because it passes or fails, and here and not among the tests
//! of the importer because its documents are not in the repository.

#![allow(clippy::print_stdout, reason = "the tables are what it is for")]

mod tally;

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use tollgate_checks::imported::{Imported, complaints};
use tollgate_openapi::{Document, Import, Options, import};

use crate::tally::Tally;

fn main() -> io::Result<ExitCode> {
    let mut places: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if places.is_empty() {
        places = taken();
    }
    let mut paths = Vec::new();
    for place in places {
        documents_in(place, &mut paths)?;
    }
    if paths.is_empty() {
        println!("skipped: there are no documents; `scripts/openapi-documents.sh` takes them");
        return Ok(ExitCode::SUCCESS);
    }
    paths.sort();
    let mut tally = Tally::default();
    paths.iter().for_each(|path| examine(path, &mut tally));
    tally.print();
    Ok(match tally.failed() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// What the script has taken: large ones, many, and those of single features in three dialects.
fn taken() -> Vec<PathBuf> {
    let place = |variable| env::var_os(variable).map(PathBuf::from);
    let cache = place("XDG_CACHE_HOME").or_else(|| Some(place("HOME")?.join(".cache")));
    let folder = cache.unwrap_or_default().join("tollgate-openapi");
    let large = ["github", "discord", "forgejo", "basecamp"];
    let large = large.map(|name| folder.join(format!("{name}.json")));
    let small = ["2.0", "3.0", "3.1"];
    let small = small.map(|dialect| folder.join("packages/examples").join(dialect).join("json"));
    let many = [folder.join("directory")];
    let all = large.into_iter().chain(small).chain(many);
    all.filter(|place| place.exists()).collect()
}

/// The document, or all that are in the folder and below.
fn documents_in(place: PathBuf, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    if !place.is_dir() {
        paths.push(place);
        return Ok(());
    }
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        if path.is_dir()
            || path
                .extension()
                .is_some_and(|extension| extension == "json")
        {
            documents_in(path, paths)?;
        }
    }
    Ok(())
}

fn examine(path: &Path, tally: &mut Tally) {
    let name = path.display().to_string();
    let start = Instant::now();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| imported(path)));
    tally.took(&name, start.elapsed());
    match outcome {
        Ok(Ok((import, complaints))) => {
            tally.count(&name, &import);
            tally.complain(&name, complaints);
        }
        Ok(Err(told)) => tally.refuse(&name, told),
        // The panic itself was printed by its hook.
        Err(_) => tally.complain(&name, vec!["it panics".to_owned()]),
    }
}

/// Imports a document, and once more as into the same folder; the error says why it is refused as a whole.
fn imported(path: &Path) -> Result<(Import, Vec<String>), String> {
    let import = |names: &str| {
        let document = Document::open(path).map_err(|error| error.to_string())?;
        let mut options = Options::default();
        names.clone_into(&mut options.names);
        import(&document, &options).map_err(|error| error.to_string())
    };
    let first = import("")?;
    let names = first.files.iter().find(|file| file.name == "names.txt");
    // The second goes by the names of the first, as an import into the same folder does.
    let second = import(names.map_or("", |file| &file.text))?;
    let text = fs::read(path).map_err(|error| error.to_string())?;
    let document = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let mut complaints = complaints(&document, &told(&first));
    if first.files != second.files {
        complaints.push("the second import writes something else".to_owned());
    }
    Ok((first, complaints))
}

fn told(import: &Import) -> Imported<'_> {
    let files = import.files.iter();
    Imported {
        operations: import.report.operations,
        imported: import.report.imported,
        reported: import.report.reported.len(),
        files: files
            .map(|file| (file.name.as_str(), file.text.as_str()))
            .collect(),
    }
}
