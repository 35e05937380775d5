//! Commits every sabotage in a copy of the sources and sees it found out.
//!
//! Prints one line for each, and a summary as a test runner does. Fails if one goes unnoticed, or
//! if the place that it changes is no longer there.

#![allow(clippy::print_stdout, reason = "the lines are what it is for")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, io};

use tollgate_checks::sabotage::{ALL, Caught, Sabotage};

fn main() -> io::Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .ok_or_else(|| io::Error::other("the package has no folder above it"))?;
    let copy = Copy::of(root)?;
    let mut unnoticed = 0;
    for sabotage in ALL {
        let outcome = copy.suffer(sabotage)?;
        let word = match outcome {
            Ok(()) => "ok",
            Err(_) => "FAILED",
        };
        println!("test {} ... {word}", sabotage.name);
        if let Err(reason) = outcome {
            println!("{reason}");
            unnoticed += 1;
        }
    }
    let found = ALL.len() - unnoticed;
    let word = if unnoticed == 0 { "ok" } else { "FAILED" };
    println!("test result: {word}. {found} passed; {unnoticed} failed; 0 ignored");
    Ok(match unnoticed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// A copy of the sources that can be spoilt.
struct Copy {
    root: PathBuf,
    target: PathBuf,
}

impl Copy {
    /// Copies what is under version control. The copy has a target folder of its own: in a common
    /// one cargo takes what it built of one for what it would build of the other.
    fn of(root: &Path) -> io::Result<Self> {
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(target) => root.join(target),
            None => root.join("target"),
        };
        let target = target.join("sabotage");
        let copy = target.join("sources");
        if copy.exists() {
            fs::remove_dir_all(&copy)?;
        }
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()?;
        for file in String::from_utf8_lossy(&listed.stdout).lines() {
            let to = copy.join(file);
            if let (Some(folder), true) = (to.parent(), root.join(file).is_file()) {
                fs::create_dir_all(folder)?;
                fs::copy(root.join(file), &to)?;
            }
        }
        let root = copy;
        Ok(Self { root, target })
    }

    /// Commits the sabotage, looks whether it is found out, and undoes it. The inner result says
    /// what went unnoticed.
    fn suffer(&self, sabotage: &Sabotage) -> io::Result<Result<(), String>> {
        let Sabotage {
            name: _,
            file,
            from,
            to,
            caught,
        } = sabotage;
        let path = self.root.join(file);
        let whole = fs::read_to_string(&path)?;
        let places = whole.matches(from).count();
        if places != 1 {
            return Ok(Err(format!(
                "`{file}` has {places} places to change instead of one; follow the source"
            )));
        }
        fs::write(&path, whole.replace(from, to))?;
        let outcome = match caught {
            Caught::Compiler(code) => self.is_refused(code),
            Caught::Test(test) => self.is_failed(test),
        };
        fs::write(&path, whole)?;
        outcome
    }

    fn is_refused(&self, code: &str) -> io::Result<Result<(), String>> {
        let (success, text) = self.cargo(&["check", "-p", "tollgate"])?;
        Ok(match text.contains(&format!("error[{code}]")) {
            true => Ok(()),
            false if success => Err("it compiles".to_owned()),
            false => Err(format!("it fails for another reason than {code}:\n{text}")),
        })
    }

    fn is_failed(&self, test: &str) -> io::Result<Result<(), String>> {
        let suite = ["test", "-p", "tollgate-tests", "--test", "suite"];
        let (success, text) = self.cargo(&[&suite[..], &["--no-run"]].concat())?;
        if !success {
            return Ok(Err(format!("it does not compile:\n{text}")));
        }
        let (success, text) = self.cargo(&[&suite[..], &["--", test]].concat())?;
        let ran = !text.contains("running 0 tests");
        Ok(match (success, ran) {
            (false, true) => Ok(()),
            (true, true) => Err(format!("`{test}` passes")),
            (_, false) => Err(format!("there is no test `{test}`")),
        })
    }

    fn cargo(&self, arguments: &[&str]) -> io::Result<(bool, String)> {
        let output = Command::new(env!("CARGO"))
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .output()?;
        let text = [output.stdout, output.stderr].concat();
        Ok((
            output.status.success(),
            String::from_utf8_lossy(&text).into_owned(),
        ))
    }
}
