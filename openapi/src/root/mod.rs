//! The root of the module, and the client: where the API is, and what its vendor allows.
//!
//! In: the document's head, the limits, the groups. Out: the texts of `mod.rs` and `api.rs`. Knows no
//! operations and no schemas.

mod kept;

use core::fmt::Write as _;

use heck::ToUpperCamelCase as _;

use crate::document::Document;
use crate::group::Group;
use crate::output::HEADER;
use crate::report::Entry;
use crate::{Options, docs, operation};

/// Words of titles that say nothing about whose API it is.
const PLAIN: [&str; 23] = [
    "api",
    "apis",
    "rest",
    "restful",
    "http",
    "web",
    "v1",
    "v2",
    "v3",
    "v4",
    "openapi",
    "swagger",
    "spec",
    "specification",
    "extension",
    "official",
    "public",
    "documentation",
    "docs",
    "reference",
    "service",
    "services",
    "the",
];

/// What the client is called: what the options say, or the title without words such as `API`.
pub(crate) fn client_name(document: &Document, options: &Options) -> String {
    options
        .client
        .clone()
        .unwrap_or_else(|| of_title(document.title()))
}

fn of_title(title: &str) -> String {
    // A title that is missing is the file's name.
    let stem = title.rsplit(['/', '\\']).next().unwrap_or(title);
    let stem = stem
        .trim_end_matches(".json")
        .trim_end_matches(".yaml")
        .trim_end_matches(".yml");
    // What stands behind one of these says more than the name.
    let stem = stem
        .split([':', '(', '+', '|', ','])
        .find(|part| !part.trim().is_empty());
    let stem = stem
        .unwrap_or_default()
        .replace("'s ", " ")
        .replace("’s ", " ");
    let words = stem.split(|letter: char| !letter.is_ascii_alphanumeric());
    let said: Vec<_> = words
        .filter(|word| !word.is_empty() && !PLAIN.contains(&word.to_ascii_lowercase().as_str()))
        .take(4)
        .collect();
    let name = said.join(" ").to_upper_camel_case();
    let begins_well = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    match name.as_str() {
        "" | "Self" => "Client".to_owned(),
        _ if begins_well => name,
        _ => format!("Api{name}"),
    }
}

/// What the texts are made of.
pub(crate) struct Root<'a> {
    document: &'a Document,
    options: &'a Options,
    client: &'a str,
    groups: &'a [Group],
    base_url: String,
    auth: String,
    hints: Vec<String>,
    notes: Vec<Entry>,
}

impl<'a> Root<'a> {
    pub(crate) fn new(
        document: &'a Document,
        options: &'a Options,
        client: &'a str,
        groups: &'a [Group],
        idle: Option<Entry>,
    ) -> Self {
        let (base_url, mut notes) = operation::base_url(document);
        let security = operation::security(document);
        notes.extend(security.notes);
        let hints = operation::hints(document);
        notes.extend(idle);
        Self {
            document,
            options,
            client,
            groups,
            base_url,
            auth: security.auth,
            hints,
            notes,
        }
    }

    pub(crate) fn notes(&self) -> Vec<Entry> {
        self.notes.clone()
    }

    /// Title and version, for the first line of generated files.
    fn source(&self) -> String {
        let info = self.document.root().get("info");
        let version = info
            .as_ref()
            .and_then(|info| info.text("version"))
            .unwrap_or_default();
        let title = self.document.title();
        docs::harmless(&format!("{title} {version}"))
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The text of `mod.rs`.
    pub(crate) fn module(&self) -> String {
        let methods: usize = self.groups.iter().map(|group| group.methods).sum();
        let mut text = format!(
            "// {HEADER} from {}. What is changed here is lost with the\n\
             // next import: what is yours goes into `api.rs`, or into any other module.\n\n",
            self.source()
        );
        let info = self.document.root().get("info");
        let about = info.as_ref().and_then(|info| info.text("description"));
        let mut head = format!(
            "{}.\n\n{methods} operations, each a method of a group of [`{client}`].\n\n\
             | group | operations | |\n|---|---|---|\n",
            self.document.title().trim_end_matches('.'),
            client = self.client,
        );
        for group in self.groups {
            let summary = docs::lines(&group.summary).join(" ").replace('|', "\\|");
            let _ = writeln!(
                head,
                "| [`{}`]({}::{}) | {} | {summary} |",
                group.module,
                raw(&group.module),
                group.name,
                group.methods
            );
        }
        docs::inner(&mut text, head.trim_end());
        if let Some(about) = about {
            text.push_str("//!\n");
            docs::inner_of_document(&mut text, about);
        }
        if self.options.features {
            text.push_str("\n// For the manifest:\n// [features]\n");
            for group in self.groups {
                let _ = writeln!(text, "// {} = []", group.module);
            }
        }
        text.push_str("\nmod api;\n\n");
        let mut modules: Vec<_> = self
            .groups
            .iter()
            .map(|group| group.module.as_str())
            .collect();
        modules.push("types");
        modules.sort_unstable();
        for module in modules {
            if self.options.features && module != "types" {
                let _ = writeln!(text, "#[cfg(feature = {module:?})]");
            }
            // Formatting would make every check fail, and a document says only so much.
            let _ = writeln!(
                text,
                "#[rustfmt::skip]\n#[allow(missing_docs, clippy::large_enum_variant)]\npub mod {};",
                raw(module)
            );
        }
        let _ = writeln!(text, "\npub use api::{};", self.client);
        text
    }

    /// The text of `api.rs`, as it is written for the first time.
    pub(crate) fn api(&self, limits: Option<&crate::Limits>) -> String {
        let mut text = "// Yours: `tollgate import` wrote this file once, and leaves it alone from now on.\n\n\
            //! Where the API is, how its requests are authenticated, and what its vendor allows.\n\n"
            .to_owned();
        docs::outer(
            &mut text,
            &format!("{}.", self.document.title().trim_end_matches('.')),
        );
        // What the document says about the credential counts first.
        let auth = limits
            .and_then(crate::Limits::auth)
            .filter(|_| self.auth == "none")
            .unwrap_or(&self.auth);
        docs::outer(
            &mut text,
            &format!(
                "\nMade by `{}::builder(){}.build()`.",
                self.client,
                credential(auth)
            ),
        );
        text.push_str("#[tollgate::api(\n");
        let _ = writeln!(text, "    base_url = {:?},", self.base_url);
        let _ = writeln!(text, "    auth = {auth},");
        match limits {
            Some(limits) => {
                for line in limits.lines() {
                    let _ = writeln!(text, "    {line}");
                }
            }
            None => self.unknown(&mut text),
        }
        let _ = writeln!(text, ")]\npub trait {} {{}}", self.client);
        text
    }

    /// The text of `Cargo.toml`, as it is written for the first time.
    pub(crate) fn manifest(&self, package: &str) -> String {
        let mut text = format!(
            "# Yours: `tollgate import` wrote this file once, and leaves it alone from now on.\n\
             [package]\nname = {package:?}\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n\
             [dependencies]\ntollgate = {{ git = \"https://github.com/tollgate-rs/tollgate\"{} }}\n",
            if self.options.date_time {
                ", features = [\"jiff\"]"
            } else {
                ""
            },
        );
        if self.options.features {
            let names: Vec<_> = self.groups.iter().map(|group| &group.module).collect();
            let all: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
            let _ = writeln!(text, "\n[features]\ndefault = [{}]", all.join(", "));
            for name in names {
                let _ = writeln!(text, "{name} = []");
            }
        }
        text
    }

    /// Limits that somebody has to fill in.
    fn unknown(&self, text: &mut String) {
        text.push_str(
            "    // The document does not say what the vendor allows, and nothing is guessed. Look it up, and write\n    \
             // `ceiling(60 per minute, source = \"https://…\")` in the place of `todo!(…)`; or several ceilings, or\n    \
             // several buckets. `unpublished(\"why\"), budget(2 per second)` is for a vendor who does not say it.\n",
        );
        for hint in &self.hints {
            let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(text, "    // {hint}");
        }
        text.push_str(
            "    bucket(all, todo!(\"what the vendor allows\")),\n    default_bucket = all,\n",
        );
    }
}

/// How a builder is given the credential.
fn credential(auth: &str) -> &'static str {
    match auth.split('(').next() {
        Some("bearer") => ".bearer(token)",
        Some("basic") => ".basic(user, password)",
        Some("header") => ".key(key)",
        Some("query") => ".query_key(key)",
        _ => "",
    }
}

/// A module's name as an identifier.
fn raw(module: &str) -> String {
    match syn::parse_str::<syn::Ident>(module) {
        Ok(_) => module.to_owned(),
        Err(_) => format!("r#{module}"),
    }
}

#[cfg(test)]
mod tests {
    use super::of_title;

    #[test]
    fn a_client_is_called_as_its_vendor() {
        let table = [
            ("GitHub v3 REST API", "GitHub"),
            (
                "GitHub's official OpenAPI spec + Octokit extension",
                "GitHub",
            ),
            ("Stripe API", "Stripe"),
            ("Twilio - Api", "Twilio"),
            ("Discord HTTP API (Preview)", "Discord"),
            ("The 3D Warehouse API", "Api3dWarehouse"),
            ("Self", "Client"),
            ("API", "Client"),
            ("Ünïcode Ltd", "NCodeLtd"),
            ("/some/where/notes-v2.openapi.json", "Notes"),
        ];
        for (title, name) in table {
            assert_eq!(of_title(title), name, "{title}");
        }
    }
}
