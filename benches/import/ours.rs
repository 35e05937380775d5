//! The importer, as a user runs it, and a package around what it writes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{fs, io};

use crate::documents::Document;
use crate::package::{Package, write};
use crate::report::Report;

/// What the command did with a document.
pub(crate) struct Imported {
    pub(crate) report: Report,
    pub(crate) seconds: f64,
}

/// The command, built as it is published.
pub(crate) fn command() -> Result<PathBuf, String> {
    let workspace = workspace();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--release", "--package", "tollgate-cli"]);
    let status = build.current_dir(&workspace).status();
    if !status.is_ok_and(|status| status.success()) {
        return Err("the command `tollgate` does not build".into());
    }
    // Beside it is where cargo has put the folder for benches' files.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    Ok(target.join("release/tollgate"))
}

/// What `command` makes of a document, and the package around it, in a folder.
pub(crate) fn import(
    command: &Path,
    document: &Document,
    root: &Path,
) -> Result<(Imported, Result<Package, String>), String> {
    let folder = emptied(root, document, "tollgate")?;
    let report = folder.join("report.json");
    let mut import = imported(command, document, &folder.join("src/imported"));
    import.arg("--report").arg(&report);
    let start = Instant::now();
    let output = import.output().map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    // The status also says whether anything was reported.
    if !report.exists() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let report = read(&report).map_err(|error| error.to_string())?;
    let entry = "//! An import, and the user's own beside it.\n\npub mod imported;\npub mod own;\n";
    let package = surround(&folder, document.name, entry, &client());
    let package = package.and_then(|()| Package::open(&folder, &root.join("target")));
    Ok((Imported { report, seconds }, package))
}

/// The import in a package of its own, and the user's package beside it.
pub(crate) fn apart(command: &Path, document: &Document, root: &Path) -> Result<Package, String> {
    let folder = emptied(root, document, "apart")?;
    let beside = folder.join("imported");
    let mut import = imported(command, document, &beside);
    import.args(["--package", "imported"]);
    import.output().map_err(|error| error.to_string())?;
    let manifest = beside.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|error| error.to_string())?;
    let lines = text
        .lines()
        .map(|line| match line.starts_with("tollgate =") {
            true => client(),
            false => line.to_owned(),
        });
    write(&manifest, &lines.collect::<Vec<_>>().join("\n"))?;
    let entry = "//! The user's own beside an import.\n\npub use imported;\npub mod own;\n";
    let import = "imported = { path = \"imported\" }\n";
    surround(&folder, document.name, entry, import)?;
    Package::open(&folder, &root.join("target"))
}

/// A folder with nothing in it but one for sources.
fn emptied(root: &Path, document: &Document, name: &str) -> Result<PathBuf, String> {
    let folder = root.join(document.name).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
    Ok(folder)
}

fn imported(command: &Path, document: &Document, out: &Path) -> Command {
    let mut import = Command::new(command);
    import.arg("import").arg(&document.path);
    import.arg("--out").arg(out);
    import.arg("--limits").arg(limits());
    import
}

/// The user's own file beside the import, by the number of its change.
pub(crate) fn own(change: usize) -> String {
    format!(
        "//! The user's own.\n\n/// Changed so often.\npub fn changed() -> usize {{\n    {change}\n}}\n"
    )
}

/// The user's package: with the lock file of the workspace, so with its versions.
fn surround(folder: &Path, name: &str, entry: &str, dependency: &str) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"imported-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n\
         serde_json = \"1\"\n\
         {dependency}"
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/own.rs"), &own(0))?;
    write(&folder.join("src/lib.rs"), entry)?;
    let lock = fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"));
    lock.map(drop).map_err(|error| error.to_string())
}

/// The client as a dependency.
fn client() -> String {
    let path = workspace().join("client");
    format!("tollgate = {{ path = {path:?}, default-features = false }}\n")
}

fn read(report: &Path) -> io::Result<Report> {
    Ok(serde_json::from_slice(&fs::read(report)?)?)
}

/// Limits that any document does with.
fn limits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("import/limits.toml")
}

fn workspace() -> PathBuf {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    benches.parent().unwrap_or(benches).into()
}
