//! From a document to files: each room is asked in turn, and what they say is put together.

use crate::document::{Document, Node};
use crate::names::Names;
use crate::output::{self, File, HEADER, Import, Owner};
use crate::report::{Entry, Reason};
use crate::schema::Types;
use crate::{Error, Options, Report, group, memory, operation, root};

/// Imports a document: the files of a module, and the report.
///
/// The same document and the same options give the same bytes. What cannot be imported is in the
/// report, and in a file of its own among the others.
///
/// # Errors
///
/// If `only` names nothing of the document, or if the user's `api.rs` in [`Options::api`] has another client,
/// or lacks a bucket from which operations would pay. What is wrong with a single operation is no error.
///
/// ```
/// use tollgate_openapi::{Document, Limits, Options};
///
/// let text = "
/// openapi: 3.0.3
/// info: {title: Notes, version: '1'}
/// servers: [{url: 'https://api.example.com'}]
/// paths:
///   /notes/{id}:
///     get:
///       tags: [notes]
///       operationId: read
///       parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
///       responses: {'204': {description: It is there.}}
/// ";
/// let mut options = Options::default();
/// options.limits = Some(Limits::parse("limits", "[bucket.all]\nceiling = \"60 per minute\"")?);
/// let import = tollgate_openapi::import(&Document::parse("notes.yaml", text)?, &options)?;
///
/// assert_eq!((import.report.operations, import.report.imported), (1, 1));
/// let notes = import.files.iter().find(|file| file.name == "notes.rs").expect("the group");
/// assert!(notes.text.contains("#[get(\"/notes/{id}\")]"));
/// # Ok::<(), tollgate_openapi::Error>(())
/// ```
pub fn import(document: &Document, options: &Options) -> Result<Import, Error> {
    let mut names = Names::earlier(&options.names);
    let read = operation::read(document, options)?;
    let mut types = Types::new(document, options);
    let client = root::client_name(document, options);
    let grouped = group::groups(document, &read, &mut types, &mut names, options, &client);

    let root = root::Root::new(
        document,
        options,
        &client,
        &grouped.groups,
        idle(&read, options),
    );
    let kept = root.kept()?;
    let mut report = Report {
        operations: read.total,
        imported: grouped.groups.iter().map(|group| group.methods).sum(),
        reported: [read.reported, grouped.reported].concat(),
        notes: [
            read.notes,
            grouped.notes,
            types.notes(),
            root.notes(),
            kept,
            not_carried(document),
        ]
        .concat(),
        ..Report::default()
    };
    report.reported.sort();
    report.notes.sort();
    report.notes.dedup();

    let package = options.package.as_ref();
    let manifest = package.map(|package| root.manifest(package));
    let mut files = vec![
        written(
            if options.package.is_some() {
                "lib.rs"
            } else {
                "mod.rs"
            },
            root.module(),
        ),
        File {
            name: "api.rs".to_owned(),
            text: root.api(options.limits.as_ref()),
            owner: Owner::User,
            replaces: Some(root.api(None)),
        },
        written(
            "import.toml",
            memory::text(document.title(), &client, options)?,
        ),
        written("types.rs", types.write()),
        written(
            "names.txt",
            format!(
                "# {HEADER}: names that were given stay as they are.\n{}",
                names.text()
            ),
        ),
    ];
    for group in grouped.groups {
        files.push(written(&format!("{}.rs", group.module), group.text));
    }
    if !(report.reported.is_empty() && report.notes.is_empty()) {
        let text = output::unimported(document.title(), &report);
        files.push(written("unimported.md", text));
    }
    if let Some(manifest) = manifest {
        for file in &mut files {
            file.name.insert_str(0, "src/");
        }
        files.push(File {
            name: "Cargo.toml".to_owned(),
            text: manifest,
            owner: Owner::User,
            replaces: None,
        });
    }
    files.sort_by(|one, other| one.name.cmp(&other.name));
    report.files = files.iter().map(|file| file.name.clone()).collect();
    let rust = files.iter().filter(|file| file.name.ends_with(".rs"));
    report.lines = rust.map(|file| file.text.lines().count()).sum();
    Ok(Import { files, report })
}

fn written(name: &str, text: String) -> File {
    File {
        name: name.to_owned(),
        text,
        owner: Owner::Import,
        replaces: None,
    }
}

/// A pattern in the limits that names no operation is mostly a slip.
fn idle(read: &operation::Read<'_>, options: &Options) -> Option<Entry> {
    // Of a part of the document others may well be missing.
    let limits = options
        .limits
        .as_ref()
        .filter(|_| options.only.is_empty())?;
    let all: Vec<_> = read
        .operations
        .iter()
        .map(operation::Operation::called)
        .collect();
    let pattern = limits.idle(&all)?;
    Some(Entry {
        pointer: "#/paths".to_owned(),
        operation: String::new(),
        reason: Reason::Limits,
        detail: format!(
            "`{pattern}` in the limits ({}) names none of the operations",
            limits.name()
        ),
    })
}

/// What a document says that is nobody's request of ours: the vendor sends these.
fn not_carried(document: &Document) -> Vec<Entry> {
    let root = document.root();
    let webhooks = root.get("webhooks").or_else(|| root.get("x-webhooks"));
    let webhooks = webhooks.filter(|node: &Node<'_>| node.members().next().is_some());
    let note = |node: Node<'_>| Entry {
        pointer: node.place(),
        operation: String::new(),
        reason: Reason::NotCarried,
        detail: format!(
            "{} webhooks are requests that the vendor sends; nothing is written for them",
            node.members().count()
        ),
    };
    webhooks.map(note).into_iter().collect()
}
