//! An import in a build script: the files as one, in the folder of the build.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{File, HEADER};
use crate::{Document, Error, Limits, Options, Report};

/// Imports a document in a build script, for those who would rather not commit what is generated.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), tollgate_openapi::Error> {
///     tollgate_openapi::Build::new("openapi.json").limits("limits.toml").run("vendor.rs")?;
///     Ok(())
/// }
/// ```
///
/// and in the crate:
///
/// ```text
/// mod vendor {
///     include!(concat!(env!("OUT_DIR"), "/vendor.rs"));
/// }
/// ```
///
/// There is no file of one's own then, so the limits have to be given: a file here, or a preset by
/// [`options`](Self::options).
#[derive(Clone, Debug)]
pub struct Build {
    document: PathBuf,
    limits: Option<PathBuf>,
    options: Options,
}

impl Build {
    /// An import of the document at `path`, seen from the folder of the package.
    #[must_use]
    pub fn new(path: impl AsRef<Path>) -> Self {
        Self {
            document: path.as_ref().to_owned(),
            limits: None,
            options: Options::default(),
        }
    }

    /// The file with the vendor's limits.
    #[must_use]
    pub fn limits(mut self, path: impl AsRef<Path>) -> Self {
        self.limits = Some(path.as_ref().to_owned());
        self
    }

    /// How the import is made. Limits that it holds count where no file is named.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Writes the module into the file `name` in the folder of the build, tells cargo what it was made
    /// of, and warns of each operation that could not be imported.
    ///
    /// # Errors
    ///
    /// As for [`Document::open`], [`Limits::open`] and [`import`](crate::import); if no limits are
    /// given; and outside of a build script.
    pub fn run(self, name: &str) -> Result<Report, Error> {
        let folder = env::var_os("OUT_DIR")
            .map(PathBuf::from)
            .ok_or_else(|| Error::File {
                name: "OUT_DIR".to_owned(),
                error: std::io::Error::other("it is set in build scripts only"),
            })?;
        let mut options = self.options;
        if let Some(path) = &self.limits {
            say(&format!("cargo::rerun-if-changed={}", path.display()));
            options.limits = Some(Limits::open(path)?);
        }
        if options.limits.is_none() {
            return Err(Error::Limits {
                name: self.document.display().to_string(),
                said: "no document holds them; name a file by `Build::limits`".to_owned(),
            });
        }
        let document = Document::open(&self.document)?;
        for path in document.paths() {
            say(&format!("cargo::rerun-if-changed={}", path.display()));
        }
        let import = crate::import(&document, &options)?;
        for entry in &import.report.reported {
            say(&format!(
                "cargo::warning={} is not imported: {}",
                entry.operation, entry.detail
            ));
        }
        let path = folder.join(name);
        fs::write(&path, import.one_file()).map_err(|error| Error::File {
            name: path.display().to_string(),
            error,
        })?;
        Ok(import.report)
    }
}

/// How a build script talks to cargo.
#[expect(
    clippy::print_stdout,
    reason = "the protocol of build scripts is their standard output"
)]
fn say(line: &str) {
    println!("{}", one_line(line));
}

/// What a document says gets no line of its own, on which it could instruct cargo.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(plain).collect()
}

/// `mod.rs`, with the other modules in the places where it names them.
pub(super) fn one_file(files: &[File]) -> String {
    let Some(root) = files.iter().find(|file| file.name == "mod.rs") else {
        return String::new();
    };
    let mut text = format!("// {HEADER} in a build script.\n");
    // Neither inner documentation nor inner attributes may begin an included file.
    let lines = root.text.lines().filter(|line| !line.starts_with("//"));
    for line in lines.skip_while(|line| line.is_empty()) {
        let module = line.strip_suffix(';').and_then(|line| {
            line.strip_prefix("pub ")
                .unwrap_or(line)
                .strip_prefix("mod ")
        });
        let file = module.and_then(|module| {
            let module = module.strip_prefix("r#").unwrap_or(module);
            files
                .iter()
                .find(|file| file.name == format!("{module}.rs"))
        });
        match file {
            Some(file) => {
                text.push_str(line.strip_suffix(';').unwrap_or(line));
                text.push_str(" {\n");
                text.push_str(&file.text);
                text.push_str("}\n");
            }
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_document_gives_cargo_no_instructions() {
        let told = one_line("GET x\ncargo::rustc-env=A=b\r\u{85}cargo::warning=");
        assert_eq!(told, "GET x cargo::rustc-env=A=b  cargo::warning=");
    }
}
