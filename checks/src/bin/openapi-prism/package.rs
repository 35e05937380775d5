//! A package with an import in it, and a program that calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use serde_json::Value;
use tollgate_openapi::{Document, Limits, Options, import};

use crate::Result;
use crate::calls::Calls;

/// More than the judge can answer, so that nothing waits.
const LIMITS: &str = "[bucket.all]\nceiling = \"100_000 per second\"\n";

/// The package.
pub(crate) struct Package {
    folder: PathBuf,
}

impl Package {
    /// Imports the document, and writes the calls.
    pub(crate) fn write(path: &Path, document: &Value) -> Result<Self> {
        let stem = path.file_stem().unwrap_or_default();
        let folder = target().join("prism").join(stem);
        let mut options = Options::default();
        options.limits = Some(Limits::parse("limits.toml", LIMITS)?);
        let import = import(&Document::open(path)?, &options)?;
        let _ = fs::remove_dir_all(folder.join("src"));
        fs::create_dir_all(folder.join("src"))?;
        import.write(folder.join("src/imported"))?;
        let api = import
            .files
            .iter()
            .find(|file| file.name == "api.rs")
            .ok_or("there is no `api.rs`")?;
        let client = client(&api.text).ok_or("`api.rs` describes no client")?;
        let mut calls = Calls::new(document);
        for file in import
            .files
            .iter()
            .filter(|file| file.name.ends_with(".rs"))
        {
            calls.add(&file.text, &client)?;
        }
        fs::write(
            folder.join("src/main.rs"),
            program(&calls, &client, credential(&api.text)),
        )?;
        fs::write(folder.join("Cargo.toml"), manifest())?;
        fs::copy(workspace().join("Cargo.lock"), folder.join("Cargo.lock"))?;
        println!("{}: {} methods", path.display(), import.report.imported);
        for method in &calls.left_out {
            println!("not called: {method}: no value can be made for an argument of it");
        }
        Ok(Self { folder })
    }

    pub(crate) fn build(&self) -> Result<()> {
        match self
            .cargo(&["build", "--quiet", "--offline"])
            .status()?
            .success()
        {
            true => Ok(()),
            false => Err("the program of calls does not build".into()),
        }
    }

    /// Makes the calls. What they gave is printed where it was no answer.
    pub(crate) fn run(&self, port: u16) -> Result<()> {
        let url = format!("http://127.0.0.1:{port}");
        match self
            .cargo(&["run", "--quiet", "--offline", "--", &url])
            .status()?
            .success()
        {
            true => Ok(()),
            false => Err("the program of calls fails".into()),
        }
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::null());
        command.env("CARGO_TARGET_DIR", target().join("prism/target"));
        command
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0");
        command
    }
}

fn program(calls: &Calls<'_>, client: &str, credential: &str) -> String {
    let Calls { text, groups, .. } = calls;
    let all: String = groups
        .iter()
        .map(|group| format!("    {group}(&client).await;\n"))
        .collect();
    PROGRAM
        .replace("CLIENT", client)
        .replace(".CREDENTIAL", credential)
        .replace("ALL", all.trim())
        + text
}

const PROGRAM: &str = r#"//! Calls every method of an import once.

#![allow(warnings)]

mod imported;

use std::pin::Pin;

use futures_util::TryStreamExt as _;

#[tokio::main]
async fn main() {
    let url = std::env::args().nth(1).expect("the address");
    let client = imported::CLIENT::builder().base_url(url).CREDENTIAL.process().retry(tollgate::Retry::off()).build().expect("a client");
    ALL
}

/// A panic in one is no end of the others.
async fn call(name: &str, made: Pin<Box<dyn Future<Output = Result<(), String>> + Send>>) {
    match tokio::spawn(made).await {
        Ok(Ok(())) => {}
        Ok(Err(told)) => println!("answered: {name}: {told}"),
        Err(_) => println!("not sent: {name}: the value that the document allows is not taken"),
    }
}

fn given<T: serde::de::DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

"#;

fn manifest() -> String {
    let client = workspace().join("client");
    format!(
        "[package]\nname = \"calls\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         futures-util = {{ version = \"0.3\", default-features = false }}\n\
         serde = {{ version = \"1\", features = [\"derive\"] }}\n\
         serde_json = \"1\"\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"] }}\n\
         tollgate = {{ path = {client:?}, default-features = false }}\n"
    )
}

/// The trait under `#[tollgate::api]`.
fn client(api: &str) -> Option<String> {
    let items = syn::parse_file(api).ok()?.items;
    items.into_iter().find_map(|item| match item {
        syn::Item::Trait(api) => Some(api.ident.to_string()),
        _ => None,
    })
}

/// What the builder is given: any secret will do.
fn credential(api: &str) -> &'static str {
    let auth = api.split_once("auth = ").map_or("none", |(_, rest)| rest);
    match auth.split([',', '(', '\n']).next() {
        Some("bearer") => ".bearer(\"secret\")",
        Some("basic") => ".basic(\"user\", \"secret\")",
        Some("header") => ".key(\"secret\")",
        Some("query") => ".query_key(\"secret\")",
        Some("path") => ".path_key(\"secret\")",
        _ => "",
    }
}

fn workspace() -> PathBuf {
    let checks = Path::new(env!("CARGO_MANIFEST_DIR"));
    checks.parent().unwrap_or(checks).into()
}

fn target() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    workspace().join(target)
}
