//! The files of a document: the one that was named, and those that it refers to.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::read::tree;
use crate::Error;

/// Files as trees, in the order in which they were found; the first is the entry.
#[derive(Debug)]
pub(crate) struct Files(Vec<File>);

#[derive(Debug)]
struct File {
    /// As it is shown: the path from the folder of the entry.
    name: String,
    /// Where it is; none for a text.
    path: Option<PathBuf>,
    root: Value,
}

impl Files {
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let (name, root) = (name.to_owned(), tree(name, text)?);
        let path = None;
        Ok(Self(vec![File { name, path, root }]))
    }

    /// The file at `path`, and whatever local files are reachable by references.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let mut files = Self(vec![load(path.display().to_string(), path)?]);
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut next = 0;
        while let Some(file) = files.0.get(next) {
            let mut targets = Vec::new();
            references(&file.root, &mut targets);
            let beside = file.path.as_deref().and_then(Path::parent);
            let found: Vec<PathBuf> = targets
                .iter()
                .filter_map(|target| Some(normal(&beside?.join(local(target)?))))
                .collect();
            for path in found {
                let known = files.0.iter().any(|file| file.path.as_ref() == Some(&path));
                // One that is not there is told by whoever needs it.
                if !known && path.is_file() {
                    let name = path.strip_prefix(&folder).unwrap_or(&path);
                    files.0.push(load(name.display().to_string(), &path)?);
                }
            }
            next += 1;
        }
        Ok(files)
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter_map(|file| file.path.as_deref())
    }

    /// The name and the tree of the file that was named.
    pub(super) fn entry(&self) -> (&str, &Value) {
        match self.0.first() {
            Some(file) => (&file.name, &file.root),
            None => ("", &Value::Null),
        }
    }

    pub(super) fn root(&self, file: usize) -> &Value {
        self.0.get(file).map_or(&Value::Null, |file| &file.root)
    }

    /// How a file is shown beside a pointer; the entry needs no name.
    pub(super) fn name(&self, file: usize) -> &str {
        match file {
            0 => "",
            _ => self.0.get(file).map_or("", |file| &file.name),
        }
    }

    /// The file that a reference in `from` means by its part before the `#`.
    pub(super) fn target(&self, from: usize, reference: &str) -> Option<usize> {
        let before = reference.split('#').next().unwrap_or_default();
        if before.is_empty() {
            return Some(from);
        }
        let beside = self.0.get(from)?.path.as_deref()?.parent()?;
        let path = normal(&beside.join(local(reference)?));
        self.0
            .iter()
            .position(|file| file.path.as_ref() == Some(&path))
    }
}

fn load(name: String, path: &Path) -> Result<File, Error> {
    let bytes = fs::read(path).map_err(|error| Error::File {
        name: name.clone(),
        error,
    })?;
    let text = core::str::from_utf8(&bytes).map_err(|error| Error::Syntax {
        name: name.clone(),
        said: format!("it is not UTF-8 at byte {}", error.valid_up_to()),
    })?;
    let (path, root) = (Some(normal(path)), tree(&name, text)?);
    Ok(File { name, path, root })
}

/// The path in a reference to another file on this machine.
fn local(reference: &str) -> Option<String> {
    let path = reference
        .split('#')
        .next()
        .filter(|path| !path.is_empty())?;
    let is_elsewhere = path.contains("://") || path.starts_with("//");
    (!is_elsewhere).then(|| super::node::percent_decoded(path))
}

/// A path without `.` and `..`, so that one file has one name.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// All texts behind `$ref`, wherever they are.
fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(text) if key == "$ref" && !text.starts_with('#') => {
                        found.push(text);
                    }
                    member => references(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}
