//! A project of several packages, and cargo over one of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::describe;

/// What one check took.
#[derive(Clone, Copy)]
pub(crate) struct Checked {
    pub(crate) seconds: f64,
    /// The most memory that one process held; not a number without `/usr/bin/time`.
    pub(crate) megabytes: f64,
}

/// The packages, on disk, with their dependencies checked.
pub(crate) struct Project {
    root: PathBuf,
}

impl Project {
    /// Writes a package for each size.
    pub(crate) fn write(sizes: &[usize]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("described");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let client = workspace.join("client");
        let client = client
            .canonicalize()
            .expect("the client is beside the benches");
        put(
            &root.join("Cargo.toml"),
            "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\nexclude = [\"target\"]\n",
        );
        // The same versions as everywhere, and nothing is asked of a registry.
        let lock = fs::read_to_string(workspace.join("Cargo.lock"));
        put(
            &root.join("Cargo.lock"),
            &lock.expect("the workspace has a lock file"),
        );
        for &size in sizes {
            let package = root.join(name(size));
            let manifest = format!(
                "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\n\
                 tollgate = {{ path = {client:?}, default-features = false }}\n",
                name(size)
            );
            put(&package.join("Cargo.toml"), &manifest);
            put(&package.join("src/lib.rs"), &describe::source(size));
        }
        let project = Self { root };
        for &size in sizes {
            project.check(size); // the dependencies
        }
        project
    }

    /// Checks the package of one size, as if it had just been edited.
    pub(crate) fn check(&self, size: usize) -> Checked {
        let source = self.root.join(name(size)).join("src/lib.rs");
        put(&source, &describe::source(size));
        let mut command = self.command(&name(size));
        let start = Instant::now();
        let output = command.output().expect("cargo can be started");
        let seconds = start.elapsed().as_secs_f64();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the description is wrong:\n{told}");
        let kilobytes = told.lines().find_map(|line| line.strip_prefix("peak "));
        let kilobytes: Option<f64> = kilobytes.and_then(|number| number.parse().ok());
        Checked {
            seconds,
            megabytes: kilobytes.map_or(f64::NAN, |kilobytes| kilobytes / 1024.0),
        }
    }

    /// Under GNU time where there is one: it tells the most memory of cargo and the compiler.
    fn command(&self, package: &str) -> Command {
        let cargo = env!("CARGO");
        let mut command = if Path::new("/usr/bin/time").exists() {
            let mut time = Command::new("/usr/bin/time");
            time.args(["-f", "peak %M", cargo]);
            time
        } else {
            Command::new(cargo)
        };
        command
            .args(["check", "--offline", "--quiet", "--package", package])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .stdout(Stdio::null());
        command
    }
}

fn name(size: usize) -> String {
    format!("described-{size}")
}

fn put(path: &Path, text: &str) {
    let folder = path.parent().expect("a file in a folder");
    fs::create_dir_all(folder).expect("the target directory can be written");
    fs::write(path, text).expect("the target directory can be written");
}
