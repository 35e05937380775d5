//! Other generators, as their own documentation says they are used.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

use tollgate_benches::Methods;

use crate::documents::{Document, folder};
use crate::package::{Package, sum};

/// Seconds after which a generator is given up.
const PATIENCE: &str = "120";

/// A generator.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    binary: &'static str,
    /// Starts it on a document, to write into a folder.
    command: fn(&mut Command, &Path, &Path),
    /// Makes a package of what it has written.
    package: fn(&Path) -> io::Result<()>,
    /// Tells the methods in what it has written.
    methods: Methods,
}

/// What one has written.
pub(crate) struct Written {
    /// One for each operation.
    pub(crate) methods: usize,
    /// Or what cargo said of its dependencies.
    pub(crate) package: Result<Package, String>,
}

/// All that are compared with.
static PEERS: [Peer; 3] = [
    Peer {
        name: "progenitor",
        binary: "cargo-progenitor",
        command: |command, document, folder| {
            command.arg("progenitor").arg("--input").arg(document);
            command.arg("--output").arg(folder);
            command.args(["--name", "generated", "--version", "0.0.0"]);
        },
        package: as_workspace,
        methods: Methods {
            named: "///Sends a `",
            beside: &[],
        },
    },
    Peer {
        name: "openapi-to-rust",
        binary: "openapi-to-rust",
        command: |command, document, folder| {
            command.arg("generate").arg(document);
            command.arg("--output-dir").arg(folder.join("src/api"));
            command.args(["--module-name", "api"]);
        },
        package: |folder| {
            let needed = fs::read_to_string(folder.join("src/api/REQUIRED_DEPS.toml"))?;
            let head = "[package]\nname = \"generated\"\nversion = \"0.0.0\"\nedition = \"2024\"";
            fs::write(folder.join("Cargo.toml"), format!("{head}\n\n{needed}"))?;
            fs::write(folder.join("src/lib.rs"), "pub mod api;\n")?;
            as_workspace(folder)
        },
        methods: Methods {
            named: "/// `",
            // One more for each type of an answer or a body, and calls of one's own webhooks.
            beside: &[
                "///Select `",
                "///Send a raw body ",
                "/// `POST /__webhook__/",
            ],
        },
    },
    Peer {
        name: "oas3-gen",
        binary: "oas3-gen",
        command: |command, document, folder| {
            command.args(["generate", "client-mod", "--workspace"]);
            command
                .arg("--input")
                .arg(document)
                .arg("--output")
                .arg(folder);
        },
        package: as_workspace,
        methods: Methods {
            named: "/// * Path: `",
            beside: &[],
        },
    },
];

/// So that no manifest in a folder above matters.
fn as_workspace(folder: &Path) -> io::Result<()> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
    fs::write(
        folder.join("Cargo.toml"),
        format!("{manifest}\n[workspace]\n"),
    )
}

/// Those that are installed.
pub(crate) fn installed() -> Vec<&'static Peer> {
    PEERS.iter().filter(|peer| peer.path().exists()).collect()
}

impl Peer {
    /// What it makes of a document, in a package under `root`.
    pub(crate) fn generate(&self, document: &Document, root: &Path) -> Result<Written, String> {
        let place = root.join(document.name).join(self.name);
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(place.join("src")).map_err(|error| error.to_string())?;
        let mut command = Command::new("timeout");
        command.arg(PATIENCE).arg(self.path());
        (self.command)(&mut command, &document.converted, &place);
        run(command.current_dir(&place))?;
        (self.package)(&place).map_err(|error| error.to_string())?;
        let methods = sum(&place.join("src"), |text| self.methods.count(text));
        Ok(Written {
            methods: methods.map_err(|error| error.to_string())?,
            package: Package::open(&place, &root.join("target")),
        })
    }

    fn path(&self) -> PathBuf {
        let installed = env::var_os("TOLLGATE_PEERS").map(PathBuf::from);
        let installed = installed.unwrap_or_else(|| folder().join("peers"));
        installed.join("bin").join(self.binary)
    }
}

/// What it said if it failed; some say so on the wrong stream.
fn run(command: &mut Command) -> Result<(), String> {
    command.stdin(Stdio::null()).env("RUST_BACKTRACE", "0");
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let told = [output.stderr, output.stdout].concat();
    Err(String::from_utf8_lossy(&told).into_owned())
}
