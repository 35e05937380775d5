//! From the roots of a package's crates through their modules to all files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;

use super::guard::guard;
use super::visit::{Pending, Visitor, file_items};
use super::{File, ModuleId, Sources, Spot, Unreadable, files, tokens};
use crate::place::Class;
use crate::workspace::{Package, shown};

/// No file of source is larger.
const LARGEST: u64 = 32 << 20;

/// More files than any package has.
const MOST_FILES: usize = 100_000;

/// Reads a package. Runs on a thread with a [`STACK`](super::guard::STACK).
pub(crate) fn of_package(root: &Path, package: &Package) -> Sources {
    let mut reader = Reader {
        root,
        sources: Sources::default(),
        seen: BTreeSet::new(),
    };
    // Libraries first: a file that a library and a test have in common is the library's.
    let mut targets: Vec<_> = package.targets.iter().collect();
    targets.sort_by_key(|target| (target.class, !target.is_library));
    for target in targets {
        let module = reader.sources.module(None, false);
        if target.is_library && target.class == Class::Code {
            reader.sources.library.get_or_insert(module);
        }
        reader.crate_at(&target.root, module, target.class);
    }
    for stray in files::below(&package.dir) {
        if !reader.seen.contains(&stray) {
            let module = reader.sources.module(None, false);
            reader.crate_at(&stray, module, Class::Stray);
        }
    }
    reader.sources
}

/// Reads one text, as if it were a crate's only file.
#[cfg(test)]
pub(crate) fn of_text(name: &str, text: &str, class: Class) -> Sources {
    let mut sources = Sources::default();
    let module = sources.module(None, false);
    sources.library = Some(module);
    sources.files.push(File {
        shown: name.into(),
        class,
    });
    read(&mut sources, 0, module, false, text);
    sources
}

struct Reader<'a> {
    root: &'a Path,
    sources: Sources,
    seen: BTreeSet<PathBuf>,
}

/// A file that has to be read.
struct Wanted {
    path: PathBuf,
    module: ModuleId,
    test: bool,
    /// Where its modules have their files.
    folder: PathBuf,
}

impl Reader<'_> {
    /// Reads a crate from its root on.
    fn crate_at(&mut self, path: &Path, module: ModuleId, class: Class) {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut wanted = vec![Wanted {
            path: path.to_owned(),
            module,
            test: false,
            folder,
        }];
        while let Some(next) = wanted.pop() {
            if self.seen.len() >= MOST_FILES || !self.seen.insert(next.path.clone()) {
                continue; // a file in two modules is read once
            }
            let file = self.sources.files.len();
            self.sources.files.push(File {
                shown: shown(self.root, &next.path),
                class,
            });
            let pending = match text_of(&next.path) {
                Ok(text) => read(&mut self.sources, file, next.module, next.test, &text),
                Err(why) => {
                    self.unreadable(file, why);
                    continue;
                }
            };
            wanted.extend(
                pending
                    .into_iter()
                    .filter_map(|pending| next.child(pending)),
            );
        }
    }

    fn unreadable(&mut self, file: usize, why: String) {
        let spot = Spot::beginning(file);
        self.sources.unreadable.push(Unreadable { spot, why });
    }
}

impl Wanted {
    /// The file of a module that is declared in this one; nothing if there is none, which is the
    /// compiler's business.
    fn child(&self, pending: Pending) -> Option<Self> {
        let Pending {
            name,
            path,
            inside,
            module,
            test,
        } = pending;
        let folder = inside
            .iter()
            .fold(self.folder.clone(), |folder, name| folder.join(name));
        let path = match path {
            Some(path) if inside.is_empty() => self.path.parent()?.join(path),
            Some(path) => folder.join(path),
            None => {
                let flat = folder.join(format!("{name}.rs"));
                let nested = folder.join(&name).join("mod.rs");
                if flat.is_file() { flat } else { nested }
            }
        };
        let path = plain(&path);
        let folder = match path.file_name()?.to_str()? {
            "mod.rs" => path.parent()?.to_owned(),
            _ => path.with_extension(""),
        };
        path.is_file().then_some(Self {
            path,
            module,
            test,
            folder,
        })
    }
}

/// A path without `.` and `..`, so that a file has one name.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

fn text_of(path: &Path) -> Result<String, String> {
    let length = fs::metadata(path).map_or(0, |found| found.len());
    if length > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())
}

/// Reads the text of a file into a module; gives the modules that have files of their own.
fn read(
    sources: &mut Sources,
    file: usize,
    module: ModuleId,
    test: bool,
    text: &str,
) -> Vec<Pending> {
    let mut visitor = Visitor::new(sources, file, module, test);
    let lexed: Result<TokenStream, _> = without_shebang(text).parse();
    let problem = match lexed {
        Err(error) => Some((error.span().start(), error.to_string())),
        Ok(stream) => match guard(&stream) {
            Err(_) => {
                tokens::scan(&mut visitor, stream);
                let start = proc_macro2::LineColumn { line: 1, column: 0 };
                Some((start, "it nests too deeply to be parsed".to_owned()))
            }
            Ok(()) => match syn::parse2::<syn::File>(stream) {
                Ok(parsed) => {
                    file_items(&mut visitor, &parsed);
                    None
                }
                Err(error) => {
                    // Read once more: keeping a copy would cost every file that is in order.
                    if let Ok(stream) = without_shebang(text).parse() {
                        tokens::scan(&mut visitor, stream);
                    }
                    Some((error.span().start(), error.to_string()))
                }
            },
        },
    };
    let pending = core::mem::take(&mut visitor.pending);
    if let Some((at, why)) = problem {
        let spot = Spot {
            file,
            line: at.line.max(1),
            column: at.column + 1,
            test,
        };
        sources.unreadable.push(Unreadable { spot, why });
    }
    // The places of this file's tokens are kept by the thread until it is told to forget them.
    proc_macro2::extra::invalidate_current_thread_spans();
    pending
}

/// `#!/usr/bin/env …` in front of a script is no Rust; `#![…]` is. The line stays, so that others
/// keep their numbers.
fn without_shebang(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.starts_with("#!") || text[2..].trim_start().starts_with('[') {
        return text;
    }
    text.find('\n').map_or("", |end| &text[end..])
}

impl Spot {
    /// The beginning of a file.
    pub(super) fn beginning(file: usize) -> Self {
        Self {
            file,
            line: 1,
            column: 1,
            test: false,
        }
    }
}
