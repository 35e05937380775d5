//! Fragments of `clippy.toml` and `deny.toml` that hold what the audit looks for between two audits.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand};

use crate::catalog::{self, Client};
use crate::error::Error;

/// What stands in the two files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "fragments do nothing until they are written"]
pub struct Fragments {
    clippy: String,
    deny: String,
}

/// Types and functions in modules that are doors as a whole.
const INSIDE: &[(&str, &[&str], &[&str])] = &[
    (
        "reqwest",
        &[
            "blocking::Client",
            "blocking::ClientBuilder",
            "blocking::RequestBuilder",
        ],
        &["blocking::get"],
    ),
    (
        "hyper",
        &[
            "client::conn::http1::SendRequest",
            "client::conn::http2::SendRequest",
        ],
        &[],
    ),
    (
        "hyper-util",
        &["client::legacy::Client", "client::legacy::Builder"],
        &[],
    ),
    ("curl", &["easy::Easy", "easy::Easy2", "multi::Multi"], &[]),
    ("tonic", &["transport::Channel", "transport::Endpoint"], &[]),
    ("h2", &["client::SendRequest"], &[]),
];

const REASON: &str = "requests go through the described client";

impl Fragments {
    /// For the workspace of a manifest, or of the current directory. Who in the tree of dependencies
    /// may have a client is asked of cargo, without network; if it does not know, only `tollgate` may.
    pub fn of(manifest: Option<&Path>) -> Self {
        let known = catalog::known();
        let users = graph(manifest).map(|metadata| users(&metadata));
        Self {
            clippy: clippy(&known),
            deny: deny(&known, users.as_ref()),
        }
    }

    /// For `clippy.toml`.
    #[must_use]
    pub fn clippy(&self) -> &str {
        &self.clippy
    }

    /// For `deny.toml`.
    #[must_use]
    pub fn deny(&self) -> &str {
        &self.deny
    }

    /// Writes both files into a folder, and says which. A file that is there with other contents is
    /// never written over: then nothing is written at all.
    ///
    /// # Errors
    ///
    /// If one is there already, or cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let files = [("clippy.toml", &self.clippy), ("deny.toml", &self.deny)];
        let mut missing = Vec::new();
        for (name, contents) in files {
            let path = folder.join(name);
            match fs::read_to_string(&path) {
                Ok(there) if there == *contents => {}
                Ok(_) => {
                    let text =
                        "it is there already; name another folder, and take over what you need";
                    return Err(Error::of_file("written", &path, text));
                }
                Err(error) if error.kind() == ErrorKind::NotFound => missing.push((path, contents)),
                Err(error) => return Err(Error::of_file("written", &path, error)),
            }
        }
        for (path, contents) in &missing {
            // Who has made it in the meantime keeps it.
            let file = OpenOptions::new().write(true).create_new(true).open(path);
            let written = file.and_then(|mut file| file.write_all(contents.as_bytes()));
            written.map_err(|error| Error::of_file("written", path, error))?;
        }
        Ok(missing.into_iter().map(|(path, _)| path).collect())
    }
}

fn clippy(known: &[Client]) -> String {
    let mut text = String::from(
        "# Written by `tollgate audit`: what sends without paying. Lines for crates that are in no\n# dependency tree of yours do nothing.\n",
    );
    let (types, methods): (Vec<_>, Vec<_>) = known
        .iter()
        .flat_map(names)
        .partition(|(_, is_type)| *is_type);
    for (list, names) in [("disallowed-types", types), ("disallowed-methods", methods)] {
        let _ = writeln!(text, "{list} = [");
        for (path, _) in names {
            let _ = writeln!(
                text,
                "    {{ path = \"{path}\", reason = \"{REASON}\", allow-invalid = true }},"
            );
        }
        let _ = writeln!(text, "]");
    }
    text
}

/// The types and functions of a client by their paths, and whether each is a type.
fn names(client: &Client) -> Vec<(String, bool)> {
    let krate = client.package.replace('-', "_");
    let inside = INSIDE
        .iter()
        .find(|(package, ..)| *package == client.package);
    let is_type = |name: &str| {
        let last = name.rsplit("::").next().unwrap_or_default();
        last.starts_with(|letter: char| letter.is_ascii_uppercase())
    };
    let verbs = [
        "get",
        "post",
        "put",
        "delete",
        "head",
        "patch",
        "options",
        "connect",
        "trace",
        "agent",
        "request",
        "run",
        "send",
        "send_async",
        "fetch",
        "connect_async",
    ];
    let modules = inside
        .iter()
        .flat_map(|(_, types, methods)| types.iter().chain(*methods));
    let doors = client.doors.iter().map(String::as_str);
    let doors = doors.filter(|door| is_type(door) || verbs.contains(door));
    let mut names: Vec<_> = doors.chain(modules.copied()).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    names
        .into_iter()
        .map(|name| (format!("{krate}::{name}"), is_type(name)))
        .collect()
}

fn deny(known: &[Client], users: Option<&BTreeMap<String, BTreeSet<String>>>) -> String {
    let mut text =
        String::from("# Written by `tollgate audit`: HTTP clients, and who may depend on them.\n");
    if users.is_none() {
        text.push_str(
            "# Cargo could not tell who does; run `cargo fetch`, and write this again.\n",
        );
    }
    text.push_str("[bans]\ndeny = [\n");
    for client in known {
        let package = &client.package;
        let mut wrappers: BTreeSet<&str> = BTreeSet::new();
        if package == "reqwest" {
            wrappers.insert(crate::names::CLIENT);
        }
        let others = users.and_then(|users| users.get(package));
        wrappers.extend(others.into_iter().flatten().map(String::as_str));
        let wrappers: Vec<_> = wrappers.iter().map(|name| format!("\"{name}\"")).collect();
        let _ = match wrappers.is_empty() {
            true => writeln!(text, "    {{ crate = \"{package}\" }},"),
            false => writeln!(
                text,
                "    {{ crate = \"{package}\", wrappers = [{}] }},",
                wrappers.join(", ")
            ),
        };
    }
    text.push_str("]\n");
    text
}

fn graph(manifest: Option<&Path>) -> Option<Metadata> {
    let mut command = MetadataCommand::new();
    command.other_options(["--offline".to_owned()]);
    if let Some(manifest) = manifest {
        command.manifest_path(manifest);
    }
    command.exec().ok()
}

/// Who depends on what, but for the workspace's own crates: they are whom this is for.
fn users(metadata: &Metadata) -> BTreeMap<String, BTreeSet<String>> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let name = |id| {
        let package = metadata.packages.iter().find(|package| package.id == id);
        package.map(|package| package.name.to_string())
    };
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    for node in nodes.filter(|node| !metadata.workspace_members.contains(&node.id)) {
        let Some(user) = name(node.id.clone()) else {
            continue;
        };
        for used in &node.dependencies {
            if let Some(used) = name(used.clone()) {
                users.entry(used).or_default().insert(user.clone());
            }
        }
    }
    users
}
