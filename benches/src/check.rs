//! What `cargo check` of one package takes, dependencies aside.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// What one check took.
#[derive(Clone, Copy, Debug)]
pub struct Checked {
    /// By the clock.
    pub seconds: f64,
    /// Of processor time, which other programs hardly touch; not a number without `/usr/bin/time`.
    pub cpu: f64,
    /// The most memory that one process held; not a number without it either.
    pub megabytes: f64,
}

/// How to check.
#[derive(Clone, Debug)]
#[must_use = "nothing is checked until `package` is called"]
pub struct Check {
    root: PathBuf,
    target: PathBuf,
    incremental: bool,
    online: bool,
    patience: Option<u32>,
}

impl Check {
    /// Over the workspace at `root`, as a build in CI does: not incrementally. Nothing is asked of
    /// a registry.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.into(),
            target: root.join("target"),
            incremental: false,
            online: false,
            patience: None,
        }
    }

    /// With a target directory that several workspaces share.
    pub fn target(self, target: &Path) -> Self {
        let target = target.into();
        Self { target, ..self }
    }

    /// As an editor does.
    pub fn incremental(self) -> Self {
        let incremental = true;
        Self {
            incremental,
            ..self
        }
    }

    /// Fetches what is missing.
    pub fn online(self) -> Self {
        let online = true;
        Self { online, ..self }
    }

    /// Gives up after so many seconds.
    pub fn patience(self, seconds: u32) -> Self {
        let patience = Some(seconds);
        Self { patience, ..self }
    }

    /// Checks a package.
    ///
    /// # Errors
    ///
    /// What cargo said, or that patience was lost.
    pub fn package(&self, name: &str) -> Result<Checked, String> {
        let mut command = self.command(name);
        let start = Instant::now();
        let output = command.output().map_err(|error| error.to_string())?;
        let seconds = start.elapsed().as_secs_f64();
        let told = String::from_utf8_lossy(&output.stderr);
        match (output.status.code(), self.patience) {
            (Some(0), _) => Ok(Checked::of(seconds, &told)),
            // What `timeout` exits with.
            (Some(124), Some(patience)) => Err(format!("error: takes more than {patience} s")),
            _ => Err(told.into_owned()),
        }
    }

    fn command(&self, package: &str) -> Command {
        let mut words = Vec::new();
        // GNU time tells what cargo and the compiler took.
        if Path::new("/usr/bin/time").exists() {
            words.extend(["/usr/bin/time", "-f", "took %U %S %M"].map(str::to_owned));
        }
        if let Some(patience) = self.patience {
            words.extend(["timeout".into(), patience.to_string()]);
        }
        words.extend([env!("CARGO"), "check", "--quiet", "--package", package].map(str::to_owned));
        if !self.online {
            words.push("--offline".into());
        }
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .env(
                "CARGO_INCREMENTAL",
                if self.incremental { "1" } else { "0" },
            )
            .env_remove("RUSTFLAGS")
            .stdout(Stdio::null());
        command
    }
}

impl Checked {
    /// What passed by the clock, and what GNU time said.
    fn of(seconds: f64, told: &str) -> Self {
        let took = told.lines().find_map(|line| line.strip_prefix("took "));
        let mut numbers = took.unwrap_or_default().split(' ').map(str::parse);
        let mut next = || numbers.next().and_then(Result::ok).unwrap_or(f64::NAN);
        let (user, system, kilobytes): (f64, f64, f64) = (next(), next(), next());
        Self {
            seconds,
            cpu: user + system,
            megabytes: kilobytes / 1024.0,
        }
    }
}
