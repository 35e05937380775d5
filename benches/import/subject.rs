//! One generator on one document, and what checking its output comes to.

use tollgate_benches::{Checked, Operations, Spread};

use crate::package::Package;

/// Seconds beyond which one round must do.
const LONG: f64 = 20.0;

/// What a generator has written, checked so far.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Those of the document that were written, if anything was.
    pub(crate) operations: Option<Operations>,
    package: Option<Package>,
    checks: Result<Vec<Checked>, String>,
}

/// Checks, summed up.
#[derive(Clone, Copy)]
pub(crate) struct Figures {
    pub(crate) seconds: Spread,
    pub(crate) cpu: Spread,
    pub(crate) megabytes: Spread,
}

impl Subject {
    /// What a generator has written, or what it said instead.
    pub(crate) fn new(
        name: &'static str,
        operations: Option<Operations>,
        generated: Result<Package, String>,
    ) -> Self {
        let (package, checks) = match generated {
            Ok(package) => (Some(package), Ok(Vec::new())),
            Err(told) => (None, Err(told)),
        };
        Self {
            name,
            operations,
            package,
            checks,
        }
    }

    /// Checks once more, unless it failed or takes long.
    pub(crate) fn check(&mut self) {
        let (Some(package), Ok(checks)) = (&self.package, &mut self.checks) else {
            return;
        };
        if checks.iter().any(|check| check.seconds > LONG) {
            return;
        }
        match package.check() {
            Ok(check) => checks.push(check),
            Err(told) => self.checks = Err(told),
        }
    }

    /// What the checks of all rounds came to; otherwise what was said.
    pub(crate) fn figures(&self) -> Result<Figures, &str> {
        self.checks.as_deref().map_err(String::as_str).map(figures)
    }

    /// Why there are no figures, in a few words.
    pub(crate) fn failure(&self) -> String {
        let Err(told) = &self.checks else {
            return String::new();
        };
        match errors(told) {
            _ if self.package.is_none() => "not generated".into(),
            0 => "not checked".into(),
            errors => format!("{errors} errors"),
        }
    }

    /// What checking again after each of several texts in one of the files comes to.
    pub(crate) fn recheck(&self, file: &str, texts: &[String]) -> Option<Figures> {
        let package = self.package.as_ref().filter(|_| self.checks.is_ok())?;
        let checks = package.recheck(file, texts).ok()?;
        Some(figures(&checks))
    }

    /// The lines that were written.
    pub(crate) fn lines(&self) -> Option<usize> {
        self.package.as_ref().map(Package::lines)
    }
}

/// How many errors the compiler told, without the last, which only sums up.
fn errors(told: &str) -> usize {
    let errors = told.lines().filter(|line| line.starts_with("error"));
    errors
        .filter(|line| !line.starts_with("error: could not"))
        .count()
}

fn figures(checks: &[Checked]) -> Figures {
    let spread = |part: fn(&Checked) -> f64| Spread::of(checks.iter().map(part).collect());
    Figures {
        seconds: spread(|check| check.seconds),
        cpu: spread(|check| check.cpu),
        megabytes: spread(|check| check.megabytes),
    }
}
