//! What a folder remembers of the last import: how it was made, and what the user's file says.
//!
//! In: the files `import.toml`, `names.txt` and `api.rs` of a folder. Out: the options of the next
//! import, and whether the user's file fits it. An import without its limits would send everything by the
//! default bucket, and one under another name would not compile; neither may happen by leaving a word out.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use serde::{Deserialize, Serialize};

use crate::output::HEADER;
use crate::{Error, Limits, Options};

/// The file `import.toml`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct Memory {
    title: String,
    client: Option<String>,
    only: BTreeSet<String>,
    closed_enums: bool,
    date_time: bool,
    features: bool,
    package: Option<String>,
    limits_name: Option<String>,
    limits: Option<String>,
}

/// The text of `import.toml`.
pub(crate) fn text(title: &str, client: &str, options: &Options) -> Result<String, Error> {
    let limits = options.limits.as_ref();
    let memory = Memory {
        title: title.to_owned(),
        client: Some(client.to_owned()),
        only: options.only.clone(),
        closed_enums: options.closed_enums,
        date_time: options.date_time,
        features: options.features,
        package: options.package.clone(),
        // Where the file was is of no use to who reads this elsewhere.
        limits_name: limits.map(|limits| {
            let path = Path::new(limits.name());
            let name = path.file_name().unwrap_or(path.as_os_str());
            name.to_string_lossy().into_owned()
        }),
        limits: limits.map(|limits| limits.text().to_owned()),
    };
    let body = toml::to_string(&memory).map_err(|error| Error::Memory {
        name: "import.toml".to_owned(),
        said: error.to_string(),
    })?;
    Ok(format!(
        "# {HEADER}: how this folder was made. The next import into it goes by it, wherever its\n\
         # command line says nothing else. What is changed here counts from then on.\n{body}"
    ))
}

impl Options {
    /// The options of the last import into a folder, the names that it gave, and the user's `api.rs`; the
    /// default ones, if there was none.
    ///
    /// # Errors
    ///
    /// If a file of it cannot be read, or `import.toml` has been changed into something else.
    pub fn resume(folder: impl AsRef<Path>) -> Result<Self, Error> {
        let folder = folder.as_ref();
        let within = folder.join("src");
        let is_package =
            within.join("import.toml").exists() && !folder.join("import.toml").exists();
        let folder = if is_package { &within } else { folder };
        let mut options = Self {
            names: read(folder, "names.txt")?.unwrap_or_default(),
            api: read(folder, "api.rs")?,
            ..Self::default()
        };
        let Some(text) = read(folder, "import.toml")? else {
            return Ok(options);
        };
        let memory: Memory = toml::from_str(&text).map_err(|error| Error::Memory {
            name: folder.join("import.toml").display().to_string(),
            said: error.to_string(),
        })?;
        options.title = memory.title;
        options.client = memory.client;
        options.only = memory.only;
        options.closed_enums = memory.closed_enums;
        options.date_time = memory.date_time;
        options.features = memory.features;
        options.package = memory.package;
        if let Some(text) = memory.limits {
            let name = memory
                .limits_name
                .unwrap_or_else(|| "import.toml".to_owned());
            options.limits = Some(Limits::parse(&name, &text)?);
        }
        Ok(options)
    }
}

fn read(folder: &Path, name: &str) -> Result<Option<String>, Error> {
    match fs::read_to_string(folder.join(name)) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::File {
            name: folder.join(name).display().to_string(),
            error,
        }),
    }
}

/// What the user's `api.rs` declares.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) clients: Vec<String>,
    pub(crate) buckets: BTreeSet<String>,
    /// The base URL.
    pub(crate) base_url: Option<String>,
    /// A limit has to be filled in yet.
    pub(crate) is_open: bool,
}

/// Reads `api.rs`; none if it is no Rust, which the compiler says better.
pub(crate) fn declared(text: &str) -> Option<Declared> {
    let file = syn::parse_file(text).ok()?;
    let mut declared = Declared::default();
    for item in file.items {
        let syn::Item::Trait(item) = item else {
            continue;
        };
        let is_api =
            |path: &syn::Path| path.segments.last().is_some_and(|last| last.ident == "api");
        for attribute in &item.attrs {
            if let syn::Meta::List(list) = &attribute.meta
                && is_api(&list.path)
            {
                declared.clients.push(item.ident.to_string());
                said(list.tokens.clone(), &mut declared);
            }
        }
    }
    Some(declared)
}

/// Looks for `bucket(name, …)`, `todo!` and `base_url = "…"`.
fn said(tokens: TokenStream, declared: &mut Declared) {
    let mut before = String::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(word) => {
                declared.is_open |= word == "todo";
                before = word.to_string();
            }
            TokenTree::Group(group) => {
                if before == "bucket"
                    && let Some(TokenTree::Ident(name)) = group.stream().into_iter().next()
                {
                    declared.buckets.insert(name.to_string());
                }
                let mut inner = Declared::default();
                said(group.stream(), &mut inner);
                declared.is_open |= inner.is_open;
                before.clear();
            }
            TokenTree::Literal(literal) if before == "base_url" => {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string());
                declared.base_url = declared
                    .base_url
                    .take()
                    .or(text.ok().map(|text| text.value()));
                before.clear();
            }
            TokenTree::Literal(_) => before.clear(),
            TokenTree::Punct(punct) if punct.as_char() == ',' => before.clear(),
            TokenTree::Punct(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_api_declares_is_read_from_its_tokens() {
        let text = r#"
            // bucket(comment)
            #[tollgate::api(base_url = "https://a.example", auth = bearer,
                bucket(read, ceiling(60 per minute, source = "bucket(text)")),
                bucket(write, todo!("x")), default_bucket = read)]
            pub trait Notes { #[get("/x", bucket = read)] async fn x(&self); }
            trait Other {}
        "#;
        let expected = Declared {
            clients: vec!["Notes".to_owned()],
            buckets: ["read", "write"].map(str::to_owned).into(),
            base_url: Some("https://a.example".to_owned()),
            is_open: true,
        };
        assert_eq!(declared(text), Some(expected));
        assert_eq!(declared("not rust {"), None);
    }

    #[test]
    fn a_folder_remembers_how_it_was_made() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = Options {
            only: ["a \"b\"\u{7f}".to_owned()].into(),
            features: true,
            limits: Limits::preset("github"),
            ..Options::default()
        };
        let text = text("T", "GitHub", &options).expect("a text");
        fs::write(folder.path().join("import.toml"), &text).expect("written");
        fs::write(folder.path().join("names.txt"), "a\tb\n").expect("written");
        let resumed = Options::resume(folder.path()).expect("read");
        assert_eq!((resumed.only, resumed.features), (options.only, true));
        assert_eq!(
            (resumed.client.as_deref(), resumed.names.as_str()),
            (Some("GitHub"), "a\tb\n")
        );
        let limits = resumed.limits.expect("limits");
        assert_eq!(limits.lines(), options.limits.expect("limits").lines());

        fs::write(folder.path().join("import.toml"), "speed = 9\n").expect("written");
        let error = Options::resume(folder.path())
            .expect_err("unknown")
            .to_string();
        assert!(
            error.contains("import.toml") && error.contains("speed"),
            "{error}"
        );
        let none = Options::resume(folder.path().join("nowhere")).expect("nothing there");
        assert!(none.client.is_none() && none.limits.is_none());
    }
}
