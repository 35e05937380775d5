//! The documents that `scripts/openapi-documents.sh` has taken.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// In the order of the table: small ones first, so that a mistake shows soon.
const NAMES: [&str; 11] = [
    "petstore",
    "basecamp",
    "twilio",
    "box",
    "discord",
    "digitalocean",
    "forgejo",
    "openai",
    "kubernetes",
    "stripe",
    "github",
];

/// A document on disk.
pub(crate) struct Document {
    pub(crate) name: &'static str,
    pub(crate) path: PathBuf,
    /// What generators get that read no Swagger 2.0.
    pub(crate) converted: PathBuf,
    pub(crate) dialect: String,
}

/// The folder that the script fills.
pub(crate) fn folder() -> PathBuf {
    let place = |variable| env::var_os(variable).map(PathBuf::from);
    place("TOLLGATE_OPENAPI").unwrap_or_else(|| {
        let cache = place("XDG_CACHE_HOME");
        let cache = cache.or_else(|| place("HOME").map(|home| home.join(".cache")));
        cache.unwrap_or_default().join("tollgate-openapi")
    })
}

/// Those of the names that are there, or all that are.
pub(crate) fn documents(only: &[String]) -> Vec<Document> {
    let wanted = |name: &&&str| only.is_empty() || only.iter().any(|one| one == **name);
    let found = NAMES
        .iter()
        .filter(wanted)
        .filter_map(|name| document(&folder(), name));
    found.collect()
}

fn document(folder: &Path, name: &'static str) -> Option<Document> {
    let paths = ["json", "yaml"].map(|ending| folder.join(format!("{name}.{ending}")));
    let path = paths.into_iter().find(|path| path.exists())?;
    let converted = folder.join("peers").join(format!("{name}.json"));
    Some(Document {
        name,
        converted: if converted.exists() {
            converted
        } else {
            path.clone()
        },
        dialect: dialect(&fs::read_to_string(&path).ok()?),
        path,
    })
}

/// The version after the first key that has one; good enough for documents that are known.
fn dialect(text: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    let mut words = text
        .split(|letter| !is_part(letter))
        .filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if let "openapi" | "swagger" = word {
            return words.next().unwrap_or_default().to_owned();
        }
    }
    String::new()
}
